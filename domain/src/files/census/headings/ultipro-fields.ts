import { headingKey, type MappedColumn } from '../mapping.ts';
import { ownValue } from '../../../own-value.ts';

/**
 * Columns of UltiPro (UKG Pro) as its database calls them, and its exports with it: tables EmpPers (Eep), EmpComp
 * (Eec), EmpDed (Eed, the benefits), Contacts (Con, dependents among them), DepBPlan (Dbn, the benefits of those),
 * JobCode (Jbc). As what a list would say instead.
 */
const OF_EMPLOYEE: Readonly<Record<string, string>> = {
  eecempno: 'Employee Number',
  eeceeid: 'EEID',
  eepeeid: 'EEID',
  eedeeid: 'EEID',
  coneeid: 'EEID',
  dbneeid: 'EEID',
  eepaddressline1: 'Address Line 1',
  eepaddressline2: 'Address Line 2',
  eepaddresscity: 'City',
  eepaddressstate: 'State',
  eepaddresszipcode: 'ZIP Code',
  eepaddresscountry: 'Country',
  eepaddressemail: 'Email Address',
  eepaddressemailalternate: 'Personal Email',
  eepphonehomenumber: 'Home Phone',
  eecphonebusinessnumber: 'Work Phone',
  eecdateoforiginalhire: 'Original Hire Date',
  eecdateoflasthire: 'Last Hire Date',
  eecdateoftermination: 'Termination Date',
  eectermreason: 'Termination Reason',
  eecemplstatus: 'Employment Status',
  eecannsalary: 'Annual Salary',
  eecjobtitle: 'Job Title',
  jbcdesc: 'Job Title',
  jbclongdesc: 'Job Title',
  eeclocation: 'Location Code',
  locdesc: 'Location',
};
/** Where dependents stand in the row, too, these are the employee's. */
const OF_EITHER: Readonly<Record<string, string>> = {
  namelast: 'Last Name',
  namefirst: 'First Name',
  namemiddle: 'Middle Name',
  namesuffix: 'Name Suffix',
  ssn: 'SSN',
  dateofbirth: 'Date of Birth',
  gender: 'Gender',
};
const OF_BENEFIT: Readonly<Record<string, string>> = {
  dedcode: 'Plan Code',
  benoption: 'Benefit Option',
  benstatus: 'Benefit Status',
  benstartdate: 'Benefit Start Date',
  benstopdate: 'Benefit Stop Date',
};

/** A heading alone may be called so by chance. */
const FEWEST = 3;

/**
 * Headings in plain words where a list is an export of UltiPro; the same texts otherwise, and those of which the
 * sender's mapping speaks.
 */
export function inPlainFields(headings: readonly string[], remembered: readonly MappedColumn[]): string[] {
  const keys = headings.map((heading) => (/^[A-Z]\w+$/i.test(heading.trim()) ? heading.trim().toLowerCase() : ''));
  const namesOthers = keys.some((key) => key === 'connamefirst' || key === 'connamelast');
  const hasOwnBenefits = keys.some((key) => key.startsWith('eedben') || key === 'eeddedcode');
  const hasBoth = hasOwnBenefits && keys.some((key) => key.startsWith('dbnben') || key === 'dbndedcode');
  const plain = (key: string): string | undefined => {
    const [, table, name = ''] = /^(eep|con|eed|dbn)(\w+)$/.exec(key) ?? [];
    const either = table === 'eep' || table === 'con' ? ownValue(OF_EITHER, name) : undefined;
    if (either !== undefined)
      return table === 'con' ? `Dependent ${either}` : namesOthers ? `Employee ${either}` : either;
    // Benefits of both in one row: it is the employee's, with the dependent beside.
    if (key === 'conrelationship') return hasBoth ? 'Dependent Relationship' : 'Relationship';
    const benefit = table === 'eed' || table === 'dbn' ? ownValue(OF_BENEFIT, name) : undefined;
    if (benefit !== undefined) return table === 'dbn' && hasBoth ? `Dependent 1 ${benefit}` : benefit;
    return ownValue(OF_EMPLOYEE, key);
  };
  const found = keys.map(plain);
  if (found.filter((text) => text !== undefined).length < FEWEST) return [...headings];
  const told = new Set(remembered.map(({ heading }) => headingKey(heading)));
  return headings.map((heading, index) => (told.has(headingKey(heading)) ? heading : (found[index] ?? heading)));
}
