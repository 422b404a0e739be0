import type { ProrationRules } from './proration.ts';

/** How a plan year charges parts of a month. */
export type PlanRules = {
  readonly proration: ProrationRules;
  /** Days of a newborn's coverage that are waived (domain rules 4.8). */
  readonly newbornFreeDays: number;
};

export const DEFAULT_PLAN_RULES: PlanRules = {
  proration: { start: 'full_month', end: 'full_month', birth: 'full_month' },
  newbornFreeDays: 0,
};
