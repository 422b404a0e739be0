import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import { addRemark, type FullFile } from './missing-people.ts';

/**
 * Dependents of a missing person (`f`, a row of file_missing) whom the file names, other than to end them: with the
 * subscriber they would end, too.
 */
const present = sql`members d join file_changes c on c.job_id = f.job_id and c.member_id = d.id where d.subscriber_id = f.member_id and c.action not in ('ended', 'voided')`;
export const dependentsPresent: RawBuilder<number> = sql<number>`(select count(distinct d.id)::int from ${present})`;

/** Subscribers whom a full file leaves out while it names their dependents: few employers mean that. */
export async function remarkOnHeads(tx: Tx, { jobId }: FullFile): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from file_missing f
    where f.job_id = ${jobId} and f.member_id = f.subscriber_id and not f.is_named and f.line is null and exists (select from ${present})`.execute(
    tx,
  );
  await addRemark(tx, jobId, fileMessage('missing_subscriber_with_dependents'), rows[0]?.count ?? 0);
}
