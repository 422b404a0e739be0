import type { PremiumPart, PremiumParts } from '@openbenefits/contract/premium-parts';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { fromCents, ZERO } from '@openbenefits/domain/money';
import { PLAN_TIERS } from '@openbenefits/domain/plans/tier-set';
import { type PricedKind, pricedKinds } from './premium-totals.ts';
import { tierOfHousehold } from './price-explanations.ts';
import type { Pricing } from './rating-ages.ts';

/** The part that a household belongs to; rates by tier have one price per tier. */
function partOf({ household, plan, rates, price }: PricedKind): PremiumPart {
  const isByTier = rates?.table.method === 'composite';
  return {
    line: household.line,
    planId: household.planId,
    planCode: plan?.code ?? '',
    planName: plan?.name ?? '',
    tier: isByTier ? tierOfHousehold(household, rates) : null,
    subscribers: 0,
    price: isByTier && !('held' in price) ? price.total : null,
    sum: ZERO,
  };
}

const placeOf = (part: PremiumPart): number => (part.tier ? PLAN_TIERS.indexOf(part.tier) : PLAN_TIERS.length);

/** What adds up to the premium of a group on a day, by the same prices as its totals (`premiumTotals`). */
export async function premiumPartsOf(pricing: Pricing, groupId: string, on: CalendarDate): Promise<PremiumParts> {
  const parts = new Map<string, PremiumPart>();
  const held = new Map<PremiumPart['line'], number>();
  for (const kind of await pricedKinds(pricing, [groupId], on)) {
    const { household, price, count } = kind;
    if ('held' in price) {
      held.set(household.line, (held.get(household.line) ?? 0) + count);
      continue;
    }
    const fresh = partOf(kind);
    const key = `${fresh.line} ${fresh.planId} ${fresh.tier ?? ''} ${fresh.price ?? ''}`;
    const part = parts.get(key) ?? fresh;
    part.subscribers += count;
    part.sum = fromCents(part.sum + price.total * count);
    parts.set(key, part);
  }
  return {
    on,
    parts: [...parts.values()].toSorted(
      (a, b) =>
        COVERAGE_LINES.indexOf(a.line) - COVERAGE_LINES.indexOf(b.line) ||
        a.planName.localeCompare(b.planName, 'en') ||
        placeOf(a) - placeOf(b),
    ),
    held: [...held].map(([line, subscribers]) => ({ line, subscribers })),
  };
}
