import { formatDate, parseCalendarDate } from '../calendar-date.ts';
import { countryName } from '../countries.ts';
import { shownContact, shownPhone } from '../phone.ts';
import { MEMBER_STATUS_LABEL, type MemberStatus } from './member-status.ts';
import type { PersonField } from './person-draft.ts';
import { RELATIONSHIP_LABEL, type Relationship } from '../relationship.ts';
import { ownValue } from '../own-value.ts';

type TobaccoField = 'tobaccoUse' | 'tobaccoFrom' | 'tobaccoAttestedOn';

/** Labels of the stored fields of members and groups, for the change history. */
const LABEL: Readonly<Record<PersonField | 'status' | 'relationship' | TobaccoField, string>> = {
  employeeId: 'Employee ID',
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  suffix: 'Suffix',
  gender: 'Gender',
  email: 'Email',
  phone: 'Phone',
  jobTitle: 'Position',
  department: 'Department',
  classId: 'Class',
  classCode: 'Class code',
  locationId: 'Billing location',
  locationCode: 'Location code',
  addressLine1: 'Address',
  addressLine2: 'Address, second line',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  country: 'Country',
  hireDate: 'Hire date',
  terminationDate: 'Termination date',
  salaryAnnualCents: 'Salary',
  emergencyContact: 'Emergency contact',
  benefitStatus: 'Benefit status',
  medicarePlan: 'Medicare',
  cobraEvent: 'COBRA event',
  cobraEventDate: 'COBRA event date',
  cobraBeginDate: 'COBRA begin',
  cobraEndDate: 'COBRA end',
  handicap: 'Disabled',
  confidentiality: 'Address restricted',
  status: 'Status',
  relationship: 'Relationship',
  tobaccoUse: 'Tobacco use',
  tobaccoFrom: 'Tobacco use from',
  tobaccoAttestedOn: 'Tobacco use attested on',
};
const PRIVATE: Readonly<Record<string, string>> = {
  ssnEncrypted: 'SSN',
  birthEncrypted: 'Date of birth',
  carrierIdEncrypted: 'Carrier member ID',
  salaryAnnualCents: 'Salary',
};
/** Internal keys, and keys that repeat another field. */
const SILENT: ReadonlySet<string> = new Set([
  'summary',
  'classId',
  'locationId',
  'ssnIndex',
  'ssnLast4Index',
  'birthIndex',
  'birthMonthIndex',
  'carrierIdIndex',
  'subscriberId',
]);

export const memberFieldLabel = (field: string): string => ownValue(LABEL, field) ?? ownValue(PRIVATE, field) ?? field;
const OF_ADDRESS: ReadonlySet<string> = new Set([
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'zipCode',
  'country',
]);
/** Returns whether the history omits a field for members with a restricted address (INS13 of the 834). */
export const isOfAddress = (field: string): boolean => OF_ADDRESS.has(field);
/** Returns whether the history omits a field's values and shows only that it changed. */
export const isPrivateField = (field: string): boolean => Object.hasOwn(PRIVATE, field);
export const isSilentField = (field: string): boolean => SILENT.has(field);

/** Returns a stored value as text: formatted dates, labels instead of codes. */
export function memberFieldText(field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    return JSON.stringify(value);
  const text = String(value);
  if (field === 'status') return MEMBER_STATUS_LABEL[text as MemberStatus] ?? text;
  if (field === 'relationship') return RELATIONSHIP_LABEL[text as Relationship] ?? text;
  if (field === 'country') return countryName(text);
  if (field === 'phone') return shownPhone(text);
  if (field === 'emergencyContact') return shownContact(text);
  const date = parseCalendarDate(text);
  return date ? formatDate(date) : text;
}
