import type { ProrationRules } from './proration.ts';
import type { RateVersionRule } from './rate-version.ts';
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

/** Whether the employer's contribution counts on a tobacco surcharge, or the employee pays it whole. */
export const TOBACCO_SURCHARGES = ['shared', 'employee'] as const;
export type TobaccoSurcharge = (typeof TOBACCO_SURCHARGES)[number];

export const TOBACCO_SURCHARGE_LABEL: Readonly<Record<TobaccoSurcharge, string>> = {
  shared: 'Contribution on the whole premium',
  employee: 'Contribution before the surcharge',
};

/** Which people a plan year charges, and how it charges parts of a month. */
export type PlanRules = {
  readonly proration: ProrationRules;
  /** Days of a newborn's coverage that are waived (domain rules 4.8). */
  readonly newbornFreeDays: number;
  readonly otherDependents: OtherDependents;
  readonly tobaccoSurcharge: TobaccoSurcharge;
  /** Which version of the rates prices a month of a group. */
  readonly rateVersion: RateVersionRule;
};

export const DEFAULT_PLAN_RULES: PlanRules = {
  proration: { start: 'full_month', end: 'full_month', birth: 'full_month' },
  newbornFreeDays: 0,
  otherDependents: 'none',
  tobaccoSurcharge: 'shared',
  rateVersion: 'plan_year',
};

const WITH_OTHERS: RatingRoles = { ...RATING_ROLES, other: 'child' };

export const rolesOf = ({ otherDependents }: PlanRules): RatingRoles =>
  otherDependents === 'child' ? WITH_OTHERS : RATING_ROLES;
