import { storedPhone } from '../phone.ts';
import type { Problem } from '../refusal.ts';
import { groupFieldLabel } from './field-label.ts';
import { Findings, type GroupSetupForm, problemsOfStep } from './group-setup.ts';
import { GROUP_TYPES } from './group-status.ts';
import {
  BILLING_METHODS,
  ENROLLMENT_PERIODS,
  isCobraForced,
  NOTIFICATION_LEVELS,
  PAYMENT_METHODS,
  WAITING_PERIOD_STARTS,
} from './group-terms.ts';
import { ownValue } from '../own-value.ts';

/**
 * A group as its edit form holds it, by stored field. Empty text is none, a count of 0 that may be missing is none,
 * dates are YYYY-MM-DD or empty. The tax ID stands there masked ("••-•••2093"); whatever else is in it replaces the
 * stored one.
 */
export type GroupForm = {
  companyName: string;
  legalName: string;
  taxId: string;
  groupType: string;
  industry: string;
  sicCode: string;
  addressLine1: string;
  addressLine2: string;
  city: string;
  stateProvince: string;
  zipPostalCode: string;
  contactName: string;
  contactPhone: string;
  contactEmail: string;
  faxPhone: string;
  website: string;
  employeeCount: number;
  eligibleEmployeeCount: number;
  effectiveDate: string;
  renewalDate: string;
  nextRateIncrease: string;
  waitingPeriodDays: number;
  waitingPeriodStart: string;
  hoursRequirement: number;
  billingMethod: string;
  paymentMethod: string;
  gracePeriodDays: number;
  retroTermDays: number;
  openEnrollmentStart: string;
  openEnrollmentEnd: string;
  cobraEnabled: boolean;
  employerContributionPercent: number;
  enrollmentPeriod: string;
  notificationLevel: string;
};
export type GroupField = keyof GroupForm;
export type GroupChanges = Partial<GroupForm>;

export const maskedTaxId = (last4: string | null): string => (last4 ? `••-•••${last4}` : '');
const isMasked = (taxId: string): boolean => taxId.startsWith('•');

const tidy = (field: GroupField, value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (field === 'contactPhone' || field === 'faxPhone') return storedPhone(text) ?? text;
  return field === 'stateProvince' ? text.toUpperCase() : text;
};
const same = (field: GroupField, a: GroupChanges, b: GroupChanges): boolean =>
  tidy(field, a[field]) === tidy(field, b[field]);

/** The fields of which `after` says something else than `before`. */
export function changedFields(before: GroupForm, after: GroupChanges): GroupField[] {
  return (Object.keys(before) as GroupField[]).filter((field) => field in after && !same(field, before, after));
}

/**
 * One editor's wish over what the group has become meanwhile. `seen` are the values that the editor began with: a field
 * that somebody else has set to something else since is a conflict, unless both want the same; what the other one did
 * elsewhere stays as it is.
 */
export function mergeEdit(
  current: GroupForm,
  seen: GroupChanges,
  wanted: GroupChanges,
): { changes: GroupField[]; conflicts: GroupField[] } {
  const differing = changedFields(current, wanted);
  const conflicts = differing.filter((field) => field in seen && !same(field, seen, current));
  return { changes: differing.filter((field) => !conflicts.includes(field)), conflicts };
}

const FIELD_OF: Readonly<Record<string, GroupField>> = {
  company_name: 'companyName',
  legal_name: 'legalName',
  tax_id: 'taxId',
  industry: 'industry',
  sic_code: 'sicCode',
  address_line1: 'addressLine1',
  address_line2: 'addressLine2',
  city: 'city',
  state: 'stateProvince',
  zip_code: 'zipPostalCode',
  phone: 'contactPhone',
  fax: 'faxPhone',
  email: 'contactEmail',
  website: 'website',
  employee_count: 'employeeCount',
  eligible_employee_count: 'eligibleEmployeeCount',
  effective_date: 'effectiveDate',
  renewal_date: 'renewalDate',
  waiting_period_days: 'waitingPeriodDays',
  hours_requirement: 'hoursRequirement',
  billing_method: 'billingMethod',
  payment_method: 'paymentMethod',
  grace_period_days: 'gracePeriodDays',
  retro_term_days: 'retroTermDays',
  open_enrollment_start: 'openEnrollmentStart',
  open_enrollment_end: 'openEnrollmentEnd',
  cobra_enabled: 'cobraEnabled',
};

