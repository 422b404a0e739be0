import { COVERAGE_LINES, COVERAGE_LINE_LABEL, type CoverageLine } from '../../../coverage-line.ts';

const PERSON = {
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  suffix: 'Suffix',
  fullName: 'Full name',
  ssn: 'SSN',
  ssnLast4: 'SSN, last four digits',
  dateOfBirth: 'Date of birth',
  gender: 'Gender',
  relationship: 'Relationship',
  handicapped: 'Disabled',
} as const;
const FAMILY = {
  familyId: 'Family number',
  subscriberKey: 'Subscriber’s SSN or number',
  memberId: 'Member ID',
} as const;
const CONTACT = {
  email: 'Email',
  phone: 'Phone',
  addressLine1: 'Address',
  addressLine2: 'Address, second line',
  city: 'City',
  state: 'State',
  zip: 'ZIP',
  country: 'Country',
  emergencyName: 'Emergency contact',
  emergencyPhone: 'Emergency phone',
  emergencyRelationship: 'Emergency relationship',
} as const;
const WORK = {
  employeeId: 'Employee ID',
  jobTitle: 'Job title',
  department: 'Department',
  classKey: 'Class',
  locationKey: 'Location',
  billingLocation: 'Billing location',
  salary: 'Salary, a year',
  salaryPer: 'Salary is for a year, a month …',
  hireDate: 'Hire date',
  rehireDate: 'Rehire date',
  terminationDate: 'Termination date',
  status: 'Status',
  reason: 'Reason',
  cobra: 'COBRA',
  cobraBegin: 'COBRA start',
  cobraEnd: 'COBRA end, last day',
  cobraEvent: 'COBRA event',
  cobraEventDate: 'Date of the COBRA event',
} as const;
const GROUP = {
  groupKey: 'Group',
  sponsorName: 'Employer',
  sponsorTaxId: 'Employer’s tax ID',
} as const;
const COVERAGE = {
  action: 'Action',
  line: 'Line of coverage',
  tier: 'Coverage level',
  from: 'Coverage start',
  eligibleFrom: 'Eligible for coverage from',
  planYearStart: 'Plan year start',
  until: 'Coverage end, last day',
  changedOn: 'Change holds from',
  waivedFrom: 'Waiver holds from',
  waived: 'Coverage waived, yes or no',
  enrolled: 'Enrolled, yes or no, or which lines',
} as const;

/** What a column of a census can hold. Fields with a dot belong to one line of coverage. */
export type CensusField =
  | keyof typeof PERSON
  | keyof typeof FAMILY
  | keyof typeof CONTACT
  | keyof typeof WORK
  | keyof typeof GROUP
  | keyof typeof COVERAGE
  | `${'plan' | 'tier' | 'from' | 'until' | 'waived' | 'enrolled'}.${CoverageLine}`
  | `${'plan' | 'tier' | 'from' | 'until'}.${PlanNumber}`;

/**
 * The plans of a row beside its first one, where columns count them instead of naming a line: Plan 2, Plan 3 Tier. The
 * plan says of which line it is.
 */
export const PLAN_NUMBERS = ['2', '3', '4', '5', '6'] as const;
export type PlanNumber = (typeof PLAN_NUMBERS)[number];

const LINE_WORDS = {
  plan: 'plan',
  tier: 'coverage level',
  from: 'coverage start',
  until: 'coverage end, last day',
  waived: 'waived, yes or no',
  enrolled: 'enrolled, yes or no',
} as const;
const ofLines = COVERAGE_LINES.flatMap((line) =>
  Object.entries(LINE_WORDS).map(([part, words]): [CensusField, string] => [
    `${part as keyof typeof LINE_WORDS}.${line}`,
    `${COVERAGE_LINE_LABEL[line]} ${words}`,
  ]),
);
type LinePart = keyof typeof LINE_WORDS;

/**
 * The fields of each line. Asked for with every row of a list: a text that is put together anew is read letter by
 * letter before it is found.
 */
export const FIELDS_OF_LINE = Object.fromEntries(
  COVERAGE_LINES.map((line) => [
    line,
    Object.fromEntries(Object.keys(LINE_WORDS).map((part) => [part, `${part}.${line}`])),
  ]),
) as { readonly [L in CoverageLine]: { readonly [P in LinePart]: `${P}.${L}` } };

const NUMBER_WORDS = {
  plan: 'of any line',
  tier: 'coverage level',
  from: 'coverage start',
  until: 'coverage end, last day',
} as const;
const ofNumbers = PLAN_NUMBERS.flatMap((number) =>
  Object.entries(NUMBER_WORDS).map(([part, words]): [CensusField, string] => [
    `${part as keyof typeof NUMBER_WORDS}.${number}`,
    `Plan ${number}, ${words}`,
  ]),
);
const entries = (labels: Readonly<Partial<Record<CensusField, string>>>): [CensusField, string][] =>
  Object.entries(labels) as [CensusField, string][];

/** What fields are about. */
export const CENSUS_GROUP_TITLE = {
  person: 'Person',
  family: 'Family',
  contact: 'Contact',
  work: 'Work',
  coverage: 'Coverage',
  employer: 'Employer',
} as const;

/** The fields in the order in which a person looks for them. */
export const CENSUS_FIELD_GROUPS = [
  { about: 'person', fields: entries(PERSON) },
  { about: 'family', fields: entries(FAMILY) },
  { about: 'contact', fields: entries(CONTACT) },
  { about: 'work', fields: entries(WORK) },
  { about: 'coverage', fields: [...entries(COVERAGE), ...ofLines, ...ofNumbers] },
  { about: 'employer', fields: entries(GROUP) },
] as const;

export const CENSUS_FIELD_LABEL = Object.fromEntries(CENSUS_FIELD_GROUPS.flatMap(({ fields }) => fields)) as Readonly<
  Record<CensusField, string>
>;
export const CENSUS_FIELDS = Object.keys(CENSUS_FIELD_LABEL) as readonly CensusField[];
