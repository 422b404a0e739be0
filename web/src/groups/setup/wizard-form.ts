import type { GroupSetup } from '@openbenefits/contract/groups';
import { blankSetupFields } from '@openbenefits/domain/groups/group-fields';
import type { RatingMethodology } from '@openbenefits/domain/groups/group-terms';
import type { Cents } from '@openbenefits/domain/money';

/** The fields of steps 1 and 4, as they travel. */
export type Fields = Omit<GroupSetup, 'billingLocations' | 'classes' | 'selectedPlans' | 'planCustomizations'>;
type Address = GroupSetup['billingLocations'][number];
export type LocationForm = Address & { readonly key: string };
export type ClassForm = {
  readonly key: string;
  readonly className: string;
  /** Key of a location, or empty. */
  readonly location: string;
};
/** A cell's plan with its settings; null means the plan's own value. */
export type ChosenPlan = {
  readonly planId: string;
  readonly deductible: Cents | null;
  readonly coinsurance: number | null;
  readonly rating: RatingMethodology | null;
};

/**
 * The form while it is edited. Requests use names as keys (specification 1, section 3); here locations and classes have
 * their own keys, so that a rename keeps their data, even while two names are equal during typing.
 */
export type WizardForm = {
  readonly fields: Fields;
  readonly locations: readonly LocationForm[];
  readonly classes: readonly ClassForm[];
  readonly cells: Readonly<Record<string, readonly ChosenPlan[]>>;
  readonly lastKey: number;
};

export const cellKey = (classKey: string, locationKey: string): string => `${classKey}/${locationKey}`;

export const EMPTY_LOCATION: Address = {
  locationName: '',
  addressLine1: '',
  addressLine2: '',
  city: '',
  state: '',
  zipCode: '',
};

const BLANK_FIELDS = blankSetupFields() as Fields;

/** A new form with one location and one class, because each group has at least one of both. */
export const BLANK_SETUP: GroupSetup = {
  ...BLANK_FIELDS,
  billingLocations: [EMPTY_LOCATION],
  classes: [{ className: '', billingLocation: '' }],
  selectedPlans: {},
  planCustomizations: {},
};

/** Converts pairs into an object of own properties, because a class may be named 'constructor'. */
const own = <T>(pairs: readonly (readonly [string, T])[]): Record<string, T> => Object.fromEntries(pairs);

/** Converts the form for the request: names instead of keys, trimmed, and without empty cells. */
export function toSetup({ fields, locations, classes, cells }: WizardForm): GroupSetup {
  const names = new Map(locations.map(({ key, locationName }) => [key, locationName.trim()]));
  const matrix = <T>(content: (plans: readonly ChosenPlan[]) => T | undefined): Record<string, Record<string, T>> =>
    own(
      classes.flatMap(({ key, className }) => {
        const row = locations.flatMap((location) => {
          const inside = content(cells[cellKey(key, location.key)] ?? []);
          return inside === undefined ? [] : [[location.locationName.trim(), inside] as const];
        });
        return row.length === 0 ? [] : [[className.trim(), own(row)] as const];
      }),
    );
  return {
    ...fields,
    billingLocations: locations.map(({ key: _key, ...location }) => ({
      ...location,
      locationName: location.locationName.trim(),
    })),
    classes: classes.map(({ className, location }) => ({
      className: className.trim(),
      billingLocation: names.get(location) ?? '',
    })),
    selectedPlans: matrix((plans) => (plans.length > 0 ? plans.map(({ planId }) => planId) : undefined)),
    planCustomizations: matrix((plans) => {
      const set = plans.filter(
        ({ deductible, coinsurance, rating }) => deductible !== null || coinsurance !== null || rating !== null,
      );
      return set.length === 0
        ? undefined
        : own(
            set.map(
              ({ planId, deductible, coinsurance, rating }) =>
                [planId, { deductible, coinsurance, ratingMethodology: rating }] as const,
            ),
          );
    }),
  };
}

const ownAt = <T>(record: Record<string, T> | undefined, key: string): T | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined;

/**
 * Converts a request's form back: each location and class gets a key; a selection without its class or location is
 * dropped.
 */
export function fromSetup(setup: GroupSetup): WizardForm {
  const { billingLocations, classes, selectedPlans, planCustomizations, ...fields } = setup;
  const locations = billingLocations.map((location, index) => ({ ...location, key: `l${index + 1}` }));
  const rows = classes.map(({ className, billingLocation }, index) => ({
    key: `c${index + 1}`,
    className,
    location:
      billingLocation === '' ? '' : (locations.find(({ locationName }) => locationName === billingLocation)?.key ?? ''),
  }));
  const cells = rows.flatMap((row) =>
    locations.flatMap((location) => {
      const ids = ownAt(ownAt(selectedPlans, row.className), location.locationName) ?? [];
      if (ids.length === 0) return [];
      const set = ownAt(ownAt(planCustomizations, row.className), location.locationName);
      const plans = ids.map((planId): ChosenPlan => {
        const { deductible = null, coinsurance = null, ratingMethodology: rating = null } = ownAt(set, planId) ?? {};
        return { planId, deductible, coinsurance, rating };
      });
      return [[cellKey(row.key, location.key), plans] as const];
    }),
  );
  return { fields, locations, classes: rows, cells: own(cells), lastKey: Math.max(locations.length, rows.length) };
}
