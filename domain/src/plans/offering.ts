import { type CalendarDate, formatDate } from '../calendar-date.ts';

/** A plan that a group offers to a class at a location, by their codes. */
export type Offer = {
  readonly planId: string;
  readonly classCode: string;
  readonly locationCode: string;
  /** How the offering is rated; null where it does not say. */
  readonly methodology?: Methodology | null | undefined;
};

/** By tier or by age: a plan can have rates of both kinds. */
export type Methodology = 'composite' | 'age_rated';

/** What a group offers; null where it has arranged nothing, which means every plan. */
export type Offers = readonly Offer[] | null;

/** Why a plan cannot be chosen, in the words of every way in: form, plan change, file, API. */
export const NOT_OFFERED = 'This plan is not offered to this class at this location. Choose another.';

/**
 * Returns whether a member of a class at a location may newly be enrolled in a plan; an empty code means any. A plan
 * that a member already has may be kept when it is no longer offered.
 */
export const isOffered = (offers: Offers, planId: string, classCode: string, locationCode: string): boolean =>
  offers === null ||
  offers.some(
    (offer) =>
      offer.planId === planId &&
      (classCode === '' || offer.classCode === classCode) &&
      (locationCode === '' || offer.locationCode === locationCode),
  );

/**
 * Returns whether the price of a plan depends on the subscriber's age, for a class at a location. `has` are the kinds of
 * rates that the plan has; an offering that names no kind takes rates by tier first, as prices do.
 */
export function isRatedByAge(
  offers: Offers,
  { id, methodologies: has = [] }: { readonly id: string; readonly methodologies?: readonly Methodology[] | undefined },
  classCode: string,
  locationCode: string,
): boolean {
  if (!has.includes('age_rated')) return false;
  const chosen = (offers ?? []).filter(
    (offer) => offer.planId === id && isOffered([offer], id, classCode, locationCode),
  );
  const kinds = chosen.length > 0 ? chosen.map(({ methodology }) => methodology) : [null];
  return kinds.some((kind) => kind === 'age_rated' || (!kind && !has.includes('composite')));
}

/** The days from which a plan takes no new members, by plan; one that is not listed takes them. */
export type ClosedPlans = Readonly<Record<string, CalendarDate>>;

/** The first day without new members; null where there is none. */
export const closedFrom = (plan: {
  readonly withdrawnFrom?: CalendarDate | null;
  readonly terminatedFrom?: CalendarDate | null;
}): CalendarDate | null => {
  const days = [plan.withdrawnFrom, plan.terminatedFrom].filter((day) => day !== null && day !== undefined);
  return days.reduce<CalendarDate | null>((first, day) => (first === null || day < first ? day : first), null);
};

/**
 * Why coverage that begins on a day cannot be opened in a plan that is withdrawn or terminated; undefined where it can.
 * A member who already has the plan keeps it.
 */
export const closedRefusal = (closes: CalendarDate | null | undefined, start: CalendarDate): string | undefined =>
  closes && start >= closes
    ? `This plan takes no new members from ${formatDate(closes)} on. Choose another.`
    : undefined;
