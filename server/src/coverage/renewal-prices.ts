import { addDays, type CalendarDate } from '@openbenefits/domain/calendar-date';
import type { HeldReason } from '@openbenefits/domain/plans/price-trace';
import { planYearStart } from '@openbenefits/domain/plans/plan-year';
import { type Renewal, type RenewedLine, renewalOf } from '@openbenefits/domain/plans/renewal';
import { type CoveredHousehold, coveredHouseholds, type HouseholdPrice, openPricer } from './household-prices.ts';
import type { Pricing } from './rating-ages.ts';

/** A renewal of a group to try: its day, which plan members move to, and whether drafts of rates count. */
export type RenewalQuestion = {
  readonly groupId: string;
  readonly renewalDate: CalendarDate | null;
  readonly renewsOn: CalendarDate;
  readonly mapping: ReadonlyMap<string, string>;
  readonly withDrafts: boolean;
};

export type SimulatedRenewal = Renewal & { readonly reasons: readonly HeldReason[] };

const keyOf = ({ subscriberId, line }: CoveredHousehold): string => `${subscriberId} ${line}`;
const later = (a: CalendarDate, b: CalendarDate): CalendarDate => (a > b ? a : b);

/**
 * Prices the members whose coverage continues after a renewal at the rates of the day before and of the day itself, by the
 * function that bills. The people are those of the day before, so that the difference is of rates, ages and plans alone.
 */
export async function simulateRenewal(
  pricing: Pricing,
  { groupId, renewalDate, renewsOn, mapping, withDrafts }: RenewalQuestion,
): Promise<SimulatedRenewal> {
  const dayBefore = addDays(renewsOn, -1);
  const { tx } = pricing;
  // Who is already to move by then is priced on the plan of that day.
  const goesOn = new Map(
    (await coveredHouseholds(tx, { groupIds: [groupId] }, renewsOn)).map((one) => [keyOf(one), one.planId]),
  );
  const households = (await coveredHouseholds(tx, { groupIds: [groupId] }, dayBefore)).filter((one) =>
    goesOn.has(keyOf(one)),
  );
  const yearStart = planYearStart(renewalDate, renewsOn);
  const renewed = households.map((one): CoveredHousehold => {
    const ratedOn = one.ratedOn.map((day) => later(day, yearStart));
    const planId = goesOn.get(keyOf(one)) ?? one.planId;
    return {
      ...one,
      planId: mapping.get(planId) ?? planId,
      ratedOn,
      ages: one.ages.map((age, place) => (ratedOn[place] === one.ratedOn[place] ? age : null)),
    };
  });
  const before = await openPricer(pricing, [groupId], dayBefore);
  const after = await openPricer(pricing, [groupId], renewsOn, { withDrafts, isRenewal: true });
  await before.learnAges(households);
  // Ages of before, at the new rates too: a plan may begin to ask for them.
  const sameAges = renewed.map((one, index): CoveredHousehold => {
    const old = households[index] as CoveredHousehold;
    return { ...one, ratedOn: old.ratedOn, ages: [...old.ages] };
  });
  await after.learnAges(sameAges);
  await after.learnAges(renewed);
  const reasons: HeldReason[] = [];
  const pricedOrNull = (price: HouseholdPrice['price']) => ('held' in price ? null : price);
  const lines = households.map((household, index): RenewedLine => {
    const next = renewed[index] as CoveredHousehold;
    const prices = [before.price(household).price, after.price(next).price] as const;
    // One reason per line, though it may have no price on both days.
    const held = prices.find((price) => 'held' in price);
    if (held) reasons.push(held.held);
    const [old, renewal] = [pricedOrNull(prices[0]), pricedOrNull(prices[1])];
    const atOldAges = after.price(sameAges[index] as CoveredHousehold).price;
    return {
      subscriberId: household.subscriberId,
      planId: household.planId,
      newPlanId: next.planId,
      before: old?.total ?? null,
      atOldAges: 'held' in atOldAges ? null : atOldAges.total,
      after: renewal?.total ?? null,
      employerBefore: old?.employer ?? null,
      employerAfter: renewal?.employer ?? null,
    };
  });
  return { ...renewalOf(lines), reasons };
}
