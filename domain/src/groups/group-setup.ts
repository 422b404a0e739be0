import { type CalendarDate, parseCalendarDate } from '../calendar-date.ts';
import type { CoverageLine } from '../coverage/coverage-line.ts';
import { storedPhone } from '../phone.ts';
import type { Problem } from '../refusal.ts';
import { isUsState } from '../us-states.ts';
import { BILLING_METHODS, isCobraForced, PAYMENT_METHODS, RATING_METHODOLOGIES } from './group-terms.ts';

/** The wizard's six steps, in order, with their names (specification 1, section 2.11). */
export const SETUP_STEPS = [
  'Company Information',
  'Billing Locations',
  'Class Setup',
  'Billing Setup',
  'Plan Selection',
  'Review & Submit',
] as const;
export const LAST_STEP = SETUP_STEPS.length;

type Location = {
  location_name: string;
  address_line1: string;
  address_line2: string;
  city: string;
  state: string;
  zip_code: string;
};
type PlanCustomization = {
  deductible?: number | null | undefined;
  coinsurance?: number | null | undefined;
  rating_methodology?: string | null | undefined;
};

/**
 * The wizard's whole form as it travels (specification 1, section 3). Dates are YYYY-MM-DD text or empty, counts are
 * integers.
 */
export type GroupSetupForm = {
  company_name: string;
  legal_name: string;
  tax_id: string;
  industry: string;
  sic_code: string;
  address_line1: string;
  address_line2: string;
  city: string;
  state: string;
  zip_code: string;
  phone: string;
  fax: string;
  email: string;
  website: string;
  employee_count: number;
  eligible_employee_count: number;
  effective_date: string;
  renewal_date: string;
  waiting_period_days: number;
  waiting_period_start: string;
  hours_requirement: number;
  billing_locations: readonly Location[];
  classes: readonly { class_name: string; billing_location: string }[];
  billing_method: string;
  payment_method: string;
  grace_period_days: number;
  retro_term_days: number;
  open_enrollment_start: string;
  open_enrollment_end: string;
  cobra_enabled: boolean;
  selected_plans: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  plan_customizations: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, PlanCustomization>>>>>>;
};

const MAX_TEXT = 200;

/** Collects problems under their paths; the first of a path wins. */
export class Findings {
  readonly list: Problem[] = [];
  add(path: string, message: string): void {
    if (!this.list.some((problem) => problem.path === path)) this.list.push({ path, message });
  }
  text(path: string, value: string, label: string, required: boolean): boolean {
    if (required && value.trim() === '') this.add(path, `Enter ${label}.`);
    else if (value.length > MAX_TEXT) this.add(path, `Use at most ${MAX_TEXT} characters.`);
    else return value.trim() !== '';
    return false;
  }
  whole(path: string, value: number, min: number, max: number, message: string): void {
    if (!Number.isInteger(value) || value < min || value > max) this.add(path, message);
  }
  date(path: string, value: string): CalendarDate | undefined {
    const date = parseCalendarDate(value);
    if (value !== '' && !date) this.add(path, 'Enter a date that exists, as MM/DD/YYYY.');
    else if (date && (date < '1900-01-01' || date > '2199-12-31'))
      this.add(path, 'Enter a year between 1900 and 2199.');
    return date;
  }
}

/** Street, city, state and ZIP code of a place, at paths that begin with `prefix`. */
export function checkAddress(
  found: Findings,
  prefix: string,
  place: { address_line1: string; address_line2: string; city: string; state: string; zip_code: string },
): void {
  found.text(`${prefix}address_line1`, place.address_line1, 'the street address', true);
  found.text(`${prefix}address_line2`, place.address_line2, 'the second address line', false);
  found.text(`${prefix}city`, place.city, 'the city', true);
  if (found.text(`${prefix}state`, place.state, 'the state', true) && !isUsState(place.state))
    found.add(`${prefix}state`, 'Enter a two-letter state, such as IL.');
  if (
    found.text(`${prefix}zip_code`, place.zip_code, 'the ZIP code', true) &&
    !/^\d{5}(-?\d{4})?$/.test(place.zip_code.trim())
  ) {
    found.add(`${prefix}zip_code`, 'Enter five digits, or nine as 62701-1234.');
  }
}

