import type { GroupSetup } from '@openbenefits/contract/groups';
import { GROUP_TYPES } from '@openbenefits/domain/groups/group-status';
import {
  BILLING_METHODS,
  PAYMENT_METHODS,
  RATING_METHODOLOGIES,
  WAITING_PERIOD_STARTS,
} from '@openbenefits/domain/groups/group-terms';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import { BLANK_SETUP, EMPTY_ADDRESS } from './wizard-form.ts';

type Raw = Readonly<Record<string, unknown>>;

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);
const rawsOf = (value: unknown): Raw[] => (Array.isArray(value) ? value.filter(isRaw) : []);
const entriesOf = (value: unknown): [string, unknown][] => (isRaw(value) ? Object.entries(value) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const oneOf = <T>(choices: readonly T[], value: unknown): T | undefined => choices.find((choice) => choice === value);

/**
 * Each field as it was saved, or the blank form's where it is missing or of another kind: a draft may be incomplete or
 * older than the form.
 */
function fieldsOf(
  raw: Raw,
): Omit<GroupSetup, 'billing_locations' | 'classes' | 'selected_plans' | 'plan_customizations'> {
  const { billing_locations: _l, classes: _c, selected_plans: _s, plan_customizations: _p, ...blank } = BLANK_SETUP;
  const kept = Object.entries(blank).map(([name, standard]) => [
    name,
    typeof raw[name] === typeof standard ? raw[name] : standard,
  ]);
  const fields = Object.fromEntries(kept) as typeof blank;
  for (const name of [
    'employee_count',
    'eligible_employee_count',
    'waiting_period_days',
    'hours_requirement',
    'grace_period_days',
    'retro_term_days',
  ] as const) {
    if (!Number.isSafeInteger(fields[name])) fields[name] = blank[name];
  }
  return {
    ...fields,
    group_type: oneOf(GROUP_TYPES, raw.group_type) ?? blank.group_type,
    waiting_period_start: oneOf(WAITING_PERIOD_STARTS, raw.waiting_period_start) ?? blank.waiting_period_start,
    billing_method: oneOf([...BILLING_METHODS, ''] as const, raw.billing_method) ?? blank.billing_method,
    payment_method: oneOf([...PAYMENT_METHODS, ''] as const, raw.payment_method) ?? '',
  };
}

const wholeOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
const centsOf = (value: unknown): Cents | null => {
  const whole = wholeOf(value);
  return whole === null ? null : fromCents(whole);
};

/** A map of class name to location name to whatever is inside. */
function matrixOf<T>(value: unknown, inside: (cell: unknown) => T): Record<string, Record<string, T>> {
  return Object.fromEntries(
    entriesOf(value).map(([className, row]) => [
      className,
      Object.fromEntries(entriesOf(row).map(([location, cell]) => [location, inside(cell)])),
    ]),
  );
}

/**
 * Reads a saved draft. Nothing in it is trusted to have the form's shape: it came from an earlier day, or from another
 * program.
 */
export function readDraft(raw: Raw): GroupSetup {
  const locations = rawsOf(raw.billing_locations).map((one) => ({
    location_name: textOf(one.location_name),
    address_line1: textOf(one.address_line1),
    address_line2: textOf(one.address_line2),
    city: textOf(one.city),
    state: textOf(one.state),
    zip_code: textOf(one.zip_code),
  }));
  const classes = rawsOf(raw.classes).map((one) => ({
    class_name: textOf(one.class_name),
    billing_location: textOf(one.billing_location),
  }));
  return {
    ...fieldsOf(raw),
    billing_locations: locations.length > 0 ? locations : [EMPTY_ADDRESS],
    classes: classes.length > 0 ? classes : BLANK_SETUP.classes,
    selected_plans: matrixOf(raw.selected_plans, (cell) =>
      Array.isArray(cell) ? [...new Set(cell.filter((id): id is string => typeof id === 'string'))] : [],
    ),
    plan_customizations: matrixOf(raw.plan_customizations, (cell) =>
      Object.fromEntries(
        entriesOf(cell).flatMap(([planId, set]) =>
          isRaw(set)
            ? [
                [
                  planId,
                  {
                    deductible: centsOf(set.deductible),
                    coinsurance: wholeOf(set.coinsurance),
                    rating_methodology: oneOf(RATING_METHODOLOGIES, set.rating_methodology) ?? null,
                  },
                ] as const,
              ]
            : [],
        ),
      ),
    ),
  };
}
