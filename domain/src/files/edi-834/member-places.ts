import type { CensusField } from '../census/headings/fields.ts';

/** Where a value of a member stands in its loop (guide 005010X220A1, loops 2000 to 2300). */
export type MemberPlace = {
  /** The segment, with the code of its first element where several of its kind stand side by side: `DTP*336`. */
  readonly segment: string;
  readonly element: number;
  /** How a person calls it. */
  readonly label: string;
  /** The field of a list that holds the same. */
  readonly field: CensusField | null;
  /** The fields of a record, as problems name them, that are read from it. */
  readonly behind: readonly string[];
  /** The place of the qualifier that says how a date stands (D8). */
  readonly dateAt?: number;
  /** NM109 is the SSN under one code (NM108), and a number of the sender's own under any other. */
  readonly number?: 'ssn' | 'own';
  /** Offered also where no record of the file has it, so that it can be written. */
  readonly always?: boolean;
};

const date = (
  code: string,
  label: string,
  behind: readonly string[],
  field: CensusField | null = null,
): MemberPlace => ({
  segment: `DTP*${code}`,
  element: 3,
  label,
  field,
  behind,
  dateAt: 2,
});
const text = (
  segment: string,
  element: number,
  label: string,
  field: CensusField | null,
  behind: readonly string[],
): MemberPlace => ({
  segment,
  element,
  label,
  field,
  behind,
});
const offered = (place: MemberPlace): MemberPlace => ({ ...place, always: true });

/** NM108 of an SSN: the guide's code, and the one that some senders write. */
const SSN_CODES: ReadonlySet<string> = new Set(['34', 'SY']);

/** Whether what stands in NM109 is what the place is for; an empty one may become either. */
export const holdsNumber = ({ number }: MemberPlace, elements: readonly string[]): boolean =>
  number === undefined ||
  (elements[9] ?? '') === '' ||
  SSN_CODES.has((elements[8] ?? '').toUpperCase()) === (number === 'ssn');

/** What is read of the person, in the order in which it is looked for. */
export const PERSON_PLACES: readonly MemberPlace[] = [
  offered(text('NM1', 3, 'Last name', 'lastName', ['lastName', 'person'])),
  offered(text('NM1', 4, 'First name', 'firstName', ['firstName', 'person'])),
  text('NM1', 5, 'Middle name', 'middleName', ['middleName']),
  text('NM1', 7, 'Suffix', 'suffix', ['suffix']),
  { ...offered(text('NM1', 9, 'SSN', 'ssn', ['ssn'])), number: 'ssn' },
  { ...text('NM1', 9, 'Sender’s number of the person', 'memberId', ['carrierMemberId']), number: 'own' },
  text('REF*SY', 2, 'SSN', 'ssn', ['ssn']),
  offered({
    segment: 'DMG',
    element: 2,
    label: 'Date of birth',
    field: 'dateOfBirth',
    behind: ['dateOfBirth'],
    dateAt: 1,
  }),
  text('DMG', 3, 'Gender', 'gender', ['gender']),
  offered(text('REF*0F', 2, 'Subscriber’s SSN or number', 'subscriberKey', ['familyKey'])),
  text('REF*OF', 2, 'Subscriber’s SSN or number', 'subscriberKey', ['familyKey']),
  text('REF*1L', 2, 'Group', 'groupKey', ['groupKey']),
  text('REF*23', 2, 'Member ID', 'memberId', ['carrierMemberId']),
  text('REF*Q4', 2, 'Former number', 'subscriberKey', ['formerNumber']),
  text('REF*DX', 2, 'Department', 'department', ['department']),
  text('INS', 1, 'Subscriber, Y or N', null, ['isSubscriber']),
  text('INS', 2, 'Relationship', 'relationship', ['relationship', 'isSubscriber']),
  text('INS', 3, 'Maintenance type', 'action', ['action']),
  text('INS', 4, 'Reason', 'reason', ['maintenanceReason']),
  text('INS', 5, 'Benefit status', 'status', ['benefitStatus']),
  text('INS', 7, 'COBRA event', 'cobraEvent', ['cobraEvent']),
  { segment: 'INS', element: 12, label: 'Date of death', field: null, behind: ['dateOfDeath'], dateAt: 11 },
  date('336', 'Hire date', ['hireDate'], 'hireDate'),
  date('394', 'Rehire date', ['hireDate'], 'rehireDate'),
  date('337', 'Termination date', ['terminationDate'], 'terminationDate'),
  date('303', 'Maintenance effective', ['effectiveDate', 'endsUntil'], null),
  date('356', 'Eligibility begin', ['eligibilityFrom']),
  date('357', 'Eligibility end', ['eligibilityUntil', 'endsUntil']),
  date('301', 'COBRA event date', ['cobraEventDate'], 'cobraEventDate'),
  date('340', 'COBRA begin', ['cobraBeginDate'], 'cobraBegin'),
  date('341', 'COBRA end', ['cobraEndDate'], 'cobraEnd'),
  date('348', 'Coverage start of the person', ['coverages']),
  date('349', 'Coverage end of the person', ['coverages', 'endsUntil']),
  text('N3', 1, 'Address', 'addressLine1', ['addressLine1']),
  text('N3', 2, 'Address, second line', 'addressLine2', ['addressLine2']),
  text('N4', 1, 'City', 'city', ['city']),
  text('N4', 2, 'State', 'state', ['state']),
  text('N4', 3, 'ZIP', 'zip', ['zip']),
  text('N4', 4, 'Country', 'country', ['country']),
  text('ICM', 2, 'Wage', 'salary', ['salary']),
];

/** What is read of each coverage. Problems name it `coverages.0.planKey`: here only the last part stands. */
export const COVERAGE_PLACES: readonly MemberPlace[] = [
  text('HD', 1, 'Coverage action', 'action', ['action']),
  offered(text('HD', 3, 'Line', 'line', ['line'])),
  offered(text('HD', 4, 'Plan', null, ['planKey'])),
  offered(text('HD', 5, 'Coverage level', 'tier', ['tierKey'])),
  offered(date('348', 'First day', ['from'], 'from')),
  offered(date('349', 'Last day', ['until', 'endsUntil'], 'until')),
  date('303', 'Change holds from', ['from', 'changedOn'], 'changedOn'),
  date('346', 'First day', ['from'], 'from'),
  date('347', 'Last day', ['until'], 'until'),
  text('REF*CE', 2, 'Plan by reference', null, ['planKey']),
  text('REF*17', 2, 'Plan by reference', null, ['planKey']),
  text('REF*1L', 2, 'Plan by reference', null, ['planKey']),
];
