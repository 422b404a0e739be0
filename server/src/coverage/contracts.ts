import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';

/** Loads the first day of each group's contract on a day; locked rates are those of that day. */
export async function contractStarts(
  tx: Tx,
  groupIds: readonly string[],
  on: CalendarDate,
): Promise<Map<string, CalendarDate>> {
  if (groupIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; start: CalendarDate }>`
    select id, contract_start(renewal_date, effective_date, ${on}::date) as start from groups
    where id = any (${[...groupIds]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, start }) => [id, start]));
}
