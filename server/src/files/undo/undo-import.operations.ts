import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { hasStopped, type JobStage, type JobStatus } from '@openbenefits/domain/files/job-status';
import { whyNotUndone } from '@openbenefits/domain/files/undo-file';
import { Refusal } from '@openbenefits/domain/refusal';
import { v7 as uuidv7 } from 'uuid';
import type { Undone, UndoneOrQueued, UndoOrder } from '../../change-registry.ts';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { requireFree, undoChange } from '../../members/undo/undo-change.ts';
import { writeEvent } from '../queue/file-events.ts';
import { asBefore } from './undo-in-steps.ts';

type AtWork = { status: JobStatus; stage: JobStage; errorMessage: string | null };

/** Throws a Refusal while work on the file is left. */
function refuseAtWork(job: AtWork | undefined): void {
  const reason = job && whyNotUndone({ ...job, stopped: hasStopped(job) });
  if (reason) throw new Refusal('state', reason);
}

async function jobOf(tx: Tx, id: string, lock: boolean): Promise<AtWork | undefined> {
  const job = tx.selectFrom('fileJobs').select(['status', 'stage', 'errorMessage']).where('id', '=', id);
  return (await (lock ? job.forUpdate() : job).executeTakeFirst()) as AtWork | undefined;
}

/**
 * Refuses while a file is written: what is there of it then is a part, and the rest would come after it was taken back.
 * A file that is done is never written again; one that ended in an error, or has stopped, may go on, and that waits
 * until the undo is there, and finds it. One that has stopped ends with its undo.
 */
async function requireAtRest({ tx, actor, now }: Work, jobId: string): Promise<void> {
  const seen = await jobOf(tx, jobId, false);
  const job = seen && (seen.status === 'error' || hasStopped(seen)) ? await jobOf(tx, jobId, true) : seen;
  refuseAtWork(job);
  if (!job || !hasStopped(job)) return;
  await tx
    .updateTable('fileJobs')
    .set({
      status: 'error',
      errorCode: 'refused',
      errorMessage: fileText('undo_after_error', { reason: job.errorMessage ?? '' }),
      finishedAt: now,
    })
    .where('id', '=', jobId)
    .execute();
  await tx.deleteFrom('importPacks').where('jobId', '=', jobId).execute();
  await tx.deleteFrom('importFamilies').where('jobId', '=', jobId).execute();
  await writeEvent(tx, jobId, now, 'failed', fileText('undo_stops_file'), actor.name);
}

/**
 * The file whose import the change is. Refuses while it is written: what is there of it then is a part, and the rest
 * would come after it was undone.
 */
async function fileOf(work: Work, changeId: string): Promise<string | null> {
  const row = await work.tx.selectFrom('changes').select('fileJobId').where('id', '=', changeId).executeTakeFirst();
  if (!row?.fileJobId) return null;
  await requireAtRest(work, row.fileJobId);
  return row.fileJobId;
}

/** Undoes an import at once; the log of its file says so. */
export async function undoImport(work: Work, order: UndoOrder): Promise<Undone> {
  const { tx, now, actor } = work;
  const jobId = await fileOf(work, order.id);
  const undone = await undoChange(work, order);
  if (jobId !== null) await writeEvent(tx, jobId, now, 'undone', `Undone: ${asBefore(undone.people)}`, actor.name);
  return undone;
}

/** Puts the undo of a large import into the queue: its file goes back into work. */
export async function queueUndoOfImport(work: Work, order: UndoOrder): Promise<UndoneOrQueued> {
  const { tx, actor, now, services, note } = work;
  const jobId = await fileOf(work, order.id);
  const job = jobId === null ? undefined : await jobOf(tx, jobId, true);
  if (jobId === null || !job) throw new Refusal('not_found', fileText('undo_not_found'));
  refuseAtWork(job);
  const scope = await requireFree(tx, order);
  const id = uuidv7();
  await tx
    .insertInto('fileUndos')
    .values({
      id,
      jobId,
      askedBy: actor.id,
      askedByName: actor.name,
      isScoped: actor.assignedGroupsOnly,
      askedAt: now,
      reason: order.reason ?? null,
      skipBlocked: order.skipBlocked,
      sight: order.sight ?? null,
      people: scope.people,
      fileStatus: job.status,
      fileStage: job.stage,
    })
    .execute();
  await tx
    .updateTable('fileJobs')
    .set({
      status: 'queued',
      stage: 'undoing',
      leaseOwner: null,
      leasedUntil: null,
      stageStartedAt: null,
      tries: 0,
      nextTryAt: null,
    })
    .where('id', '=', jobId)
    .execute();
  await writeEvent(tx, jobId, now, 'undo_asked', fileText('log_undo_queued', { count: scope.people }), actor.name);
  await services.queue.add(tx, { tenantId: actor.tenantId, jobId }, 'high');
  note({ targetKind: 'file_job', targetId: jobId, reason: order.reason, itemCount: scope.people });
  return { changeId: id, people: scope.people, queued: true, fileJobId: jobId };
}

/**
 * Takes the order back: whatever the worker has done since is rolled back, since its last step finds that the file is
 * no longer its own.
 */
export async function stopUndo({ tx, actor, now, note }: Work, input: { id: string }): Promise<{ id: string }> {
  const job = await tx.selectFrom('fileJobs').select('stage').where('id', '=', input.id).forUpdate().executeTakeFirst();
  if (!job) throw new Refusal('not_found', fileText('file_not_found'));
  if (job.stage !== 'undoing') throw new Refusal('state', fileText('undo_not_running'));
  const before = await tx
    .updateTable('fileUndos')
    .set({ endedAt: now })
    .where('jobId', '=', input.id)
    .where('endedAt', 'is', null)
    .returning(['fileStatus as status', 'fileStage as stage'])
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('fileJobs')
    .set({ ...before, leaseOwner: null, leasedUntil: null, tries: 0, nextTryAt: null })
    .where('id', '=', input.id)
    .execute();
  await writeEvent(tx, input.id, now, 'undo_stopped', fileText('log_undo_stopped'), actor.name);
  note({ targetKind: 'file_job', targetId: input.id });
  return { id: input.id };
}
