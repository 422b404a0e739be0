import { sql } from 'kysely';
import { arrayOf } from '../../db/pg-arrays.ts';
import type { Tx } from '../../db/connect.ts';
import type { LeftOut } from '../matching/left-out.ts';
import type { Staged } from '../matching/staged-for-matching.ts';
import type { Chunk } from '../staging/chunk-of-records.ts';
import { LAST_FROM, LATE_FROM } from '../staging/staged-packs.ts';
import type { PeopleInHand } from '../matching/people-in-hand.ts';

/** Behind every record: the largest integer of PostgreSQL. */
const BEHIND_ALL = 2 ** 31 - 1;

/**
 * Up to which record a chunk finds what came before it: `own` of the people it speaks of, `heads` of the subscribers of
 * its dependents. Within a chunk the people in hand know it. Dependents who come late are behind every subscriber,
 * wherever those stand in the file; what has waited for its end comes behind all.
 */
export type Before = { readonly own: number; readonly heads: number };

export function beforeOf({ packs }: Chunk): Before {
  const first = (from: number, to: number): number =>
    packs.reduce(
      (least, { packKey, left }) =>
        packKey >= from && packKey < to ? Math.min(least, ...(left ?? [packKey - from])) : least,
      BEHIND_ALL,
    );
  const heads = first(0, LATE_FROM);
  return { heads, own: heads === BEHIND_ALL ? first(LATE_FROM, LAST_FROM) : heads };
}

/**
 * Marks the dependents who may come as subscribers in this slice and whom a record of an earlier chunk of the same file
 * covers; what was rehearsed of it tells, also after a kill. Within a chunk the people in hand know it. Whom an earlier
 * chunk has ended, or says again to end, has no coverage any more that could go on. Asked person by person, as in
 * `covered-twice.ts`.
 */
export async function markCovered(
  tx: Tx,
  jobId: string,
  slice: readonly Staged[],
  { own }: Before,
  people: PeopleInHand,
  excluded: LeftOut,
): Promise<void> {
  const dependents = slice.flatMap(({ record, groupId, identity }) =>
    record.isSubscriber
      ? people
          .candidates(groupId, identity)
          .filter(({ subscriberId, id }) => subscriberId !== null && !people.covered.has(id))
      : [],
  );
  if (dependents.length === 0) return;
  const { rows } = await sql<{
    id: string;
    recordNo: number;
  }>`select distinct on (c.member_id) c.member_id as id, c.record_no from unnest(${arrayOf('uuid', [...new Set(dependents.map(({ id }) => id))])}) as d(id)
    cross join lateral (select * from file_changes where member_id = d.id offset 0) c where c.job_id = ${jobId} and c.record_no < ${own} and c.lines > 0 and c.ends = 0 and not c.says_end and c.action not in ('ended', 'voided') order by c.member_id, c.record_no`.execute(
    tx,
  );
  for (const { id, recordNo } of rows) if (!excluded.has(recordNo)) people.covered.add(id);
}
