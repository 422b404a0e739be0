import { type CalendarDate, firstOfMonth, type Period } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { Held } from '@openbenefits/domain/plans/household';
import { rolesOf } from '@openbenefits/domain/plans/plan-rules';
import { type Priced, priceHousehold } from '@openbenefits/domain/plans/price-household';
import { type PricedMonth, pricedMonth } from '@openbenefits/domain/plans/proration';
import {
  referencePlanOf,
  type StoredContribution,
  withReferencePrices,
} from '@openbenefits/domain/plans/stored-contribution';
import { isByPerson } from '@openbenefits/domain/plans/rate-table';
import type { Relationship } from '@openbenefits/domain/relationship';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/connect.ts';
import {
  loadRateBook,
  type Methodology,
  type PlanOnDay,
  type RateBook,
  ratesFor,
  type RatesInForce,
} from '../plans/rate-books.ts';
import { type ContributionRules, loadContributions } from './contributions.ts';
import { contractStarts } from './contracts.ts';
import { keepRatingAges, type Pricing } from './rating-ages.ts';
import { type TobaccoUsers, tobaccoUsers } from './tobacco-use.ts';

/** The people of one subscriber who are covered on a line, the subscriber first. */
export type CoveredHousehold = {
  groupId: string;
  subscriberId: string;
  line: CoverageLine;
  planId: string;
  methodology: Methodology | null;
  classId: string | null;
  locationId: string | null;
  zipCode: string | null;
  state: string | null;
  salary: number | null;
  memberIds: string[];
  relationships: Relationship[];
  ratedOn: CalendarDate[];
  ages: (number | null)[];
  /** Each person's coverage by the plan where a part of a month is priced; without it the whole month is. */
  periods?: Period[][];
  /** The day of birth of each newborn whose birth opened the coverage. */
  bornOn?: (CalendarDate | null)[];
  /** Who uses tobacco, where the people are not members; without it, what the members attested. */
  tobacco?: boolean[];
};

/** What a household's line costs for a whole month, with the rates it was taken from. */
export type HouseholdPrice = {
  readonly household: CoveredHousehold;
  readonly plan: PlanOnDay | undefined;
  readonly rates: RatesInForce | undefined;
  readonly price: Priced | Held;
};

/** Whose prices: all households of groups, or of some subscribers, or of the family of one member. */
export type PriceScope = {
  readonly groupIds: readonly string[];
  readonly subscriberIds?: readonly string[];
  readonly memberId?: string;
};

/** The subscriber of a member's family, as a condition on rows. */
export const subscriberOf = (memberId: string): RawBuilder<string> =>
  sql`(select coalesce(m.subscriber_id, m.id) from members m where m.id = ${memberId})`;

function ofScope({ subscriberIds, memberId }: PriceScope): RawBuilder<unknown> {
  if (memberId) return sql`where subscriber_id = ${subscriberOf(memberId)}`;
  return subscriberIds ? sql`where subscriber_id = any (${[...subscriberIds]}::uuid[])` : sql``;
}

/** How many people of a household a table needs ages of, from the subscriber on. */
const agesNeeded = ({ table }: RatesInForce, people: number): number =>
  table.method === 'composite' ? 0 : isByPerson(table.method) ? people : 1;

/** Reads who is covered on a day, one household per subscriber and line. */
export async function coveredHouseholds(tx: Tx, scope: PriceScope, on: CalendarDate): Promise<CoveredHousehold[]> {
  const { rows } = await sql<CoveredHousehold>`
    select * from covered_households(${[...scope.groupIds]}::uuid[], ${on}::date)
    ${ofScope(scope)}
    order by subscriber_id, array_position(array['medical', 'dental', 'vision', 'life', 'disability'], line)`.execute(
    tx,
  );
  return rows;
}

/**
 * Prices the households that are covered on a day, each for a whole month at the rates of that day. This is what every
 * list shows; a bill prorates with the same function.
 */
