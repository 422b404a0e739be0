import { formatDate, parseCalendarDate } from '../calendar-date.ts';
import { shownPhone } from '../phone.ts';
import { GROUP_STATUS_LABEL, GROUP_TYPE_LABEL } from './group-status.ts';
import { BILLING_METHOD_LABEL, PAYMENT_METHOD_LABEL, WAITING_PERIOD_START_LABEL } from './group-terms.ts';
import { ownValue } from '../own-value.ts';

/** Stored fields of a group as people call them, for the history of changes and for telling two editors apart. */
const LABEL: Readonly<Record<string, string>> = {
  companyName: 'Group name',
  cimNumber: 'CIM number',
  cim_number: 'CIM number',
  legalName: 'Legal name',
  taxId: 'Tax ID',
  industry: 'Industry',
  sicCode: 'SIC code',
  status: 'Group status',
  groupType: 'Type',
  addressLine1: 'Address',
  addressLine2: 'Address, second line',
  city: 'City',
  stateProvince: 'State',
  zipPostalCode: 'ZIP code',
  contactName: 'Contact name',
  contactPhone: 'Contact phone',
  contactEmail: 'Contact email',
  faxPhone: 'Fax',
  website: 'Website',
  employeeCount: 'Employees',
  eligibleEmployeeCount: 'Eligible employees',
  effectiveDate: 'Effective date',
  renewalDate: 'Renewal date',
  nextRateIncrease: 'Next rate increase',
  waitingPeriodDays: 'Waiting period days',
  waitingPeriodStart: 'Waiting period start',
  hoursRequirement: 'Hours requirement',
  billingMethod: 'Billing method',
  paymentMethod: 'Payment method',
  gracePeriodDays: 'Grace period days',
  retroTermDays: 'Retro term days',
  openEnrollmentStart: 'Open enrollment start',
  openEnrollmentEnd: 'Open enrollment end',
  cobraEnabled: 'COBRA',
  employerContributionPercent: 'Employer contribution',
  enrollmentPeriod: 'Enrollment period',
  notificationLevel: 'Notifications',
  administrators: 'Administrators',
};

const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: GROUP_STATUS_LABEL,
  groupType: GROUP_TYPE_LABEL,
  billingMethod: BILLING_METHOD_LABEL,
  paymentMethod: PAYMENT_METHOD_LABEL,
  waitingPeriodStart: WAITING_PERIOD_START_LABEL,
  enrollmentPeriod: { open: 'Open', closed: 'Closed', qualifying_events_only: 'Qualifying events only' },
  notificationLevel: { all: 'All', critical: 'Critical only', none: 'None' },
};

export const groupFieldLabel = (field: string): string => ownValue(LABEL, field) ?? field;

/** A stored value of a group's field in words; null where there is none. The tax ID is told by its last four digits. */
export function groupFieldText(field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (typeof value !== 'string' && typeof value !== 'number') return JSON.stringify(value);
  const text = String(value);
  if (field === 'contactPhone' || field === 'faxPhone') return shownPhone(text);
  if (field === 'taxId') return `••-•••${text.slice(-4)}`;
  if (field === 'employerContributionPercent') return `${text} %`;
  const date = parseCalendarDate(text);
  return ownValue(ownValue(WORDS, field) ?? {}, text) ?? (date ? formatDate(date) : text);
}
