import { type CalendarDate, contains, type Period } from '../calendar-date.ts';
import { COVERAGE_LINES } from '../coverage-line.ts';
import { type Tier, tierOf } from '../coverage/tier.ts';
import { type PersonDraft, spansOf } from '../members/person-draft.ts';

/** Monthly rates in cents, by plan and tier, each valid for a period. */
export type RateTable = ReadonlyMap<string, ReadonlyMap<Tier, readonly (Period & { readonly cents: number })[]>>;

function rateOf(rates: RateTable, planId: string, tier: Tier, on: CalendarDate): number {
  return (
    rates
      .get(planId)
      ?.get(tier)
      ?.find((rate) => contains(rate, on))?.cents ?? 0
  );
}

/**
 * Returns a family's monthly premium on a day, in cents by plan: the subscriber's plan of each line at the rate of the
 * tier derived from the covered members. Same figure as the database's `premiums`; a plan without a rate (ICHRA
 * allowances) counts as 0.
 */
export function familyPremium(
  subscriber: PersonDraft,
  dependents: readonly PersonDraft[],
  on: CalendarDate,
  rates: RateTable,
): Map<string, number> {
  const byPlan = new Map<string, number>();
  const holds = (span: Period): boolean => contains(span, on);
  for (const line of COVERAGE_LINES) {
    const own = spansOf(subscriber, line).find(holds);
    if (!own) continue;
    const covered = dependents.filter((one) => spansOf(one, line).some(holds)).map(({ relationship }) => relationship);
    byPlan.set(own.planId, (byPlan.get(own.planId) ?? 0) + rateOf(rates, own.planId, tierOf(covered), on));
  }
  return byPlan;
}
