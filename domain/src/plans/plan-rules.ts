import type { ProrationRules } from './proration.ts';
import { RATING_ROLES, type RatingRoles } from './rating-role.ts';

/**
 * What a dependent with the relationship "Other" (a grandchild, a ward) counts as for a price; without a role, the
 * household is held until the plan gives it one.
 */
export const OTHER_DEPENDENTS = ['none', 'child'] as const;
export type OtherDependents = (typeof OTHER_DEPENDENTS)[number];

export const OTHER_DEPENDENTS_LABEL: Readonly<Record<OtherDependents, string>> = {
  none: 'Not rated',
  child: 'As a child',
};

/** Which people a plan year charges, and how it charges parts of a month. */
export type PlanRules = {
  readonly proration: ProrationRules;
  /** Days of a newborn's coverage that are waived (domain rules 4.8). */
  readonly newbornFreeDays: number;
  readonly otherDependents: OtherDependents;
};

export const DEFAULT_PLAN_RULES: PlanRules = {
  proration: { start: 'full_month', end: 'full_month', birth: 'full_month' },
  newbornFreeDays: 0,
  otherDependents: 'none',
};

const WITH_OTHERS: RatingRoles = { ...RATING_ROLES, other: 'child' };

export const rolesOf = ({ otherDependents }: PlanRules): RatingRoles =>
  otherDependents === 'child' ? WITH_OTHERS : RATING_ROLES;
