/** A plan that a group offers to a class at a location, by their codes. */
export type Offer = { readonly planId: string; readonly classCode: string; readonly locationCode: string };

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
