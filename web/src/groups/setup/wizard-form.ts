import type { GroupSetup } from '@openbenefits/contract/groups';
import { GROUP_DEFAULTS, type RatingMethodology } from '@openbenefits/domain/groups/group-terms';
import type { Cents } from '@openbenefits/domain/money';

/** The fields of steps 1 and 4, as they travel. */
export type Fields = Omit<GroupSetup, 'billing_locations' | 'classes' | 'selected_plans' | 'plan_customizations'>;
type Address = GroupSetup['billing_locations'][number];
export type LocationForm = Address & { readonly key: string };
export type ClassForm = {
  readonly key: string;
  readonly class_name: string;
  /** Key of a location, or empty. */
  readonly location: string;
};
/** A plan of a cell with what was set for it; null means the plan's own value. */
export type ChosenPlan = {
  readonly planId: string;
  readonly deductible: Cents | null;
  readonly coinsurance: number | null;
  readonly rating: RatingMethodology | null;
};

/**
 * The form while it is edited. What travels is keyed by names (specification 1, section 3); here locations and classes
 * have keys of their own, so that a rename keeps everything attached, also while two names are the same for a moment of
 * typing.
 */
export type WizardForm = {
  readonly fields: Fields;
  readonly locations: readonly LocationForm[];
  readonly classes: readonly ClassForm[];
  readonly cells: Readonly<Record<string, readonly ChosenPlan[]>>;
  readonly lastKey: number;
};

export const cellKey = (classKey: string, locationKey: string): string => `${classKey}/${locationKey}`;

export const EMPTY_ADDRESS: Address = {
  location_name: '',
  address_line1: '',
  address_line2: '',
  city: '',
  state: '',
  zip_code: '',
};

const BLANK_FIELDS: Fields = {
  company_name: '',
  legal_name: '',
  tax_id: '',
  industry: '',
  sic_code: '',
  address_line1: '',
  address_line2: '',
  city: '',
  state: '',
  zip_code: '',
  phone: '',
  fax: '',
  email: '',
  website: '',
  employee_count: 0,
  eligible_employee_count: 0,
  effective_date: '',
  renewal_date: '',
  waiting_period_days: GROUP_DEFAULTS.waitingPeriodDays,
  waiting_period_start: GROUP_DEFAULTS.waitingPeriodStart,
  hours_requirement: GROUP_DEFAULTS.hoursRequirement,
  group_type: 'traditional',
  billing_method: GROUP_DEFAULTS.billingMethod,
  payment_method: '',
  grace_period_days: GROUP_DEFAULTS.gracePeriodDays,
  retro_term_days: GROUP_DEFAULTS.retroTermDays,
  open_enrollment_start: '',
  open_enrollment_end: '',
  cobra_enabled: false,
};

/** A new form: one location and one class to fill in, since each group has at least one of both. */
export const BLANK_SETUP: GroupSetup = {
  ...BLANK_FIELDS,
  billing_locations: [EMPTY_ADDRESS],
  classes: [{ class_name: '', billing_location: '' }],
  selected_plans: {},
  plan_customizations: {},
};

/** Pairs become an object of own properties: a class may be named 'constructor'. */
const own = <T>(pairs: readonly (readonly [string, T])[]): Record<string, T> => Object.fromEntries(pairs);

/**
 * What travels: names instead of keys, without the spaces around them, and without cells that nothing was chosen for.
 */
export function toSetup({ fields, locations, classes, cells }: WizardForm): GroupSetup {
  const names = new Map(locations.map(({ key, location_name }) => [key, location_name.trim()]));
  const matrix = <T>(content: (plans: readonly ChosenPlan[]) => T | undefined): Record<string, Record<string, T>> =>
    own(
      classes.flatMap(({ key, class_name }) => {
        const row = locations.flatMap((location) => {
          const inside = content(cells[cellKey(key, location.key)] ?? []);
          return inside === undefined ? [] : [[location.location_name.trim(), inside] as const];
        });
        return row.length === 0 ? [] : [[class_name.trim(), own(row)] as const];
      }),
    );
  return {
    ...fields,
    billing_locations: locations.map(({ key: _key, ...location }) => ({
      ...location,
      location_name: location.location_name.trim(),
    })),
    classes: classes.map(({ class_name, location }) => ({
      class_name: class_name.trim(),
      billing_location: names.get(location) ?? '',
    })),
    selected_plans: matrix((plans) => (plans.length > 0 ? plans.map(({ planId }) => planId) : undefined)),
    plan_customizations: matrix((plans) => {
      const set = plans.filter(
        ({ deductible, coinsurance, rating }) => deductible !== null || coinsurance !== null || rating !== null,
      );
      return set.length === 0
        ? undefined
        : own(
            set.map(
              ({ planId, deductible, coinsurance, rating }) =>
                [planId, { deductible, coinsurance, rating_methodology: rating }] as const,
            ),
          );
    }),
  };
}

const ownAt = <T>(record: Record<string, T> | undefined, key: string): T | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined;

/** The other way: each location and class gets a key; a selection whose class or location is not there is dropped. */
export function fromSetup(setup: GroupSetup): WizardForm {
  const { billing_locations, classes, selected_plans, plan_customizations, ...fields } = setup;
  const locations = billing_locations.map((location, index) => ({ ...location, key: `l${index + 1}` }));
  const rows = classes.map(({ class_name, billing_location }, index) => ({
    key: `c${index + 1}`,
    class_name,
    location:
      billing_location === ''
        ? ''
        : (locations.find(({ location_name }) => location_name === billing_location)?.key ?? ''),
  }));
  const cells = rows.flatMap((row) =>
    locations.flatMap((location) => {
      const ids = ownAt(ownAt(selected_plans, row.class_name), location.location_name) ?? [];
      if (ids.length === 0) return [];
      const set = ownAt(ownAt(plan_customizations, row.class_name), location.location_name);
      const plans = ids.map((planId): ChosenPlan => {
        const { deductible = null, coinsurance = null, rating_methodology: rating = null } = ownAt(set, planId) ?? {};
        return { planId, deductible, coinsurance, rating };
      });
      return [[cellKey(row.key, location.key), plans] as const];
    }),
  );
  return { fields, locations, classes: rows, cells: own(cells), lastKey: Math.max(locations.length, rows.length) };
}
