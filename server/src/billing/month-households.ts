import { type CalendarDate, calendarDateFrom, type Period } from '@openbenefits/domain/calendar-date';
import type { Relationship } from '@openbenefits/domain/relationship';
import { sql } from 'kysely';
import type { CoveredHousehold, Pricer } from '../coverage/household-prices.ts';
import type { Pricing } from '../coverage/rating-ages.ts';
import { birthPlace } from '../protected-fields.ts';

/** Whose premiums: all subscribers of groups, or some of them. */
export type PremiumScope = { readonly groupIds: readonly string[]; readonly subscriberIds?: readonly string[] };

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

/**
 * The households of groups in a month, one by one with their people, as known at an instant; with newborns of months in
 * which a plan treats them separately.
 */
export async function householdsOf(
  pricing: Pricing,
  { groupIds, subscriberIds }: PremiumScope,
  month: CalendarDate,
  knownAt: string,
  pricer: Pricer,
): Promise<CoveredHousehold[]> {
  const { rows } = await sql<Row>`
    select * from month_households(${[...groupIds]}::uuid[], ${month}::date, ${knownAt}::timestamptz)
    ${subscriberIds ? sql`where subscriber_id = any (${[...subscriberIds]}::uuid[])` : sql``} order by subscriber_id, line, plan_id`.execute(
    pricing.tx,
  );
  const households = rows.map(householdOf);
  await pricer.learnAges(households);
  await learnBirths(pricing, households, pricer);
  return households;
}

/** The households of a group in a month, or those of one subscriber. */
export const monthHouseholds = (
  pricing: Pricing,
  groupId: string,
  month: CalendarDate,
  knownAt: string,
  pricer: Pricer,
  subscriberId?: string,
): Promise<CoveredHousehold[]> =>
  householdsOf(
    pricing,
    { groupIds: [groupId], ...(subscriberId && { subscriberIds: [subscriberId] }) },
    month,
    knownAt,
    pricer,
  );

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
