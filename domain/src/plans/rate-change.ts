/** What is known of a plan's rates for its next plan year. */
export const NEXT_RATE_KINDS = ['change', 'none', 'new', 'draft', 'missing', 'not_rated'] as const;

/** Tenths of a percent: 42 is +4.2%. */
export type Tenths = number;

/** The change from one total of rates to another, in tenths of a percent; null where there is nothing to compare. */
export const rateChange = (before: number, after: number): Tenths | null =>
  before > 0 ? Math.round(((after - before) * 1000) / before) : null;

/** The average change, weighted by the people who pay it; null without any. */
export function averageRateChange(
  plans: readonly { readonly change: Tenths; readonly enrolled: number }[],
): Tenths | null {
  const people = plans.reduce((sum, { enrolled }) => sum + enrolled, 0);
  return people === 0
    ? null
    : Math.round(plans.reduce((sum, { change, enrolled }) => sum + change * enrolled, 0) / people);
}

/** '+4.2%', '−1.0%', 'no change'. */
export const rateChangeText = (change: Tenths): string =>
  change === 0 ? 'no change' : `${change > 0 ? '+' : '−'}${(Math.abs(change) / 10).toFixed(1)}%`;
