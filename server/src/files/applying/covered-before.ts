import { sql } from 'kysely';
import { arrayOf } from '../../db/pg-arrays.ts';
import type { Tx } from '../../db/connect.ts';
import type { Staged } from '../matching/match-and-apply.ts';
import type { PeopleInHand } from '../matching/people-in-hand.ts';

/**
 * Marks the dependents who may come as subscribers in this slice and whom an earlier record of the same file covers. Within a chunk the people in hand know it; of an
 * earlier one, what was rehearsed of it tells, also after a kill.
 */
export async function markCovered(tx: Tx, jobId: string, slice: readonly Staged[], people: PeopleInHand, excluded: ReadonlySet<number>): Promise<void> {
  const dependents = slice.flatMap(({ record, groupId, identity }) => (record.isSubscriber ? people.candidates(groupId, identity).filter(({ subscriberId, id }) => subscriberId !== null && !people.covered.has(id)) : []));
  const first = slice[0];
  if (dependents.length === 0 || first === undefined) return;
  const { rows } = await sql<{ id: string; recordNo: number }>`select distinct on (c.member_id) c.member_id as id, c.record_no from unnest(${arrayOf('uuid', [...new Set(dependents.map(({ id }) => id))])}) as d(id)
    join file_changes c on c.member_id = d.id and c.job_id = ${jobId} and c.record_no < ${first.record.recordNo} and c.lines > 0 and c.ends = 0 and c.action not in ('ended', 'voided') order by c.member_id, c.record_no`.execute(tx);
  for (const { id, recordNo } of rows) if (!excluded.has(recordNo)) people.covered.add(id);
}
