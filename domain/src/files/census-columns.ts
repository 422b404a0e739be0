import type { CoverageLine } from '../coverage/coverage-line.ts';
import { wordsOf } from './census-values.ts';

/** What a column of a census can hold. Fields with a dot belong to one line of coverage. */
export type CensusField =
  | 'familyId'
  | 'subscriberKey'
  | 'relationship'
  | 'action'
  | 'fullName'
  | 'firstName'
  | 'middleName'
  | 'lastName'
  | 'suffix'
  | 'ssn'
  | 'dateOfBirth'
  | 'gender'
  | 'email'
  | 'phone'
  | 'addressLine1'
  | 'addressLine2'
  | 'city'
  | 'state'
  | 'zip'
  | 'employeeId'
  | 'memberId'
  | 'jobTitle'
  | 'department'
  | 'classKey'
  | 'locationKey'
  | 'salary'
  | 'hireDate'
  | 'terminationDate'
  | 'reason'
  | 'cobra'
  | 'handicapped'
  | 'emergencyName'
  | 'emergencyPhone'
  | 'emergencyRelationship'
  | 'groupKey'
  | 'sponsorName'
  | 'sponsorTaxId'
  | 'tier'
  | 'from'
  | 'until'
  | `plan.${CoverageLine}`
  | `tier.${CoverageLine}`
  | `from.${CoverageLine}`
  | `until.${CoverageLine}`;

/** `dependent` is 0 for the row's own person and 1, 2 … for the dependents of a wide row (Dep1 SSN, Dep2 First Name). */
export type CensusColumn = { index: number; heading: string; field: CensusField; dependent: number };

export type MatchedColumns = { columns: CensusColumn[]; ignored: string[] };

/**
 * The headings that mean a field, as words without blanks and signs, the better ones first: where a row fills several, the first in this order
 * counts. Prefixes such as Employee, Subscriber or Member are taken off when the heading is not known with them.
 */