function checkCompany(found: Findings, form: GroupSetupForm): void {
  found.text('company_name', form.company_name, 'the company name', true);
  found.text('legal_name', form.legal_name, 'the legal name', false);
  if (found.text('tax_id', form.tax_id, 'the tax ID', true) && !/^\d{2}-?\d{7}$/.test(form.tax_id.trim()))
    found.add('tax_id', 'Enter nine digits, as 12-3456789.');
  found.text('industry', form.industry, 'the industry', false);
  if (found.text('sic_code', form.sic_code, 'the SIC code', false) && !/^\d{4}$/.test(form.sic_code.trim()))
    found.add('sic_code', 'Enter the four digits of the SIC code.');
  checkAddress(found, '', form);
  if (found.text('phone', form.phone, 'the phone number', true) && !storedPhone(form.phone))
    found.add('phone', 'Enter ten digits, as (555) 123-4567.');
  if (found.text('fax', form.fax, 'the fax number', false) && !storedPhone(form.fax))
    found.add('fax', 'Enter ten digits, as (555) 123-4567.');
  if (
    found.text('email', form.email, 'the email address', false) &&
    !/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(form.email.trim())
  ) {
    found.add('email', 'Enter an email address, as name@company.com.');
  }
  if (
    found.text('website', form.website, 'the website', false) &&
    !/^(https?:\/\/)?[^\s/.]+(\.[^\s/.]+)+(\/\S*)?$/.test(form.website.trim())
  ) {
    found.add('website', 'Enter a web address, as www.company.com.');
  }
  found.whole('employee_count', form.employee_count, 1, 1_000_000, 'Enter the number of employees, 1 or more.');
  found.whole('eligible_employee_count', form.eligible_employee_count, 0, 1_000_000, 'Enter a number of 0 or more.');
  if (form.eligible_employee_count > form.employee_count && form.employee_count > 0)
    found.add('eligible_employee_count', 'Not more than the number of employees.');
  if (form.effective_date === '') found.add('effective_date', 'Enter the effective date.');
  const effective = found.date('effective_date', form.effective_date);
  const renewal = found.date('renewal_date', form.renewal_date);
  if (effective && renewal && renewal <= effective)
    found.add('renewal_date', 'The renewal date lies after the effective date.');
  // The longest waiting period the law allows: 29 CFR 2590.715-2708 (domain rules 4.5).
  found.whole('waiting_period_days', form.waiting_period_days, 0, 90, 'Enter 0 to 90 days; 90 is the federal limit.');
  found.whole('hours_requirement', form.hours_requirement, 0, 168, 'Enter 0 to 168 hours a week.');
}

function repeated(names: readonly string[]): number[] {
  const seen = new Set<string>();
  return names.flatMap((name, index) => {
    const key = name.trim().toLowerCase();
    if (key === '') return [];
    if (seen.has(key)) return [index];
    seen.add(key);
    return [];
  });
}

function checkLocations(found: Findings, form: GroupSetupForm): void {
  if (form.billing_locations.length === 0) found.add('billing_locations', 'Add at least one billing location.');
  form.billing_locations.forEach((location, index) => {
    found.text(`billing_locations.${index}.location_name`, location.location_name, 'the location name', true);
    checkAddress(found, `billing_locations.${index}.`, location);
  });
  for (const index of repeated(form.billing_locations.map((location) => location.location_name))) {
    found.add(`billing_locations.${index}.location_name`, 'Another location has this name.');
  }
}

function checkClasses(found: Findings, form: GroupSetupForm): void {
  if (form.classes.length === 0) found.add('classes', 'Add at least one class.');
  const locations = new Set(form.billing_locations.map((location) => location.location_name));
  form.classes.forEach((one, index) => {
    found.text(`classes.${index}.class_name`, one.class_name, 'the class name', true);
    if (one.billing_location === '') found.add(`classes.${index}.billing_location`, 'Choose a billing location.');
    else if (!locations.has(one.billing_location))
      found.add(`classes.${index}.billing_location`, 'This location is no longer defined; choose another.');
  });
  for (const index of repeated(form.classes.map((one) => one.class_name)))
    found.add(`classes.${index}.class_name`, 'Another class has this name.');
}