/** The same values as the wizard calls them, so that its rules hold for editing too. */
function asSetup(form: GroupForm): GroupSetupForm {
  return {
    company_name: form.companyName,
    legal_name: form.legalName,
    tax_id: isMasked(form.taxId) ? '' : form.taxId,
    industry: form.industry,
    sic_code: form.sicCode,
    address_line1: form.addressLine1,
    address_line2: form.addressLine2,
    city: form.city,
    state: form.stateProvince,
    zip_code: form.zipPostalCode,
    phone: form.contactPhone,
    fax: form.faxPhone,
    email: form.contactEmail,
    website: form.website,
    employee_count: form.employeeCount,
    eligible_employee_count: form.eligibleEmployeeCount,
    effective_date: form.effectiveDate,
    renewal_date: form.renewalDate,
    waiting_period_days: form.waitingPeriodDays,
    waiting_period_start: form.waitingPeriodStart,
    hours_requirement: form.hoursRequirement,
    billing_locations: [],
    classes: [],
    billing_method: form.billingMethod,
    payment_method: form.paymentMethod,
    grace_period_days: form.gracePeriodDays,
    retro_term_days: form.retroTermDays,
    open_enrollment_start: form.openEnrollmentStart,
    open_enrollment_end: form.openEnrollmentEnd,
    cobra_enabled: form.cobraEnabled || isCobraForced(form.employeeCount),
    selected_plans: {},
    plan_customizations: {},
  };
}

/** Asked for at set-up; a group that came without them can still be edited. */
const MAY_BE_MISSING: readonly string[] = ['tax_id', 'phone'];

const CHOICES: Partial<Record<GroupField, readonly string[]>> = {
  groupType: GROUP_TYPES,
  waitingPeriodStart: WAITING_PERIOD_STARTS,
  billingMethod: BILLING_METHODS,
  paymentMethod: PAYMENT_METHODS,
  enrollmentPeriod: ENROLLMENT_PERIODS,
  notificationLevel: NOTIFICATION_LEVELS,
};

/**
 * Numbers from before telephone numbers were stored in one form; one that nobody touches holds up no other field
 * (decisions/0028).
 */
const MAY_BE_OLD: readonly GroupField[] = ['contactPhone', 'faxPhone'];

/**
 * Every problem of a group as it is edited (`before` is what it was), each at its field: the rules of the set-up wizard
 * and those of what only exists afterwards.
 */
export function problemsOfGroupEdit(form: GroupForm, before: GroupForm): Problem[] {
  const setup = asSetup(form);
  const found = new Findings();
  for (const { path, message } of [...problemsOfStep(1, setup), ...problemsOfStep(4, setup)]) {
    const isMissing = MAY_BE_MISSING.includes(path) && setup[path as 'tax_id' | 'phone'].trim() === '';
    const field = ownValue(FIELD_OF, path);
    const isOld = field !== undefined && MAY_BE_OLD.includes(field) && same(field, before, form);
    if (!isMissing && !isOld) found.add(field ?? path, message);
  }
  found.text('contactName', form.contactName, 'the contact name', false);
  found.date('nextRateIncrease', form.nextRateIncrease);
  found.whole('employerContributionPercent', form.employerContributionPercent, 0, 100, 'Enter 0 to 100 percent.');
  for (const [field, choices] of Object.entries(CHOICES) as [GroupField, readonly string[]][]) {
    if (!choices.includes(String(form[field])))
      found.add(field, `Choose one of the options for ${groupFieldLabel(field)}.`);
  }
  return found.list;
}
