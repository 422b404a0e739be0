import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage-line';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import { type CoveredHousehold, type HouseholdPrice, openPricer, type Pricer } from './household-prices.ts';
import type { Tx } from '../db/connect.ts';
import type { PlanOnDay } from '../plans/rate-books.ts';
import type { Pricing } from './rating-ages.ts';

/** What the households of a group on one plan cost a month; `held` of the `subscribers` have no price. */
export type PremiumTotal = {
  groupId: string;
  line: CoverageLine;
  planId: string;
  monthly: Cents;
  subscribers: number;
  held: number;
};

/** Households that are alike for a price, and how many there are. */
type Alike = Omit<CoveredHousehold, 'subscriberId' | 'memberIds' | 'ratedOn'> & { count: number };

/** Plans whose rates ask for more than who is in the household: ages, a salary, an area. */
const asksMore = ({ rates, versions }: PlanOnDay): boolean => {
  const usual = (rates.composite ?? rates.age_rated)?.table.method;
  // A contract may be locked to a version of another method.
  return (usual !== undefined && usual !== 'composite') || versions.some(({ table }) => table.method === 'volume');
};

/**
 * Groups in which the number of spouses and children does not say what a household costs: they offer rates by age, cover
 * somebody by such a plan, or have contribution rules, which may hold a price.
 */
async function groupsThatAskMore(
  tx: Tx,
  groupIds: readonly string[],
  on: CalendarDate,
  plans: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select g.id from groups g where g.id = any (${[...groupIds]}::uuid[]) and (
      exists (select from group_plan_assignments a where a.group_id = g.id and a.status = 'active' and a.rating_methodology = 'age_rated')
      or exists (select from contribution_rules c where c.group_id = g.id and upper_inf(c.recorded))
      or g.id in (select s.group_id from coverage_spans s where s.plan_id = any (${[...plans]}::uuid[]) and upper_inf(s.recorded) and s.covered @> ${on}::date))`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Households that cost by their spouses and children alone, counted. */
async function countSimple(tx: Tx, groupIds: readonly string[], on: CalendarDate): Promise<Alike[]> {
  if (groupIds.length === 0) return [];
  const { rows } = await sql<
    Pick<Alike, 'groupId' | 'line' | 'planId' | 'count'> & { spouses: number; children: number; others: number }
  >`
    with covered as (
      select s.group_id, s.subscriber_id, s.line, (array_agg(s.plan_id) filter (where s.member_id = s.subscriber_id))[1] as plan_id,
        count(*) filter (where m.relationship in ('spouse', 'domestic_partner')) as spouses,
        count(*) filter (where m.relationship in ('child', 'step_child', 'adopted_child')) as children, count(*) filter (where m.relationship = 'other') as others
      from coverage_spans s join members m on m.tenant_id = s.tenant_id and m.id = s.member_id
      where s.group_id = any (${[...groupIds]}::uuid[]) and upper_inf(s.recorded) and s.covered @> ${on}::date
      group by s.group_id, s.subscriber_id, s.line
    )
    select group_id, line, plan_id, spouses, children, others, count(*) as count from covered where plan_id is not null group by 1, 2, 3, 4, 5, 6`.execute(
    tx,
  );
  return rows.map(({ spouses, children, others, ...row }) => ({
    ...row,
    ...NOTHING_MORE,
    relationships: [
      'self',
      ...Array.from({ length: spouses }, () => 'spouse' as const),
      ...Array.from({ length: children }, () => 'child' as const),
      ...Array.from({ length: others }, () => 'other' as const),
    ],
  }));
}

const NOTHING_MORE = {
  methodology: null,
  classId: null,
  locationId: null,
  zipCode: null,
  state: null,
  salary: null,
  ages: [],
};

/** Households of groups that ask for more, counted where they are alike in all of it. */
async function countFull(
  pricing: Pricing,
  groupIds: readonly string[],
  on: CalendarDate,
  pricer: Pricer,
): Promise<Alike[]> {
  if (groupIds.length === 0) return [];
  const { rows: households } = await sql<CoveredHousehold>`
    select * from covered_households(${[...groupIds]}::uuid[], ${on}::date)`.execute(pricing.tx);
  await pricer.learnAges(households);
  return households.map((household) => ({
    ...household,
    tobacco: household.memberIds.map((id) => pricer.usesTobacco(id)),
    count: 1,
  }));
}

/** A kind of household of a group with its price: `count` of them are alike. */
export type PricedKind = HouseholdPrice & { count: number };

/**
 * Prices the households of groups on a day. Where a price goes by spouses and children alone, each kind of household is
 * priced once; the others are priced one by one.
 */
export async function pricedKinds(
  pricing: Pricing,
  groupIds: readonly string[],
  on: CalendarDate,
): Promise<PricedKind[]> {
  if (groupIds.length === 0) return [];
  const { tx } = pricing;
  const pricer = await openPricer(pricing, groupIds, on);
  const plans = [...pricer.book.values()].filter(asksMore).map(({ id }) => id);
  const full = await groupsThatAskMore(tx, groupIds, on, plans);
  const isFull = new Set(full);
  const simple = await countSimple(
    tx,
    groupIds.filter((id) => !isFull.has(id)),
    on,
  );
  return [...simple, ...(await countFull(pricing, full, on, pricer))].map(({ count, ...alike }) => {
    // People are told apart by their place: who they are does not change a price.
    const memberIds = alike.relationships.map((_, place) => String(place));
    return { ...pricer.price({ ...alike, subscriberId: '0', ratedOn: [], memberIds }), count };
  });
}

/**
 * Adds up what the households of groups cost a month on a day, per plan, in the order of the lines.
 */
export async function premiumTotals(
  pricing: Pricing,
  groupIds: readonly string[],
  on: CalendarDate,
): Promise<PremiumTotal[]> {
  const totals = new Map<string, PremiumTotal>();
  for (const { household, price, count } of await pricedKinds(pricing, groupIds, on)) {
    const { groupId, line, planId } = household;
    const key = `${groupId} ${planId} ${line}`;
    const total = totals.get(key) ?? { groupId, line, planId, monthly: fromCents(0), subscribers: 0, held: 0 };
    const isHeld = 'held' in price;
    total.monthly = isHeld ? total.monthly : fromCents(total.monthly + price.total * count);
    total.subscribers += count;
    total.held += isHeld ? count : 0;
    totals.set(key, total);
  }
  return [...totals.values()].toSorted(
    (a, b) => COVERAGE_LINES.indexOf(a.line) - COVERAGE_LINES.indexOf(b.line) || (a.planId < b.planId ? -1 : 1),
  );
}

/** What groups cost a month on a day, plan by plan; a plan without a price costs 0. */
export async function premiumsByPlan(
  pricing: Pricing,
  groupIds: readonly string[],
  on: CalendarDate,
): Promise<{ planId: string; cents: number }[]> {
  const totals = Map.groupBy(await premiumTotals(pricing, groupIds, on), ({ planId }) => planId);
  return Array.from(totals, ([planId, ofPlan]) => ({
    planId,
    cents: ofPlan.reduce((sum, { monthly }) => sum + monthly, 0),
  }));
}