const SYNONYMS: Readonly<Partial<Record<CensusField, string>>> = {
  familyId: 'familyid familyno familynumber family householdid household employerassignedfamilyid familykey familycode',
  subscriberKey:
    'subscriberssn employeessn eessn subscriberid subscribernumber subscriberno subscriberkey primaryssn primaryid employeesocialsecuritynumber subscribersocialsecuritynumber policyholderid',
  relationship:
    'relationship relation rel relationshiptoemployee relationshiptosubscriber relationtoemployee reltoee relationshipcode eeordependent memberrelationship dependentrelationship relcode persontype membertype',
  action: 'action transaction transactiontype maintenancetype changetype actioncode',
  fullName: 'name fullname membername employeename personname nameofemployee',
  firstName: 'firstname fname first givenname forename firstname1 namefirst',
  middleName: 'middlename middle mname mi middleinitial middlenameorinitial minitial namemiddle',
  lastName: 'lastname lname last surname familyname lastname1 namelast',
  suffix: 'suffix namesuffix namesfx sfx suffixname',
  ssn: 'ssn socialsecuritynumber socialsecurityno socialsecurity social ssntin ssnplain tin ssnumber ss socsec socialsecuritynum ssnnumber taxid',
  dateOfBirth: 'dateofbirth dob birthdate birthday birth dobdate bdate',
  gender: 'gender sex gendercode',
  email: 'email emailaddress emailwork workemail emailid mail emailpersonal personalemail homeemail emailhome',
  phone:
    'phone phonenumber telephone mobile cell cellphone mobilephone homephone phonehome workphone phonework tel primaryphone telephonenumber contactnumber',
  addressLine1:
    'address address1 addressline1 street streetaddress addr addr1 homeaddress mailingaddress street1 residenceaddress homeaddress1 homestreet',
  addressLine2: 'address2 addressline2 addr2 street2 apt unit apartment suite homeaddress2',
  city: 'city town homecity addresscity residencecity mailingcity',
  state: 'state homestate province addressstate statecode st residencestate mailingstate',
  zip: 'zip zipcode postalcode postcode zip5 homezip homezipcode addresszip mailingzip residencezip postal',
  employeeId:
    'employeeid eeid empid employeenumber employeeno eenumber eeno empno employeeextid payrollid badge badgenumber fileno filenumber clocknumber personnelnumber workerid',
  memberId: 'memberid membernumber carriermemberid carrierid insuranceid certificatenumber memberno',
  jobTitle: 'jobtitle title position occupation job positiontitle jobposition jobdescription role',
  department: 'department dept division departmentname costcenter departmentcode',
  classKey: 'class classcode employeeclass benefitclass benefitgroup eeclass classid classname coverageclass',
  locationKey: 'location worklocation site office locationcode worksite branch locationname locationid',
  salary:
    'salary annualsalary annualpay annualearnings basesalary annualcompensation compensation annualincome income wages annualwages yearlysalary salaryamount earnings annualrate',
  hireDate:
    'hiredate dateofhire doh datehired hired originalhiredate employmentdate employmentstartdate startdatejob dateofemployment employmentbegin',
  terminationDate:
    'termdate terminationdate dateoftermination dot termed dateterminated separationdate employmentenddate termination enddateofemployment lastdayworked',
  reason: 'reason terminationreason termreason maintenancereason changereason eventreason qualifyingevent',
  cobra: 'cobra iscobra cobraindicator oncobra cobrayn',
  handicapped: 'disabled handicapped isdisabled handicap disability disabledyn disableddependent',
  emergencyName: 'emergencycontact emergencycontactname emergencyname',
  emergencyPhone: 'emergencyphone emergencycontactphone emergencycontactnumber emergencynumber',
  emergencyRelationship: 'emergencyrelationship emergencycontactrelationship emergencycontactrelation',
  groupKey: 'group cim cimnumber groupnumber groupid groupno groupcode grp policynumber accountnumber groupkey cimid masterpolicynumber',
  sponsorName:
    'sponsorname employer employername company companyname doingbusinessas dba groupname clientname client sponsor organization organizationname',
  sponsorTaxId: 'fein ein employertaxid federaltaxid employerein companyein sponsortaxid employerfein federalein',
  tier: 'tier coveragelevel coveragetier level coverage benefitlevel coveragetype ratetier tiercode covlevel medicaldentaltier',
  from: 'coveragestart coveragestartdate effectivedate benefitbegindate coverageeffectivedate coveragebegin coveragebegindate benefitstart benefitstartdate benefiteffectivedate coveragefrom planeffectivedate effective begindate',
  until:
    'coverageend coverageenddate benefitenddate benefitend coveragetermdate coverageterminationdate coverageuntil coverageto expirationdate planenddate coveragethrough',
  'plan.medical':
    'medicalplan medicalplancode medicalplanid medical medplan healthplan medicalplanname plancode planid hiosid qhpid plan planname medicalelection medicalcoverage healthinsurance health medicalbenefit planselection',
  'plan.dental': 'dentalplan dentalplancode dentalplanid dental dentalplanname dentalelection dentalcoverage dentalbenefit',
  'plan.vision': 'visionplan visionplancode visionplanid vision visionplanname visionelection visioncoverage visionbenefit',
  'plan.life': 'lifeplan lifeplancode life lifeplanname lifeinsurance basiclife basiclifeplan lifeelection',
  'plan.disability': 'disabilityplan disabilityplancode std ltd stdplan ltdplan shorttermdisability longtermdisability disabilityplanname',
};

const LINE_WORDS: readonly [string, CoverageLine][] = [
  ['medical', 'medical'],
  ['med', 'medical'],
  ['health', 'medical'],
  ['dental', 'dental'],
  ['den', 'dental'],
  ['vision', 'vision'],
  ['vis', 'vision'],
  ['life', 'life'],
  ['disability', 'disability'],
  ['std', 'disability'],
  ['ltd', 'disability'],
];

const FIELD_OF = new Map<string, { field: CensusField; rank: number }>();
for (const [field, words] of Object.entries(SYNONYMS)) {
  for (const [rank, word] of words.split(' ').entries()) if (!FIELD_OF.has(word)) FIELD_OF.set(word, { field: field as CensusField, rank });
}

