import type { Relationship } from '../relationship.ts';

/** What a person counts as for a price. */
export type RatingRole = 'employee' | 'spouse' | 'child';

/**
 * Which relationships a plan rates, and as what. A relationship that is missing has no rating role: the household is
 * held until the plan gives it one (money engine, fail closed).
 */
export type RatingRoles = Readonly<Partial<Record<Relationship, RatingRole>>>;

/** A domestic partner counts as a spouse, whatever the partner's age (domain rules 4.3). */
export const RATING_ROLES: RatingRoles = {
  self: 'employee',
  spouse: 'spouse',
  domestic_partner: 'spouse',
  child: 'child',
  step_child: 'child',
  adopted_child: 'child',
};
