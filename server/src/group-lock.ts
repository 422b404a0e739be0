import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Tx } from './db/connect.ts';

/**
 * Locks a group for one writer, imports included, until the end of the transaction, so that no two add the same member
 * or change the same spans. Call it before `loadFamilies`.
 */
export async function lockGroup(tx: Tx, groupId: string): Promise<void> {
  const { rows } = await sql<{
    free: boolean;
    undoing: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${groupId}, 834)) as free,
    exists (select from file_jobs where group_id = ${groupId} and stage = 'undoing' and status = 'processing') or exists (select from change_undos where (group_id = ${groupId} or group_id is null) and ended_at is null and lease_owner is not null) as undoing`.execute(
    tx,
  );
  if (rows[0]?.free) return;
  // Other writers finish within a moment.
  if (rows[0]?.undoing)
    throw new Refusal(
      'state',
      'A large change of this group is being undone. Nothing was saved. Try again in a minute.',
    );
  await sql`select pg_advisory_xact_lock(hashtextextended(${groupId}, 834))`.execute(tx);
}