const PREFIXES = ['subscriber', 'employees', 'employee', 'member', 'participant', 'insured', 'person', 'primary', 'emp', 'ee'] as const;
const DEPENDENT = /^(?:dependents?|dep|child|depend)(\d{1,2})(?=\D)(.*)$/;

/** A text of more characters explains something; it heads no column. */
const LONGEST_HEADING = 200;

/** What a heading means, however it is written; undefined for one we do not know. `rank` orders headings of one field, the best being 0. */
export function fieldOfHeading(heading: string): { field: CensusField; rank: number; dependent: number } | undefined {
  if (heading.length > LONGEST_HEADING) return undefined;
  const whole = wordsOf(heading);
  const short = wordsOf(heading.replace(/\(.*$/su, ''));
  for (const words of short && short !== whole ? [short, whole] : [whole]) {
    const dependent = DEPENDENT.exec(words);
    const found = dependent ? known(dependent[2] ?? '') : known(words);
    if (found) return { ...found, dependent: dependent ? Number(dependent[1]) : 0 };
  }
  return undefined;
}

function known(words: string): { field: CensusField; rank: number } | undefined {
  const direct = FIELD_OF.get(words) ?? ofLine(words);
  if (direct) return direct;
  for (const prefix of PREFIXES) {
    const bare = words.startsWith(prefix) ? words.slice(prefix.length) : '';
    const found = bare === '' ? undefined : (FIELD_OF.get(bare) ?? ofLine(bare));
    if (found) return { field: found.field, rank: found.rank + 100 };
  }
  return undefined;
}

/** Medical Tier, Dental Effective Date, Vision Coverage End: a field of one line of coverage. */
function ofLine(words: string): { field: CensusField; rank: number } | undefined {
  for (const [word, line] of LINE_WORDS) {
    const rest = words.startsWith(word) ? words.slice(word.length) : words.endsWith(word) ? words.slice(0, -word.length) : undefined;
    const found = rest ? FIELD_OF.get(rest) : undefined;
    if (found?.field === 'tier') return { field: `tier.${line}`, rank: found.rank };
    if (found?.field === 'from') return { field: `from.${line}`, rank: found.rank };
    if (found?.field === 'until') return { field: `until.${line}`, rank: found.rank };
    if (found?.field === 'plan.medical' && rest?.startsWith('plan')) return { field: `plan.${line}`, rank: found.rank };
  }
  return undefined;
}

/**
 * Matches a row of headings. The columns come in the order of their rank, so that the first filled one of a field counts. A Subscriber SSN beside a
 * person's own SSN is the link of a dependent to its subscriber; alone it is the person's own.
 */
export function matchColumns(headings: readonly string[]): MatchedColumns {
  const ranked: { column: CensusColumn; rank: number }[] = [];
  const ignored: string[] = [];
  for (const [index, heading] of headings.entries()) {
    if (heading.trim() === '') continue;
    const found = fieldOfHeading(heading);
    if (found)
      ranked.push({
        column: { index, heading: heading.trim().replace(/\s+/g, ' '), field: found.field, dependent: found.dependent },
        rank: found.rank,
      });
    else ignored.push(heading.trim().replace(/\s+/g, ' '));
  }
  const own = (field: CensusField): boolean => ranked.some(({ column }) => column.field === field && column.dependent === 0);
  const isWide = ranked.some(({ column }) => column.dependent > 0);
  for (const { column } of ranked) {
    if (column.field === 'subscriberKey' && /ssn|social/i.test(column.heading) && (isWide || !own('ssn'))) column.field = 'ssn';
  }
  ranked.sort((a, b) => a.rank - b.rank || a.column.index - b.column.index);
  return { columns: ranked.map(({ column }) => column), ignored };
}

/** The headings that a census cannot do without and that are not there, in words; empty when all are. */
export function missingColumns(columns: readonly CensusColumn[]): string[] {
  const has = (field: CensusField): boolean => columns.some((column) => column.field === field && column.dependent === 0);
  if (has('fullName')) return [];
  return [...(has('firstName') ? [] : ['First Name']), ...(has('lastName') ? [] : ['Last Name'])];
}
