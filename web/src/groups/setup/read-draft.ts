import type { GroupSetup } from '@openbenefits/contract/groups';
import { groupField, initialOf, SETUP_FIELDS, type SetupField } from '@openbenefits/domain/groups/group-fields';
import { RATING_METHODOLOGIES } from '@openbenefits/domain/groups/group-terms';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import { BLANK_SETUP, EMPTY_LOCATION, type Fields } from './wizard-form.ts';

type Raw = Readonly<Record<string, unknown>>;

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);
const rawsOf = (value: unknown): Raw[] => (Array.isArray(value) ? value.filter(isRaw) : []);
const entriesOf = (value: unknown): [string, unknown][] => (isRaw(value) ? Object.entries(value) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const oneOf = <T>(choices: readonly T[], value: unknown): T | undefined => choices.find((choice) => choice === value);

/**
 * Returns a saved field, or the blank form's if it is missing or has another type: a draft may be incomplete or older
 * than the form.
 */
function fieldOf(name: SetupField, saved: unknown): unknown {
  const spec = groupField(name);
  const blank = initialOf(name);
  if (typeof saved !== typeof blank) return blank;
  if (spec.kind === 'whole' && !Number.isSafeInteger(saved)) return blank;
  if (spec.kind !== 'choice') return saved;
  const isOpen = saved === '' && spec.none !== undefined;
  return isOpen || Object.hasOwn(spec.options, String(saved)) ? saved : blank;
}

const fieldsOf = (raw: Raw): Fields =>
  Object.fromEntries(SETUP_FIELDS.map((name) => [name, fieldOf(name, raw[name])])) as Fields;

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
  const locations = rawsOf(raw.billingLocations).map((one) => ({
    locationName: textOf(one.locationName),
    addressLine1: textOf(one.addressLine1),
    addressLine2: textOf(one.addressLine2),
    city: textOf(one.city),
    state: textOf(one.state),
    zipCode: textOf(one.zipCode),
  }));
  const classes = rawsOf(raw.classes).map((one) => ({
    className: textOf(one.className),
    billingLocation: textOf(one.billingLocation),
  }));
  return {
    ...fieldsOf(raw),
    billingLocations: locations.length > 0 ? locations : [EMPTY_LOCATION],
    classes: classes.length > 0 ? classes : BLANK_SETUP.classes,
    selectedPlans: matrixOf(raw.selectedPlans, (cell) =>
      Array.isArray(cell) ? [...new Set(cell.filter((id): id is string => typeof id === 'string'))] : [],
    ),
    planCustomizations: matrixOf(raw.planCustomizations, (cell) =>
      Object.fromEntries(
        entriesOf(cell).flatMap(([planId, set]) =>
          isRaw(set)
            ? [
                [
                  planId,
                  {
                    deductible: centsOf(set.deductible),
                    coinsurance: wholeOf(set.coinsurance),
                    ratingMethodology: oneOf(RATING_METHODOLOGIES, set.ratingMethodology) ?? null,
                  },
                ] as const,
              ]
            : [],
        ),
      ),
    ),
  };
}
