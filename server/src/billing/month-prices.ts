import type { Expected } from '@openbenefits/domain/billing/bill-lines';
import { addDays, type CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import type { HeldReason } from '@openbenefits/domain/plans/price-trace';
import { isByPerson } from '@openbenefits/domain/plans/rate-table';
import type { PlanTier } from '@openbenefits/domain/plans/tier-set';
import { type Relationship, RELATIONSHIPS } from '@openbenefits/domain/relationship';
import { sql } from 'kysely';
import { type CoveredHousehold, type HouseholdPrice, openPricer, type Pricer } from '../coverage/household-prices.ts';
import { tierOfHousehold } from '../coverage/price-explanations.ts';
import type { Pricing } from '../coverage/rating-ages.ts';
import type { RateBook } from '../plans/rate-books.ts';
import { householdsOf, type PremiumScope } from './month-households.ts';

/** What a line costs in a month, prorated, for each of the subscribers who have the same, with how it came about. */
export type SharedPrice = Omit<Expected, 'subscriberId'> & {
  readonly groupId: string;
  readonly subscribers: readonly string[];
  readonly tier: PlanTier;
  readonly locationId: string | null;
  readonly people: number;
  readonly rateTableId: string;
};
export type MonthPrice = Omit<SharedPrice, 'subscribers'> & Expected;

export const pricesOf = (shared: readonly SharedPrice[]): MonthPrice[] =>
  shared.flatMap(({ subscribers, ...price }) => subscribers.map((subscriberId) => ({ ...price, subscriberId })));

/** A line without a price; an allowance that varies is none, because no premium is billed for it. */
export type HeldLine = {
  readonly groupId: string;
  readonly subscriberId: string;
  readonly line: CoverageLine;
  readonly planId: string;
  readonly month: CalendarDate;
  readonly reason: HeldReason;
};

/** `uncharged` are covered all month and have no premium: the price is zero, or the subscriber is not covered. */
export type ExpectedPremiums = {
  readonly shared: SharedPrice[];
  readonly held: HeldLine[];
  readonly uncharged: { readonly groupId: string; readonly subscriberId: string }[];
};

type Shape = Pick<
  CoveredHousehold,
  'groupId' | 'line' | 'planId' | 'methodology' | 'classId' | 'locationId' | 'zipCode' | 'state' | 'salary'
> & {
  /** How many of each relationship, four bits each; null where each household is one of its own. */
  people: number | null;
  /** Those whose age the plan needs, 'spouse 39,self 41', in any order. */
  aged: string | null;
  hasSubscriber: boolean;
  subscribers: string;
};

type PlanKinds = { curve: string[]; age: string[]; salary: string[]; births: string[]; freeDays: number };

/** What of households the plans' prices depend on. */
async function planKinds({ tx }: Pricing, { book }: Pricer, groupIds: readonly string[]): Promise<PlanKinds> {
  const kinds: PlanKinds = { curve: [], age: [], salary: [], births: [], freeDays: 0 };
  for (const { id, versions, rules } of book.values()) {
    const methods = new Set(versions.map(({ method }) => method));
    if (versions.some(({ method }) => isByPerson(method))) kinds.curve.push(id);
    else if (methods.has('banded') || methods.has('volume')) kinds.age.push(id);
    if (methods.has('volume')) kinds.salary.push(id);
    if (rules.newbornFreeDays > 0 || rules.proration.birth !== rules.proration.start) kinds.births.push(id);
    kinds.freeDays = Math.max(kinds.freeDays, rules.newbornFreeDays);
  }
  // A reference plan and an allowance by age may ask for ages on every plan.
  const { rows } = await sql<{ byAge: boolean }>`
    select exists (select from contribution_rules where group_id = any (${[...groupIds]}::uuid[])
      and coalesce(rule -> 'rule' ->> 'kind', rule ->> 'kind') in ('reference_plan', 'allowance')) as by_age`.execute(
    tx,
  );
  return rows[0]?.byAge ? { ...kinds, curve: [...book.keys()], age: [] } : kinds;
}

async function shapesOf(
  pricing: Pricing,
  { groupIds, subscriberIds }: PremiumScope,
  month: CalendarDate,
  knownAt: string,
  kinds: PlanKinds,
): Promise<Shape[]> {
  const subscribers = subscriberIds ? sql`${[...subscriberIds]}::uuid[]` : sql`null::uuid[]`;
  const years = sql`(select array_agg(plan_year_start(g.renewal_date, ${month}::date) order by x.place) from unnest(${[...groupIds]}::uuid[]) with ordinality as x(id, place) join groups g on g.id = x.id)`;
  const { rows } = await sql<Shape>`
    select * from month_shapes(${[...groupIds]}::uuid[], ${years}, ${month}::date, ${knownAt}::timestamptz, ${subscribers},
      ${kinds.curve}::uuid[], ${kinds.age}::uuid[], ${kinds.salary}::uuid[], ${kinds.births}::uuid[], ${addDays(month, -kinds.freeDays)}::date)`.execute(
    pricing.tx,
  );
  return rows;
}

/** The people of a shape, the subscriber first, then in one order. */
function peopleOf({
  people,
  aged,
}: Pick<Shape, 'people' | 'aged'>): { relationship: Relationship; age: number | null }[] {
  const counted = RELATIONSHIPS.flatMap((relationship, place) =>
    Array.from({ length: ((people ?? 0) >> (4 * place)) & 15 }, () => ({ relationship, age: null })),
  );
  const known = (aged?.split(',') ?? []).map((one) => {
    const [relationship, age] = one.split(' ') as [Relationship, string];
    return { relationship, age: Number(age) };
  });
  const rank = ({ relationship }: { relationship: Relationship }): number => RELATIONSHIPS.indexOf(relationship);
  return [...counted, ...known].toSorted((a, b) => rank(a) - rank(b) || (a.age ?? 0) - (b.age ?? 0));
}

/** One household of a shape; its people have no IDs, because none is asked for. */
function householdOf(
  { people, aged, hasSubscriber: _, subscribers, ...shape }: Shape,
  month: CalendarDate,
): CoveredHousehold {
  const each = peopleOf({ people, aged });
  return {
    ...shape,
    subscriberId: subscribers.slice(0, subscribers.search(/,|$/)),
    memberIds: each.map((__, place) => String(place)),
    relationships: each.map(({ relationship }) => relationship),
    ratedOn: each.map(() => month),
    ages: each.map(({ age }) => age),
  };
}

const sumOf = (lines: readonly { kind: string; cents: Cents }[], kind: string): Cents =>
  fromCents(lines.reduce((sum, one) => (one.kind === kind ? sum + one.cents : sum), 0));

/** Adds the price of a household to what is expected, for each of the subscribers who have the same. */
function addPrice(
  { shared, held }: ExpectedPremiums,
  { household, rates, price }: HouseholdPrice,
  month: CalendarDate,
  subscribers: readonly string[],
): void {
  const { groupId, line, planId, locationId, memberIds } = household;
  if ('held' in price) {
    const reason = price.held;
    if (reason.code === 'varies') return;
    for (const subscriberId of subscribers) held.push({ groupId, subscriberId, line, planId, month, reason });
    return;
  }
  shared.push({
    groupId,
    subscribers,
    line,
    planId,
    month,
    premium: sumOf(price.lines, 'premium'),
    waiver: sumOf(price.lines, 'waiver'),
    employer: price.employer,
    tier: tierOfHousehold(household, rates),
    locationId,
    people: memberIds.length,
    rateTableId: rates?.id ?? '',
  });
}

/**
 * What groups should be billed for a month in all, as known at an instant: with the rates, contributions and rules of
 * the month. Households that have the same price by everything it depends on are priced once.
 */
export async function expectedPremiums(
  pricing: Pricing,
  scope: PremiumScope,
  month: CalendarDate,
  knownAt: string,
  change: (book: RateBook) => RateBook = (book) => book,
): Promise<ExpectedPremiums> {
  const expected: ExpectedPremiums = { shared: [], held: [], uncharged: [] };
  if (scope.groupIds.length === 0 || scope.subscriberIds?.length === 0) return expected;
  const pricer = await openPricer(pricing, scope.groupIds, month, { knownAt, change });
  const shapes = await shapesOf(pricing, scope, month, knownAt, await planKinds(pricing, pricer, scope.groupIds));
  const own = new Set<string>();
  const tobacco = pricer.tobaccoFamilies;
  for (const shape of shapes) {
    const { people, groupId } = shape;
    const all = shape.subscribers.split(',');
    // A family with a tobacco user is priced by itself.
    const subscribers =
      tobacco.size > 0 && shape.hasSubscriber && people !== null ? all.filter((id) => !tobacco.has(id)) : all;
    if (subscribers.length < all.length)
      for (const id of all) if (tobacco.has(id)) own.add(`${id} ${shape.line} ${shape.planId}`);
    if (subscribers.length === 0) continue;
    if (!shape.hasSubscriber) {
      for (const subscriberId of subscribers) expected.uncharged.push({ groupId, subscriberId });
      continue;
    }
    const priced = people === null ? undefined : pricer.price(householdOf(shape, month));
    // A reason that names a person needs the household with its people.
    if (!priced || ('held' in priced.price && 'memberId' in priced.price.held))
      for (const subscriberId of subscribers) own.add(`${subscriberId} ${shape.line} ${shape.planId}`);
    else addPrice(expected, priced, month, subscribers);
    if (priced && 'total' in priced.price && priced.price.total === 0)
      for (const subscriberId of subscribers) expected.uncharged.push({ groupId, subscriberId });
  }
  if (own.size === 0) return expected;
  const subscriberIds = [...new Set([...own].map((key) => key.slice(0, 36)))];
  const households = await householdsOf(pricing, { ...scope, subscriberIds }, month, knownAt, pricer);
  for (const household of households)
    if (own.has(`${household.subscriberId} ${household.line} ${household.planId}`))
      addPrice(expected, pricer.price(household), month, [household.subscriberId]);
  return expected;
}

/** What one group should be billed for a month in all, subscriber by subscriber. */
export async function monthPrices(
  pricing: Pricing,
  groupId: string,
  month: CalendarDate,
  knownAt: string,
): Promise<Omit<ExpectedPremiums, 'shared'> & { prices: MonthPrice[] }> {
  const { shared, ...others } = await expectedPremiums(pricing, { groupIds: [groupId] }, month, knownAt);
  return { ...others, prices: pricesOf(shared) };
}
