import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import type { Vault } from '../../vault.ts';
import { lastInOrder } from '../matching/ends-before-additions.ts';
import type { Staged } from '../matching/staged-for-matching.ts';
import type { Lease } from '../queue/file-lease.ts';
import { packOf } from '../readers/pack-records.ts';
import { LAST_ENDS_FROM, LAST_FROM, sealPack } from './staged-packs.ts';

/**
 * Puts records that wait behind all others, in the transaction that has passed over them: a kill finds both or neither.
 */
export async function writeLast(tx: Tx, vault: Vault, lease: Lease, waiting: readonly Staged[]): Promise<void> {
  const { others, ends } = lastInOrder(waiting);
  for (const [from, all] of [
    [LAST_FROM, others],
    [LAST_ENDS_FROM, ends],
  ] as const) {
    for (const [groupId, some] of Map.groupBy(all, (one) => one.groupId)) {
      const packed = packOf(some.map(({ record, rawOf, index }) => ({ ...record, raw: rawOf(index) })));
      await sql`insert into import_packs (job_id, pack_key, group_id, record_count, records_encrypted)
        values (${lease.jobId}, ${from + Math.min(...some.map(({ record }) => record.recordNo))}, ${groupId}, ${some.length}, ${sealPack(vault, lease, { packed })})`.execute(
        tx,
      );
    }
  }
}
