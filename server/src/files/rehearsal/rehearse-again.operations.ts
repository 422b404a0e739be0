import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { writeEvent } from '../queue/file-events.ts';
import { takeFirstBack } from './second-approval.ts';

/** Whether the ends of a file were read otherwise than its sender's profile says by now, and the original is still there. */
async function isReadOtherwise(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ otherwise: boolean }>`select coalesce((j.facts->>'endDayNotCovered')::boolean, false) <> p.end_day_not_covered and u.deleted_at is null as otherwise
    from file_jobs j join trading_partners p on p.id = j.partner_id join uploads u on u.id = j.upload_id where j.id = ${id}`.execute(tx);
  return rows[0]?.otherwise ?? false;
}

/** Puts a held file back into the queue, to be judged by the profile as it is now; read again where the profile says by now what its ends are. */
export async function rehearseAgain({ tx, actor, now, services }: Work, id: string, why: string): Promise<void> {
  const isReadAgain = await isReadOtherwise(tx, id);
  await takeFirstBack({ tx, actor, now }, id);
  if (isReadAgain) await tx.deleteFrom('importPacks').where('jobId', '=', id).execute();
  await tx.updateTable('fileJobs').set({ status: 'queued', stage: isReadAgain ? 'waiting' : 'rehearsing', leaseOwner: null, leasedUntil: null }).where('id', '=', id).execute();
  await writeEvent(tx, id, now, 'retried', why, actor.name);
  await services.queue.add(tx, { tenantId: actor.tenantId, jobId: id }, 'high');
}

/** Works a held file out anew, by the group and the sender's profile as they are now; what somebody has chosen of it stays (choices.ts). */
export async function rehearseHeld(work: Work, { id }: { id: string }): Promise<{ id: string }> {
  const job = await work.tx.selectFrom('fileJobs').select('status').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!job) throw new Refusal('not_found', 'This file does not exist, or you may not see it.');
  if (job.status !== 'held') throw new Refusal('state', 'This file does not wait for approval.');
  work.note({ targetKind: 'file_job', targetId: id });
  await rehearseAgain(work, id, 'The file is rehearsed again.');
  return { id };
}