export async function householdPrices(
  pricing: Pricing,
  scope: PriceScope,
  on: CalendarDate,
  withTrace = false,
): Promise<HouseholdPrice[]> {
  if (scope.groupIds.length === 0) return [];
  const [households, pricer] = await Promise.all([
    coveredHouseholds(pricing.tx, scope, on),
    openPricer(pricing, scope.groupIds, on),
  ]);
  await pricer.learnAges(households);
  return households.map((household) => pricer.price(household, withTrace));
}

/**
 * `knownAt` takes rates and contributions as they were known at an instant; `isRenewal` starts every group's contract on
 * the day.
 */
type PricerOptions = {
  withDrafts?: boolean;
  knownAt?: string;
  isRenewal?: boolean;
  change?: (book: RateBook) => RateBook;
};

/**
 * Prices households of groups at the rates, rules and areas of one day. `change` puts rates into the book that are not
 * in force, to compare them.
 */
export async function openPricer(
  pricing: Pricing,
  groupIds: readonly string[],
  on: CalendarDate,
  { withDrafts = false, knownAt, isRenewal = false, change = (book) => book }: PricerOptions = {},
): Promise<Pricer> {
  const { tx } = pricing;
  const [loaded, contributions, starts, tobacco] = await Promise.all([
    loadRateBook(tx, on, { withDrafts, ...(knownAt && { knownAt }) }),
    loadContributions(tx, groupIds, on, knownAt),
    isRenewal ? new Map<string, CalendarDate>() : contractStarts(tx, groupIds, on),
    tobaccoUsers(tx, groupIds, on, knownAt),
  ]);
  const book = change(loaded);
  const hasAreas = [...book.values()].some(({ versions }) => versions.some((one) => areasOf(one) !== null));
  const { rows } = hasAreas
    ? await sql<{ state: string; zipCode: string; area: string }>`
        select state, zip_code, area from rating_areas where zip_code <> ''`.execute(tx)
    : { rows: [] };
  return new Pricer(
    pricing,
    on,
    book,
    contributions,
    new Map(rows.map(({ state, zipCode, area }) => [state + zipCode, area])),
    starts,
    tobacco,
  );
}

const areasOf = (rates: RatesInForce | undefined): ReadonlyMap<string, number> | null =>
  rates?.table.method === 'age_curve' ? rates.table.areas : null;

export class Pricer {
  readonly #pricing: Pricing;
  readonly #month: PricedMonth;
  readonly #contributions: ContributionRules;
  readonly #areas: ReadonlyMap<string, string>;
  /** First days of the groups' contracts; a group that is missing has the rates of the day. */
  readonly #starts: Map<string, CalendarDate>;
  readonly #on: CalendarDate;
  readonly #tobacco: Map<string, string>;
  readonly book: RateBook;

  constructor(
    pricing: Pricing,
    on: CalendarDate,
    book: RateBook,
    contributions: ContributionRules,
    areas: ReadonlyMap<string, string>,
    starts: Map<string, CalendarDate>,
    tobacco: TobaccoUsers,
  ) {
    this.#pricing = pricing;
    this.#month = pricedMonth(firstOfMonth(on));
    this.#contributions = contributions;
    this.#areas = areas;
    this.#starts = starts;
    this.#on = on;
    this.#tobacco = new Map(tobacco);
    this.book = book;
  }

