import type { PriceExplanation } from '@openbenefits/contract/price-explanation';
import { type CalendarDate, firstOfMonth } from '@openbenefits/domain/calendar-date';
import { add } from '@openbenefits/domain/money';
import { RATING_ROLES } from '@openbenefits/domain/plans/rating-role';
import { type PlanTier, tierIn, type TierSet } from '@openbenefits/domain/plans/tier-set';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';
import type { RatesInForce } from '../plans/rate-books.ts';
import { type CoveredHousehold, householdPrices, type HouseholdPrice, subscriberOf } from './household-prices.ts';
import type { Pricing } from './rating-ages.ts';

/** The tier of the people who are covered, in the tiers of the plan's rates; four tiers where rates have none. */
export function tierOfHousehold(
  household: Pick<CoveredHousehold, 'relationships'>,
  rates: RatesInForce | undefined,
): PlanTier {
  return tierAmong(household, rates?.table.method === 'composite' ? rates.table.tiers : 'four');
}

export function tierAmong({ relationships }: Pick<CoveredHousehold, 'relationships'>, tiers: TierSet): PlanTier {
  const roles = relationships.map((relationship) => RATING_ROLES[relationship]);
  return tierIn(
    tiers,
    roles.filter((role) => role === 'spouse').length,
    // A relationship without a rating role is held; on a list it counts as a child.
    roles.filter((role) => role === 'child' || role === undefined).length,
  );
}

/** Prices in the shape that pages explain them in, with the names of the people. */
export async function explained(
  tx: Tx,
  prices: readonly HouseholdPrice[],
  on: CalendarDate,
): Promise<PriceExplanation[]> {
  const ids = [...new Set(prices.flatMap(({ household }) => household.memberIds))];
  if (ids.length === 0) return [];
  const rows = await tx.selectFrom('members').select(['id', 'firstName', 'lastName']).where('id', 'in', ids).execute();
  return withNames(prices, rows, on);
}

type Named = { id: string; firstName: string; lastName: string };

function withNames(prices: readonly HouseholdPrice[], rows: readonly Named[], on: CalendarDate): PriceExplanation[] {
  const names = new Map(rows.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]));
  return prices.map((one) => explanationOf(one, names, on));
}

export function explanationOf(
  { household, plan, rates, price }: HouseholdPrice,
  names: ReadonlyMap<string, string>,
  on: CalendarDate,
): PriceExplanation {
  const isHeld = 'held' in price;
  const employeeOnly = isHeld
    ? null
    : add(...price.lines.filter(({ memberId }) => memberId === household.subscriberId).map(({ cents }) => cents));
  return {
    line: household.line,
    planId: household.planId,
    planCode: plan?.code ?? '',
    planName: plan?.name ?? '',
    month: firstOfMonth(on),
    tier: tierOfHousehold(household, rates),
    monthly: isHeld ? null : price.total,
    employer: isHeld ? null : price.employer,
    employee: isHeld ? null : price.employee,
    employeeOnly,
    held: isHeld ? price.held : null,
    table: rates
      ? {
          id: rates.id,
          versionNo: rates.versionNo,
          method: rates.method,
          from: rates.from,
          until: rates.until,
          enteredBy: rates.enteredBy,
          enteredAt: rates.enteredAt,
          activatedBy: rates.activatedBy,
        }
      : null,
    people: household.memberIds.map((id, place) => ({
      id,
      name: names.get(id) ?? '',
      relationship: household.relationships[place] ?? 'other',
      age: household.ages[place] ?? null,
      ratedOn: household.ratedOn[place] ?? null,
    })),
    lines: isHeld ? [] : [...price.lines],
    steps: isHeld ? [] : [...price.trace],
  };
}

/** How what the household of a member pays on a day came about, a plan at a time. */
export async function explainFamily(
  pricing: Pricing,
  groupId: string,
  memberId: string,
  on: CalendarDate,
): Promise<PriceExplanation[]> {
  const family = pricing.tx
    .selectFrom('members')
    .select(['id', 'firstName', 'lastName'])
    .where(sql<boolean>`coalesce(subscriber_id, id) = ${subscriberOf(memberId)}`)
    .execute();
  const [prices, names] = await Promise.all([
    householdPrices(pricing, { groupIds: [groupId], memberId }, on, true),
    family,
  ]);
  return withNames(prices, names, on);
}