function checkBilling(found: Findings, form: GroupSetupForm): void {
  if (!(BILLING_METHODS as readonly string[]).includes(form.billing_method))
    found.add('billing_method', 'Choose a billing method.');
  if (form.payment_method !== '' && !(PAYMENT_METHODS as readonly string[]).includes(form.payment_method))
    found.add('payment_method', 'Choose a payment method.');
  found.whole('grace_period_days', form.grace_period_days, 1, 365, 'Enter 1 to 365 days.');
  found.whole('retro_term_days', form.retro_term_days, 0, 365, 'Enter 0 to 365 days.');
  const start = found.date('open_enrollment_start', form.open_enrollment_start);
  const end = found.date('open_enrollment_end', form.open_enrollment_end);
  if (start && end && end < start)
    found.add('open_enrollment_end', 'Open enrollment ends on or after the day it starts.');
  if (isCobraForced(form.employee_count) && !form.cobra_enabled)
    found.add('cobra_enabled', 'COBRA applies to groups with 20+ employees.');
}

/**
 * Only what the form itself holds: a class may be named 'constructor' and a location 'name', which every object
 * inherits.
 */
const ownAt = <T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined;

/** The plans chosen in a cell of the matrix, each once; none when the class or location was renamed away. */
export function plansIn(
  form: Pick<GroupSetupForm, 'selected_plans'>,
  className: string,
  locationName: string,
): readonly string[] {
  return [...new Set(ownAt(ownAt(form.selected_plans, className), locationName))];
}

/**
 * Lines whose plans carry deductible, coinsurance and rating methodology of their own (specification 1, section 2.11).
 */
export const isCustomizable = (line: CoverageLine): boolean => line === 'medical' || line === 'dental';

function checkPlans(found: Findings, form: GroupSetupForm, planIds: ReadonlySet<string> | undefined): void {
  const cells = form.classes.flatMap((one) =>
    form.billing_locations.map((location) => plansIn(form, one.class_name, location.location_name)),
  );
  if (!cells.some((plans) => plans.length > 0))
    found.add('selected_plans', 'Choose at least one plan for a class and location.');
  if (planIds && cells.flat().some((plan) => !planIds.has(plan)))
    found.add('selected_plans', 'A chosen plan is no longer offered. Remove it and choose another.');
  for (const [className, locations] of Object.entries(form.plan_customizations)) {
    for (const [locationName, plans] of Object.entries(locations)) {
      for (const [planId, { deductible, coinsurance, rating_methodology }] of Object.entries(plans)) {
        const path = `plan_customizations.${className}.${locationName}.${planId}`;
        if (deductible !== null && deductible !== undefined)
          found.whole(`${path}.deductible`, deductible, 0, 10_000_000, 'Enter an amount of $0 to $100,000.');
        if (coinsurance !== null && coinsurance !== undefined)
          found.whole(`${path}.coinsurance`, coinsurance, 0, 100, 'Enter 0 to 100 percent.');
        if (rating_methodology && !(RATING_METHODOLOGIES as readonly string[]).includes(rating_methodology))
          found.add(`${path}.rating_methodology`, 'Choose composite or age_rated.');
      }
    }
  }
}

/**
 * Every problem of one step (1 to 6), each at its field's path. The page stops at the step with it, the server refuses
 * with the same words. `planIds` are the plans offered now; without them a withdrawn plan is not looked for. Source:
 * specification 1, section 5.
 */
export function problemsOfStep(step: number, form: GroupSetupForm, planIds?: ReadonlySet<string>): Problem[] {
  const found = new Findings();
  if (step === 1) checkCompany(found, form);
  if (step === 2) checkLocations(found, form);
  if (step === 3) checkClasses(found, form);
  if (step === 4) checkBilling(found, form);
  if (step === 5) checkPlans(found, form, planIds);
  return found.list;
}

export function problemsOfSetup(form: GroupSetupForm, planIds?: ReadonlySet<string>): Problem[] {
  return SETUP_STEPS.flatMap((_name, index) => problemsOfStep(index + 1, form, planIds));
}