  /** To be called before the first price of a group that was not known when the prices were opened. */
  async addGroup(tx: Tx, groupId: string): Promise<void> {
    for (const [id, start] of await contractStarts(tx, [groupId], this.#on)) this.#starts.set(id, start);
    for (const [id, subscriberId] of await tobaccoUsers(tx, [groupId], this.#on)) this.#tobacco.set(id, subscriberId);
  }

  /** Whether a member uses tobacco on the day of the prices. */
  usesTobacco(memberId: string): boolean {
    return this.#tobacco.has(memberId);
  }

  /** The subscribers of families with a tobacco user. */
  get tobaccoFamilies(): ReadonlySet<string> {
    return new Set(this.#tobacco.values());
  }

  ratesOf({
    planId,
    methodology,
    groupId,
  }: Pick<CoveredHousehold, 'planId' | 'methodology' | 'groupId'>): RatesInForce | undefined {
    return ratesFor(this.book.get(planId), methodology, this.#starts.get(groupId));
  }

  areaOf({ zipCode, state }: Pick<CoveredHousehold, 'zipCode' | 'state'>): string | null {
    return this.#areas.get(`${state}${zipCode?.slice(0, 5)}`) ?? null;
  }

  /** Fills in the ages that prices need and nobody has kept yet. */
  async learnAges(households: readonly CoveredHousehold[]): Promise<void> {
    const needed = households.flatMap((household) => {
      const rates = [this.ratesOf(household), this.#referenceRates(household)];
      const count = Math.max(0, ...rates.map((one) => (one ? agesNeeded(one, household.memberIds.length) : 0)));
      return household.memberIds
        .slice(0, count)
        .flatMap((memberId, place) =>
          household.ages[place] === null
            ? [{ household, place, memberId, ratedOn: household.ratedOn[place] as CalendarDate }]
            : [],
        );
    });
    if (needed.length === 0) return;
    const ageOf = await keepRatingAges(this.#pricing, needed);
    for (const one of needed) one.household.ages[one.place] = ageOf(one);
  }

  #ruleFor(household: CoveredHousehold): StoredContribution {
    return this.#contributions(household);
  }

  #referenceRates(household: CoveredHousehold): RatesInForce | undefined {
    const planId = referencePlanOf(this.#ruleFor(household));
    return planId ? this.ratesOf({ ...household, planId }) : undefined;
  }

  price(household: CoveredHousehold, withTrace = false): HouseholdPrice {
    const plan = this.book.get(household.planId);
    const rates = this.ratesOf(household);
    if (!rates) {
      const code = plan?.networkType === 'ICHRA' ? 'varies' : 'no_rate_table';
      return { household, plan, rates, price: { held: { code } } };
    }
    const stored = this.#ruleFor(household);
    const contribution = withReferencePrices(stored, this.#referencePrices(household));
    if (!contribution) return { household, plan, rates, price: { held: { code: 'no_contribution' } } };
    return { household, plan, rates, price: this.#priceBy(household, rates, contribution, plan, withTrace) };
  }

  #priceBy(
    household: CoveredHousehold,
    { table }: RatesInForce,
    contribution: Parameters<typeof priceHousehold>[3]['contribution'],
    plan: PlanOnDay | undefined,
    withTrace: boolean,
    withTobacco = true,
  ): Priced | Held {
    const wholeMonth = [{ from: this.#month.first, until: null }];
    return priceHousehold(
      {
        people: household.memberIds.map((id, place) => {
          const bornOn = household.bornOn?.[place];
          return {
            id,
            relationship: household.relationships[place] as Relationship,
            age: household.ages[place] ?? null,
            usesTobacco: withTobacco && (household.tobacco?.[place] ?? this.usesTobacco(id)),
            periods: household.periods?.[place] ?? wholeMonth,
            ...(bornOn && { bornOn }),
          };
        }),
        area: this.areaOf(household),
        salary: household.salary === null ? null : fromCents(household.salary),
      },
      table,
      this.#month,
      { ...(plan as PlanOnDay).rules, roles: rolesOf((plan as PlanOnDay).rules), contribution },
      withTrace,
    );
  }

  /** What each person would cost on the reference plan; undefined where the rule has none or it has no price. */
  #referencePrices(household: CoveredHousehold): ReadonlyMap<string, Cents> | undefined {
    const planId = referencePlanOf(this.#ruleFor(household));
    const rates = planId ? this.#referenceRates(household) : undefined;
    if (!planId || !rates) return undefined;
    // Before the surcharge, the reference is what somebody without tobacco use pays.
    const isWhole = this.book.get(household.planId)?.rules.tobaccoSurcharge !== 'employee';
    const price = this.#priceBy(household, rates, null, this.book.get(planId), false, isWhole);
    return 'held' in price ? undefined : new Map(price.lines.map(({ memberId, cents }) => [memberId, cents]));
  }
}
