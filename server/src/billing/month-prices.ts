import { addMonths, type CalendarDate, calendarDateFrom, type Period } from '@openbenefits/domain/calendar-date';
import type { Expected } from '@openbenefits/domain/billing/bill-lines';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import type { HeldReason } from '@openbenefits/domain/plans/price-trace';
import type { PlanTier } from '@openbenefits/domain/plans/tier-set';
import type { Relationship } from '@openbenefits/domain/relationship';
import { sql } from 'kysely';
import { type CoveredHousehold, type HouseholdPrice, openPricer, type Pricer } from '../coverage/household-prices.ts';
import { tierOfHousehold } from '../coverage/price-explanations.ts';
import type { Pricing } from '../coverage/rating-ages.ts';
import { birthPlace } from '../protected-fields.ts';

/** What a subscriber's line costs in a month, prorated, with what a bill keeps of how it came about. */
export type MonthPrice = Expected & {
  readonly tier: PlanTier;
  readonly locationId: string | null;
  readonly people: number;
  readonly rateTableId: string;
};

/** A line without a price; an allowance that varies is none, because no premium is billed for it. */
export type HeldLine = {
  readonly subscriberId: string;
  readonly line: CoverageLine;
  readonly planId: string;
  readonly month: CalendarDate;
  readonly reason: HeldReason;
};

type Row = Omit<CoveredHousehold, 'memberIds' | 'relationships' | 'ratedOn' | 'ages' | 'periods'> & {
  people: { id: string; relationship: Relationship; ratedOn: CalendarDate; age: number | null; periods: Period[] }[];
};

const householdOf = ({ people, ...row }: Row): CoveredHousehold => ({
  ...row,
  memberIds: people.map(({ id }) => id),
  relationships: people.map(({ relationship }) => relationship),
  ratedOn: people.map(({ ratedOn }) => ratedOn),
  ages: people.map(({ age }) => age),
  periods: people.map(({ periods }) => periods),
});

/** The households of a group in a month, as known at an instant, with newborns of months in which a plan treats them separately. */
export async function monthHouseholds(
  pricing: Pricing,
  groupId: string,
  month: CalendarDate,
  knownAt: string,
  pricer: Pricer,
  subscriberId?: string,
): Promise<CoveredHousehold[]> {
  const { rows } = await sql<Row>`
    select * from month_households(array[${groupId}::uuid], ${month}::date, ${knownAt}::timestamptz)
    ${subscriberId ? sql`where subscriber_id = ${subscriberId}` : sql``} order by subscriber_id, line, plan_id`.execute(
    pricing.tx,
  );
  const households = rows.map(householdOf);
  await pricer.learnAges(households);
  await learnBirths(pricing, households, pricer);
  return households;
}

/** Birth dates of children whose coverage begins with the birth, where the plan has a rule for newborns. */
async function learnBirths(
  { tx, vault, tenantId }: Pricing,
  households: CoveredHousehold[],
  pricer: Pricer,
): Promise<void> {
  const asked = households.filter(({ planId }) => {
    const rules = pricer.book.get(planId)?.rules;
    return rules && (rules.newbornFreeDays > 0 || rules.proration.birth !== rules.proration.start);
  });
  const children = asked.flatMap(({ memberIds, relationships }) =>
    memberIds.filter((_, place) => relationships[place] !== 'self' && relationships[place] !== 'spouse'),
  );
  if (children.length === 0) return;
  const { rows } = await sql<{ id: string; birth: string }>`
    select id, date_of_birth_encrypted as birth from members where id = any (${[...new Set(children)]}::uuid[]) and date_of_birth_encrypted is not null`.execute(
    tx,
  );
  const births = new Map(
    rows.map(({ id, birth }) => [id, calendarDateFrom(vault.open(birth, birthPlace(tenantId, id)))]),
  );
  for (const household of asked)
    household.bornOn = household.memberIds.map((id, place) => {
      const birth = births.get(id);
      // Coverage that begins with the birth, not a child of a family that joins.
      return birth !== undefined && household.periods?.[place]?.some(({ from }) => from === birth) ? birth : null;
    });
}

const sumOf = (lines: readonly { cents: Cents }[]): Cents =>
  fromCents(lines.reduce((sum, { cents }) => sum + cents, 0));

function pricedLine(
  { household, rates, price }: HouseholdPrice,
  month: CalendarDate,
): MonthPrice | HeldLine | undefined {
  const { subscriberId, line, planId, locationId, memberIds } = household;
  const key = { subscriberId, line, planId, month };
  if ('held' in price) return price.held.code === 'varies' ? undefined : { ...key, reason: price.held };
  return {
    ...key,
    premium: sumOf(price.lines.filter(({ kind }) => kind === 'premium')),
    waiver: sumOf(price.lines.filter(({ kind }) => kind === 'waiver')),
    employer: price.employer,
    tier: tierOfHousehold(household, rates),
    locationId,
    people: memberIds.length,
    rateTableId: rates?.id ?? '',
  };
}

/**
 * What a group should be billed for a month in all, as known at an instant: with the rates, contributions and rules of
 * the month.
 */
export async function monthPrices(
  pricing: Pricing,
  groupId: string,
  month: CalendarDate,
  knownAt: string,
): Promise<{ prices: MonthPrice[]; held: HeldLine[] }> {
  const pricer = await openPricer(pricing, [groupId], month, { knownAt });
  const prices: MonthPrice[] = [];
  const held: HeldLine[] = [];
  for (const household of await monthHouseholds(pricing, groupId, month, knownAt, pricer)) {
    const line = pricedLine(pricer.price(household), month);
    if (!line) continue;
    if ('reason' in line) held.push(line);
    else prices.push(line);
  }
  return { prices, held };
}

/** The months before a period that a run looks at again: as far back as it credits and charges. */
export const monthsBefore = (period: CalendarDate, count: number): CalendarDate[] =>
  Array.from({ length: count }, (_, index) => addMonths(period, index - count));
