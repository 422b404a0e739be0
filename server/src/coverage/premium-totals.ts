import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import { type CoveredHousehold, openPricer, type Pricer } from './household-prices.ts';
import { type Aged, keepRatingAges, type Pricing } from './rating-ages.ts';

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
type Alike = CoveredHousehold & { count: number };

/**
 * Plans by what their rates ask of a household besides who is in it. A plan that has rates by tier, too, asks for ages
 * only where its offering is age rated (`orByTier`).
 */
type Needs = Record<'ofAll' | 'ofSubscriber' | 'orByTier' | 'salary' | 'area', string[]>;

function plansByNeed({ book }: Pricer): Needs {
  const needs: Needs = { ofAll: [], ofSubscriber: [], orByTier: [], salary: [], area: [] };
  for (const { id, rates } of book.values()) {
    if (rates.age_rated && rates.composite) needs.orByTier.push(id);
    for (const { table } of Object.values(rates)) {
      if (table.method === 'age_curve') needs.ofAll.push(id);
      if (table.method === 'age_curve' && table.areas) needs.area.push(id);
      if (table.method === 'banded' || table.method === 'volume') needs.ofSubscriber.push(id);
      if (table.method === 'volume') needs.salary.push(id);
    }
  }
  return needs;
}

/** Keeps the ages that prices of these groups ask for; decrypting all birth dates would take longer than everything else. */
async function learnAges(
  pricing: Pricing,
  groupIds: readonly string[],
  on: CalendarDate,
  { ofAll, ofSubscriber, orByTier }: Needs,
): Promise<void> {
  if (ofAll.length + ofSubscriber.length === 0) return;
  const { rows } = await sql<Aged>`
    select distinct s.member_id, r.rated_on
    from coverage_spans s join groups g on g.id = s.group_id
      cross join lateral (select greatest(plan_year_start(g.renewal_date, ${on}::date), lower(s.covered)) as rated_on) r
    where s.group_id = any (${[...groupIds]}::uuid[]) and upper_inf(s.recorded) and s.covered @> ${on}::date
      and (s.plan_id = any (${ofAll}::uuid[]) or (s.plan_id = any (${ofSubscriber}::uuid[]) and s.member_id = s.subscriber_id))
      and (s.plan_id <> all (${orByTier}::uuid[]) or exists (select from group_plan_assignments a
        where a.group_id = s.group_id and a.plan_id = s.plan_id and a.rating_methodology = 'age_rated' and a.status = 'active'))
      and not exists (select from rating_ages a where a.member_id = s.member_id and a.rated_on = r.rated_on)`.execute(
    pricing.tx,
  );
  await keepRatingAges(pricing, rows);
}

/**
 * Adds up what the households of groups cost a month on a day, per plan: each kind of household is priced once by the
 * same function as a single one. In the order of the lines.
 */
export async function premiumTotals(
  pricing: Pricing,
  groupIds: readonly string[],
  on: CalendarDate,
): Promise<PremiumTotal[]> {
  if (groupIds.length === 0) return [];
  const pricer = await openPricer(pricing, groupIds, on);
  const needs = plansByNeed(pricer);
  await learnAges(pricing, groupIds, on, needs);
  const isOf = (plans: string[]) => sql`h.plan_id = any (${plans}::uuid[])`;
  const { rows } = await sql<Alike>`
    with alike as (
      select h.group_id, h.line, h.plan_id, h.methodology, case when ${isOf(needs.area)} then h.zip_code end as zip_code,
        case when ${isOf(needs.area)} then h.state end as state, case when ${isOf(needs.salary)} then h.salary end as salary, h.relationships,
        case when ${isOf(needs.orByTier)} and h.methodology is distinct from 'age_rated' then '{}' when ${isOf(needs.ofAll)} then h.ages
          when ${isOf(needs.ofSubscriber)} then h.ages[1:1] else '{}' end as ages
      from covered_households(${[...groupIds]}::uuid[], ${on}::date) h
    )
    select *, count(*) as count from alike a
    group by group_id, line, plan_id, methodology, zip_code, state, salary, relationships, ages
    order by group_id, array_position(array['medical', 'dental', 'vision', 'life', 'disability'], line), plan_id`.execute(
    pricing.tx,
  );
  const totals = new Map<string, PremiumTotal>();
  for (const { count, ...alike } of rows) {
    const { groupId, line, planId } = alike;
    const key = `${groupId} ${planId} ${line}`;
    const total = totals.get(key) ?? { groupId, line, planId, monthly: fromCents(0), subscribers: 0, held: 0 };
    // People are told apart by their place: who they are does not change a price.
    const { price } = pricer.price({
      ...alike,
      subscriberId: '',
      classId: null,
      locationId: null,
      ratedOn: [],
      memberIds: alike.relationships.map((_, place) => String(place)),
    });
    const isHeld = 'held' in price;
    totals.set(key, {
      ...total,
      monthly: isHeld ? total.monthly : fromCents(total.monthly + price.total * count),
      subscribers: total.subscribers + count,
      held: total.held + (isHeld ? count : 0),
    });
  }
  return [...totals.values()];
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
