import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { sql } from 'kysely';
import { arrayOf } from '../../db/pg-arrays.ts';
import type { Tx } from '../../db/connect.ts';

/** What is said of them on the file's page, with their count. */
export const SSN_ELSEWHERE = fileMessage('ssn_elsewhere');

/** A person whom the file brings in, or whose number it corrects: group and digest of the SSN. */
export type NumberInGroup = readonly [groupId: string, ssnKey: string];

/**
 * How many of the people have an SSN that somebody who is active in another group has as well. That is lawful (two
 * jobs) and refuses nobody, but a mistyped number looks the same (domain rules 4.15). One question for the people of a
 * chunk, each looked up by itself.
 */
export async function countElsewhere(tx: Tx, numbers: readonly NumberInGroup[]): Promise<number> {
  if (numbers.length === 0) return 0;
  const { rows } = await sql<{ people: number }>`select count(*) as people from unnest(${arrayOf(
    'uuid',
    numbers.map(([groupId]) => groupId),
  )}, ${arrayOf(
    'bytea',
    numbers.map(([, key]) => key),
  )}) as k(group_id, value)
    where exists (select from members m where m.ssn_index = k.value and m.group_id <> k.group_id and m.removed_by is null and m.status not in ('terminated', 'inactive'))`.execute(
    tx,
  );
  return rows[0]?.people ?? 0;
}
