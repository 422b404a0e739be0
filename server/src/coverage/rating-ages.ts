import { ageOn, type CalendarDate, calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';
import { birthPlace } from '../protected-fields.ts';
import type { Vault } from '../vault.ts';

/** What a price is calculated with: the transaction, and the keys for birth dates that no rating age is kept of yet. */
export type Pricing = { readonly tx: Tx; readonly vault: Vault; readonly tenantId: string };

export const pricingOf = (work: { tx: Tx; services: { vault: Vault }; actor: { tenantId: string } }): Pricing => ({
  tx: work.tx,
  vault: work.services.vault,
  tenantId: work.actor.tenantId,
});

/** A person whose age on a day is asked for. */
export type Aged = { readonly memberId: string; readonly ratedOn: CalendarDate };

const keyOf = ({ memberId, ratedOn }: Aged): string => `${memberId} ${ratedOn}`;

/**
 * Returns ages on people's rating dates and keeps them, so that later prices decrypt nothing; a person without a birth
 * date is missing in the answer.
 */
export async function keepRatingAges(
  { tx, vault, tenantId }: Pricing,
  people: readonly Aged[],
): Promise<(one: Aged) => number | null> {
  const ages = new Map<string, number>();
  if (people.length > 0) {
    const { rows } = await sql<{ id: string; birth: string }>`
      select id, date_of_birth_encrypted as birth from members
      where id = any (${[...new Set(people.map(({ memberId }) => memberId))]}::uuid[]) and date_of_birth_encrypted is not null`.execute(
      tx,
    );
    const births = new Map(rows.map(({ id, birth }) => [id, vault.open(birth, birthPlace(tenantId, id))]));
    for (const one of people) {
      const birth = births.get(one.memberId);
      if (birth !== undefined) ages.set(keyOf(one), Math.max(0, ageOn(calendarDateFrom(birth), one.ratedOn)));
    }
    const known = people.filter((one) => ages.has(keyOf(one)));
    await sql`insert into rating_ages (member_id, group_id, rated_on, rating_age)
      select x.member_id, m.group_id, x.rated_on, x.age
      from unnest(${known.map(({ memberId }) => memberId)}::uuid[], ${known.map(({ ratedOn }) => ratedOn)}::date[],
        ${known.map((one) => ages.get(keyOf(one)))}::smallint[]) as x(member_id, rated_on, age) join members m on m.id = x.member_id
      on conflict do nothing`.execute(tx);
  }
  return (one) => ages.get(keyOf(one)) ?? null;
}
