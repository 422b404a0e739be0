import type { CoverageLine } from '../coverage-line.ts';
import type { Problem } from '../refusal.ts';
import { Findings } from './findings.ts';
import { checkAcrossFields, checkGroupField, checkText } from './group-field-rules.ts';
import { type GroupForm, SETUP_FIELDS, type SetupField, setupStepOf } from './group-fields.ts';
import { RATING_METHODOLOGIES } from './group-terms.ts';

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

export type LocationForm = {
  locationName: string;
  addressLine1: string;
  addressLine2: string;
  city: string;
  state: string;
  zipCode: string;
};
type PlanCustomization = {
  deductible?: number | null | undefined;
  coinsurance?: number | null | undefined;
  ratingMethodology?: string | null | undefined;
};

/** The wizard's form as sent (specification 1, section 3): the group's fields with its locations, classes and plans. */
export type GroupSetupForm = Pick<GroupForm, SetupField> & {
  billingLocations: readonly LocationForm[];
  classes: readonly { className: string; billingLocation: string }[];
  selectedPlans: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  planCustomizations: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, PlanCustomization>>>>>>;
};

/** Validates street, city, state and ZIP code of a billing location, at paths that start with `prefix`. */
export function checkAddress(found: Findings, prefix: string, place: Omit<LocationForm, 'locationName'>): void {
  const check = (name: keyof typeof place, kind: string, noun: string, required = true): void =>
    checkText(found, `${prefix}${name}`, place[name], { kind, noun, required });
  check('addressLine1', 'text', 'the street address');
  check('addressLine2', 'text', 'the second address line', false);
  check('city', 'text', 'the city');
  check('state', 'state', 'the state');
  check('zipCode', 'zip', 'the ZIP code');
}

/** Validates the group's fields of step 1 or 4, in table order, then rules between them. */
function checkFields(found: Findings, form: GroupSetupForm, step: 1 | 4): void {
  for (const name of SETUP_FIELDS) if (setupStepOf(name) === step) checkGroupField(found, name, form, 'setup');
  checkAcrossFields(found, form, step);
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
  if (form.billingLocations.length === 0) found.add('billingLocations', 'Add at least one billing location.');
  form.billingLocations.forEach((location, index) => {
    found.text(`billingLocations.${index}.locationName`, location.locationName, 'the location name', true);
    checkAddress(found, `billingLocations.${index}.`, location);
  });
  for (const index of repeated(form.billingLocations.map((location) => location.locationName))) {
    found.add(`billingLocations.${index}.locationName`, 'Another location has this name.');
  }
}

function checkClasses(found: Findings, form: GroupSetupForm): void {
  if (form.classes.length === 0) found.add('classes', 'Add at least one class.');
  const locations = new Set(form.billingLocations.map((location) => location.locationName));
  form.classes.forEach((one, index) => {
    found.text(`classes.${index}.className`, one.className, 'the class name', true);
    if (one.billingLocation === '') found.add(`classes.${index}.billingLocation`, 'Choose a billing location.');
    else if (!locations.has(one.billingLocation))
      found.add(`classes.${index}.billingLocation`, 'This location no longer exists. Choose another.');
  });
  for (const index of repeated(form.classes.map((one) => one.className)))
    found.add(`classes.${index}.className`, 'Another class has this name.');
}

/** Checks own properties only: a class may be named 'constructor', which every object inherits. */
const ownAt = <T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined;

/** Returns the plans chosen in a cell of the matrix, each once; none when the class or location was renamed away. */
export function plansIn(
  form: Pick<GroupSetupForm, 'selectedPlans'>,
  className: string,
  locationName: string,
): readonly string[] {
  return [...new Set(ownAt(ownAt(form.selectedPlans, className), locationName))];
}

/**
 * Coverage lines whose plans have their own deductible, coinsurance and rating methodology (specification 1, section
 * 2.11).
 */
export const isCustomizable = (line: CoverageLine): boolean => line === 'medical' || line === 'dental';

function checkPlans(found: Findings, form: GroupSetupForm, planIds: ReadonlySet<string> | undefined): void {
  const cells = form.classes.flatMap((one) =>
    form.billingLocations.map((location) => plansIn(form, one.className, location.locationName)),
  );
  if (!cells.some((plans) => plans.length > 0))
    found.add('selectedPlans', 'Choose at least one plan for a class and location.');
  if (planIds && cells.flat().some((plan) => !planIds.has(plan)))
    found.add('selectedPlans', 'A chosen plan is no longer offered. Remove it and choose another.');
  for (const [className, locations] of Object.entries(form.planCustomizations)) {
    for (const [locationName, plans] of Object.entries(locations)) {
      for (const [planId, { deductible, coinsurance, ratingMethodology }] of Object.entries(plans)) {
        const path = `planCustomizations.${className}.${locationName}.${planId}`;
        if (deductible !== null && deductible !== undefined)
          found.whole(`${path}.deductible`, deductible, 0, 10_000_000, 'Enter an amount of $0 to $100,000.');
        if (coinsurance !== null && coinsurance !== undefined)
          found.whole(`${path}.coinsurance`, coinsurance, 0, 100, 'Enter 0 to 100 percent.');
        if (ratingMethodology && !(RATING_METHODOLOGIES as readonly string[]).includes(ratingMethodology))
          found.add(`${path}.ratingMethodology`, 'Choose composite or age_rated.');
      }
    }
  }
}

/**
 * Returns every problem of one step (1 to 6) with its field's path. The page and the server use the same messages.
 * `planIds` are the plans offered now; without them, withdrawn plans are not checked. Source: specification 1, section
 * 5.
 */
export function problemsOfStep(step: number, form: GroupSetupForm, planIds?: ReadonlySet<string>): Problem[] {
  const found = new Findings();
  if (step === 1 || step === 4) checkFields(found, form, step);
  if (step === 2) checkLocations(found, form);
  if (step === 3) checkClasses(found, form);
  if (step === 5) checkPlans(found, form, planIds);
  return found.list;
}

export function problemsOfSetup(form: GroupSetupForm, planIds?: ReadonlySet<string>): Problem[] {
  return SETUP_STEPS.flatMap((_name, index) => problemsOfStep(index + 1, form, planIds));
}
