import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';

/** Members who use tobacco, with their subscribers. */
export type TobaccoUsers = ReadonlyMap<string, string>;

/** Returns the members of groups who use tobacco on a day, as it is known now or was known at an instant. */
export async function tobaccoUsers(
  tx: Tx,
  groupIds: readonly string[],
  on: CalendarDate,
  knownAt?: string,
): Promise<TobaccoUsers> {
  if (groupIds.length === 0) return new Map();
  const known = knownAt === undefined ? sql`'infinity'` : sql`${knownAt}`;
  const { rows } = await sql<{ memberId: string; subscriberId: string }>`
    select * from tobacco_users(${[...groupIds]}::uuid[], ${on}::date, ${known}::timestamptz)`.execute(tx);
  return new Map(rows.map(({ memberId, subscriberId }) => [memberId, subscriberId]));
}

export type TobaccoStatement = { usesTobacco: boolean; effectiveOn: CalendarDate; attestedOn: CalendarDate };

/** Returns what a member has attested, the newest day first; corrected statements are left out. */
export async function tobaccoStatementsOf(tx: Tx, memberId: string): Promise<TobaccoStatement[]> {
  const { rows } = await sql<TobaccoStatement>`
    select distinct on (effective_on) uses_tobacco, effective_on, attested_on from tobacco_statements
    where member_id = ${memberId} order by effective_on desc, recorded_at desc, id desc`.execute(tx);
  return rows;
}

/** Adds what a member attests; a statement of the same day before it no longer counts. */
export async function addTobaccoStatement(
  { tx, actor, now }: Pick<Work, 'tx' | 'actor' | 'now'>,
  person: { memberId: string; groupId: string; changeId: string | null },
  { usesTobacco, effectiveOn, attestedOn }: TobaccoStatement,
): Promise<void> {
  await sql`
    insert into tobacco_statements (id, group_id, member_id, uses_tobacco, effective_on, attested_on, change_id, recorded_at, recorded_by, recorded_by_name)
    values (${uuidv7()}, ${person.groupId}, ${person.memberId}, ${usesTobacco}, ${effectiveOn}::date, ${attestedOn}::date, ${person.changeId}, ${now}::timestamptz,
      ${actor.id}, ${actor.name})`.execute(tx);
}
