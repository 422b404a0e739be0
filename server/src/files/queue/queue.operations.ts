import { fileText } from '@openbenefits/domain/files/messages/file-message';
import type { JobPriority, QueueSettings } from '@openbenefits/domain/files/file-queue';
import { JOB_PRIORITY_LABEL } from '@openbenefits/domain/files/file-queue';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { requirePermission } from '../../policy/actor.ts';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { requireOneOpen } from '../rehearsal/held-groups.ts';
import { writeEvent } from './file-events.ts';
import { requireSecondPerson } from '../rehearsal/second-approval.ts';
import { changeQueueSettings, queueSettings } from './queue-settings.ts';

/** The queue serves every group: somebody limited to assigned ones does not stop it for the others. */
/** Wakes a worker; which files it takes is in their rows. */
const wake = ({ tx, actor, services }: Work, jobId: string): Promise<void> =>
  services.queue.add(tx, { tenantId: actor.tenantId, jobId }, 'high');

async function lockedJob(tx: Tx, id: string): Promise<{ status: string; stage: string }> {
  const job = await tx
    .selectFrom('fileJobs')
    .select(['status', 'stage'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!job) throw new Refusal('not_found', fileText('file_not_found'));
  return job;
}

/** Files in hand are finished, no other is begun. */
export async function pauseQueue({ tx, actor, now, note }: Work): Promise<{ paused: boolean }> {
  const { paused } = await queueSettings(tx);
  if (!paused) await changeQueueSettings(tx, { paused: { by: actor.name, at: now } });
  note({ targetKind: 'file_queue' });
  return { paused: true };
}

export async function resumeQueue(work: Work): Promise<{ paused: boolean }> {
  await changeQueueSettings(work.tx, { paused: null });
  await wake(work, '');
  work.note({ targetKind: 'file_queue' });
  return { paused: false };
}

/** Stops a file after the chunk in hand: the worker's next chunk finds the status changed and commits nothing. */
export async function pauseFile({ tx, actor, now, note }: Work, input: { id: string }): Promise<{ id: string }> {
  const { status, stage } = await lockedJob(tx, input.id);
  if (status !== 'queued' && status !== 'processing')
    throw new Refusal('state', status === 'paused' ? fileText('paused_already') : fileText('pause_only_running'));
  await tx
    .updateTable('fileJobs')
    .set({ status: 'paused', leaseOwner: null, leasedUntil: null, nextTryAt: null })
    .where('id', '=', input.id)
    .execute();
  await writeEvent(
    tx,
    input.id,
    now,
    'paused',
    stage === 'undoing'
      ? fileText('log_undo_paused')
      : status === 'processing'
        ? fileText('log_paused_partly')
        : fileText('log_paused_before'),
    actor.name,
  );
  note({ targetKind: 'file_job', targetId: input.id });
  return { id: input.id };
}

/** A paused file goes on where it stopped. */
export async function resumeFile(work: Work, input: { id: string }): Promise<{ id: string }> {
  const { tx, actor, now, note } = work;
  const { status, stage } = await lockedJob(tx, input.id);
  if (status !== 'paused') throw new Refusal('state', fileText('not_paused'));
  if (stage === 'applying') await requireOneOpen(tx, input.id);
  await tx
    .updateTable('fileJobs')
    .set({ status: 'queued', errorMessage: null, tries: 0 })
    .where('id', '=', input.id)
    .execute();
  await writeEvent(tx, input.id, now, 'resumed', 'Resumed.', actor.name);
  await wake(work, input.id);
  note({ targetKind: 'file_job', targetId: input.id });
  return { id: input.id };
}

/**
 * Puts every file that ended in an error back into the queue; without its original, or where its part was undone, a
 * file stays as it is.
 */
export async function retryFailed(work: Work): Promise<{ retried: number; left: number; undone: number }> {
  const { tx, actor, now, note } = work;
  // Locked first: of one whose part is being taken back just now, that is seen below.
  await sql`select from file_jobs where status = 'error' order by id for update`.execute(tx);
  const { rows } = await sql<{
    id: string;
  }>`update file_jobs j set status = 'queued', error_code = null, error_message = null, finished_at = null, lease_owner = null, leased_until = null, tries = 0, next_try_at = null
    from uploads u where u.id = j.upload_id and u.deleted_at is null and j.status = 'error' and not exists (select from changes c where c.undoes = j.change_id) returning j.id`.execute(
    tx,
  );
  for (const { id } of rows) await writeEvent(tx, id, now, 'retried', fileText('log_requeued_failed'), actor.name);
  if (rows[0]) await wake(work, rows[0].id);
  const others = await sql<{
    left: number;
    undone: number;
  }>`select count(*) filter (where u.deleted_at is not null) as left, count(*) filter (where u.deleted_at is null) as undone from file_jobs j join uploads u on u.id = j.upload_id where j.status = 'error'`.execute(
    tx,
  );
  note({ targetKind: 'file_queue', itemCount: rows.length });
  return { retried: rows.length, ...(others.rows[0] ?? { left: 0, undone: 0 }) };
}

/**
 * Lets everything run that may: the queue, every file and undo that somebody has paused, and what waits for its next
 * try. Files that a safety stop holds are not approved by it, nor do those go on that stopped because of their group.
 */
export async function processAll(work: Work): Promise<{ resumed: number; queued: number; held: number }> {
  const { tx, actor, now, note } = work;
  await changeQueueSettings(tx, { paused: null });
  const { rows } = await sql<{
    id: string;
  }>`update file_jobs set status = 'queued', tries = 0 where status = 'paused' and error_message is null returning id`.execute(
    tx,
  );
  for (const { id } of rows) await writeEvent(tx, id, now, 'resumed', fileText('log_resumed_all'), actor.name);
  await sql`update file_jobs set next_try_at = null where status = 'queued' and next_try_at is not null`.execute(tx);
  await sql`update change_undos set tries = case when paused_by_name is null then tries else 0 end, paused_by_name = null, next_try_at = null
    where ended_at is null and (paused_by_name is not null or next_try_at is not null)`.execute(tx);
  await wake(work, '');
  const counted = await sql<{
    queued: number;
    held: number;
  }>`select count(*) filter (where status = 'queued') as queued, count(*) filter (where status in ('held', 'paused')) as held from file_jobs where status in ('queued', 'held', 'paused')`.execute(
    tx,
  );
  note({ targetKind: 'file_queue', itemCount: rows.length });
  return { resumed: rows.length, ...(counted.rows[0] ?? { queued: 0, held: 0 }) };
}

export async function setPriority(
  { tx, actor, now, note }: Work,
  input: { id: string; priority: JobPriority },
): Promise<{ id: string }> {
  const { status } = await lockedJob(tx, input.id);
  if (status === 'completed' || status === 'rejected' || status === 'removed')
    throw new Refusal('state', fileText('priority_too_late'));
  await tx.updateTable('fileJobs').set({ priority: input.priority }).where('id', '=', input.id).execute();
  await writeEvent(
    tx,
    input.id,
    now,
    'priority',
    fileText('log_priority', { priority: JOB_PRIORITY_LABEL[input.priority] }),
    actor.name,
  );
  note({ targetKind: 'file_job', targetId: input.id });
  return { id: input.id };
}

/** How long originals are kept decides about deleting files, so it takes that permission too. */
export async function saveQueueSettings(
  work: Work,
  input: Omit<QueueSettings, 'secondApprovalFrom'> & { secondApprovalFrom?: number | null | undefined },
): Promise<QueueSettings> {
  const { tx, actor, note } = work;
  const { paused: _, ...before } = await queueSettings(tx);
  const { autoProcess, maxConcurrent, retries, retentionDays, secondApprovalFrom = before.secondApprovalFrom } = input;
  const settings: QueueSettings = { autoProcess, maxConcurrent, retries, retentionDays, secondApprovalFrom };
  if (secondApprovalFrom !== null && before.secondApprovalFrom === null) await requireSecondPerson(work);
  if (before.retentionDays !== retentionDays) requirePermission(actor, 'files.delete');
  await changeQueueSettings(tx, settings);
  if (maxConcurrent > before.maxConcurrent) await wake(work, '');
  const changed = (Object.keys(settings) as (keyof QueueSettings)[]).filter((key) => before[key] !== settings[key]);
  note({ targetKind: 'file_queue', fields: changed });
  return settings;
}
