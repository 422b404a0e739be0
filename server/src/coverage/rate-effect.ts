import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import { type LockedRates, planOnDay, type RateBook } from '../plans/rate-books.ts';
import { type ComparedRates, comparedRates, type RateEffect } from '../plans/rates/rate-effect.ts';
import { TIER_SETS, type TierSet } from '@openbenefits/domain/plans/tier-set';
import { tierAmong } from './price-explanations.ts';
import { type CoveredHousehold, openPricer, type Pricer } from './household-prices.ts';
import { keepRatingAges, pricingOf } from './rating-ages.ts';

const ALWAYS = calendarDateFrom('1900-01-01');

/** The book with a version in force that is still a draft, or that begins later. */
function withVersion(book: RateBook, { planId, methodology, table, ...version }: ComparedRates): RateBook {
  const plan = book.get(planId);
  if (!plan || !table) return book;
  const rates: LockedRates = {
    ...version,
    methodology,
    method: table.method,
    enteredBy: '',
    enteredAt: '',
    activatedBy: null,
    table,
  };
  // Every contract at this version, to compare the same people.
  const versions = [
    ...plan.versions.filter((one) => one.methodology !== methodology),
    { ...rates, from: ALWAYS, until: null },
  ];
  return new Map([...book, [planId, planOnDay(plan, versions)]]);
}

/** What households cost together, and how many have no price; null where none has. */
function totalOf(pricer: Pricer, households: readonly CoveredHousehold[]): { total: Cents | null; held: number } {
  let total = 0;
  let held = 0;
  for (const household of households) {
    const { price } = pricer.price(household);
    if ('held' in price) held += 1;
    else total += price.total;
  }
  return { total: held === households.length ? null : fromCents(total), held };
}

/** Counts subscribers by tier, in the order of the tiers. */
function byTier(households: readonly CoveredHousehold[], tiers: TierSet | null): RateEffect['byTier'] {
  if (tiers === null) return [];
  const counts = Map.groupBy(households, (household) => tierAmong(household, tiers));
  return TIER_SETS[tiers].map((tier) => ({ tier, subscribers: counts.get(tier)?.length ?? 0 }));
}

/**
 * Compares the premium of the households on a plan today with that of a version of its rates: the same people, so that
 * only the rates differ. Subscribers are counted by the age that rates them.
 */
export async function rateEffect(work: Work, { id }: { id: string }): Promise<RateEffect> {
  const { tx, today } = work;
  const version = await comparedRates(tx, id);
  const pricing = pricingOf(work);
  const { rows: groups } = await sql<{ id: string }>`
    select distinct group_id as id from coverage_spans
    where plan_id = ${version.planId} and upper_inf(recorded) and covered @> ${today}::date`.execute(tx);
  const groupIds = groups.map((group) => group.id);
  const none = {
    on: today,
    groups: 0,
    subscribers: 0,
    byAge: [],
    unknownAges: 0,
    byTier: [],
    premiumNow: null,
    premiumThen: null,
    held: 0,
  };
  if (groupIds.length === 0) return none;
  const { rows } = await sql<CoveredHousehold>`
    select * from plan_households(${groupIds}::uuid[], ${version.planId}::uuid, ${today}::date)
    where coalesce(methodology, ${version.methodology}) = ${version.methodology}`.execute(tx);
  const [present, compared] = await Promise.all([
    openPricer(pricing, groupIds, today),
    openPricer(pricing, groupIds, today, { change: (book) => withVersion(book, version) }),
  ]);
  await present.learnAges(rows);
  await compared.learnAges(rows);
  const ageOf = await keepRatingAges(
    pricing,
    version.methodology === 'age_rated' || version.table?.method === 'volume'
      ? rows.flatMap(({ subscriberId, ratedOn: [on], ages: [age] }) =>
          on !== undefined && age === null ? [{ memberId: subscriberId, ratedOn: on }] : [],
        )
      : [],
  );
  const ages = rows.map(
    ({ subscriberId, ratedOn: [on], ages: [age] }) =>
      age ?? (on === undefined ? null : ageOf({ memberId: subscriberId, ratedOn: on })),
  );
  const byAge = Map.groupBy(
    ages.filter((age) => age !== null && age !== undefined),
    (age) => age,
  );
  const now = totalOf(present, rows);
  const then = version.table ? totalOf(compared, rows) : { total: null, held: rows.length };
  return {
    on: today,
    groups: new Set(rows.map(({ groupId }) => groupId)).size,
    subscribers: rows.length,
    byAge: Array.from(byAge, ([age, all]) => ({ age, subscribers: all.length })).toSorted((a, b) => a.age - b.age),
    unknownAges: ages.filter((age) => age === null || age === undefined).length,
    byTier: byTier(rows, version.tiers),
    premiumNow: now.total,
    premiumThen: then.total,
    held: then.held,
  };
}
