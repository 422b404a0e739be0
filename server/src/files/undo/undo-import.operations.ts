import { counted } from '@openbenefits/domain/counted';
import { hasStopped, type JobStage, type JobStatus } from '@openbenefits/domain/files/job-status';
import { whyNotUndone } from '@openbenefits/domain/files/undo-file';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { hasEntries, wholeScope } from '../../changes/undo-scope.ts';
import { requireFree, requireUndoable, undoChange, type UndoOrder } from '../../changes/undo-change.ts';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { writeEvent } from '../queue/file-events.ts';
import { asBefore } from './undo-in-steps.ts';

/** From so many entries on, an undo is work in the queue; a smaller one takes less time than to look for it there. */
const QUEUED_FROM = 1000;

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
      errorMessage: `${job.errorMessage} The file stopped there and was not finished.`,
      finishedAt: now,
    })
    .where('id', '=', jobId)
    .execute();
  await tx.deleteFrom('importPacks').where('jobId', '=', jobId).execute();
  await tx.deleteFrom('importFamilies').where('jobId', '=', jobId).execute();
  await writeEvent(tx, jobId, now, 'failed', 'Its import is taken back, so the file does not go on.', actor.name);
}

const UNDOING_ALREADY = 'This change is being undone already.';

type Undone = { changeId: string; people: number; queued: boolean; fileJobId: string | null };

/** Puts the undo of a large change that no file made into the queue. */
async function queueUndo(
  { tx, actor, now, services, note }: Work,
  order: UndoOrder,
  groupId: string | null,
): Promise<Undone> {
  const scope = await wholeScope(tx, order.id, undefined);
  requireFree(scope, order);
  const id = uuidv7();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('changeUndos')
    .values({
      id,
      changeId: order.id,
      groupId,
      askedBy: actor.id,
      askedByName: actor.name,
      isScoped: actor.assignedGroupsOnly,
      askedAt: now,
      reason: order.reason ?? null,
      skipBlocked: order.skipBlocked,
      sight: order.sight ?? null,
      people: scope.people,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw new Refusal('state', UNDOING_ALREADY);
  await services.queue.add(tx, { tenantId: actor.tenantId, jobId: id }, 'high');
  note({ targetKind: 'change', targetId: order.id, reason: order.reason, itemCount: scope.people });
  return { changeId: id, people: scope.people, queued: true, fileJobId: null };
}

/**
 * Pauses the undo of a change: what the worker has done since is rolled back, since its attempt is none any more, and
 * files and changes of the group go on. It begins anew when it is resumed, and takes back what was confirmed or
 * nothing.
 */
export async function pauseChangeUndo({ tx, actor, note }: Work, input: { id: string }): Promise<{ id: string }> {
  const { numAffectedRows } =
    await sql`update change_undos set paused_by_name = ${actor.name}, attempt = attempt + 1, done = 0, next_try_at = null, lease_owner = null, leased_until = null
    where change_id = ${input.id} and ended_at is null and paused_by_name is null`.execute(tx);
  if (numAffectedRows === 0n)
    throw new Refusal('state', 'This change is not being undone, its undo has just ended, or it is paused already.');
  note({ targetKind: 'change', targetId: input.id });
  return { id: input.id };
}

export async function resumeChangeUndo(
  { tx, actor, services, note }: Work,
  input: { id: string },
): Promise<{ id: string }> {
  const resumed = await tx
    .updateTable('changeUndos')
    .set({ pausedByName: null, tries: 0 })
    .where('changeId', '=', input.id)
    .where('endedAt', 'is', null)
    .where('pausedByName', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!resumed) throw new Refusal('state', 'The undo of this change is not paused.');
  await services.queue.add(tx, { tenantId: actor.tenantId, jobId: resumed.id }, 'high');
  note({ targetKind: 'change', targetId: input.id });
  return { id: input.id };
}

/**
 * Takes the order to undo a change back: whatever the worker has done since is rolled back, since its last step finds
 * that the order is gone.
 */
export async function stopChangeUndo({ tx, now, note }: Work, input: { id: string }): Promise<{ id: string }> {
  const { numUpdatedRows } = await tx
    .updateTable('changeUndos')
    .set({ endedAt: now, leaseOwner: null, leasedUntil: null })
    .where('changeId', '=', input.id)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('state', 'This change is not being undone, or its undo has just ended.');
  note({ targetKind: 'change', targetId: input.id });
  return { id: input.id };
}

/**
 * Takes a change back, or, where it is the whole of a large one, puts that into the queue; of an import the file goes
 * back into work, and `fileJobId` says which. Either way the id is that of the undo in the history, there once it is
 * done.
 */
export async function undoOrQueue(work: Work, order: UndoOrder): Promise<Undone> {
  const { tx, actor, now, services, note } = work;
  const target = await requireUndoable(tx, order.id);
  if (target.kind === 'import' && target.fileJobId !== null) await requireAtRest(work, target.fileJobId);
  if (target.undoing) throw new Refusal('state', UNDOING_ALREADY);
  if (order.memberIds || !(await hasEntries(tx, order.id, QUEUED_FROM))) {
    const undone = await undoChange(work, order);
    if (target.kind === 'import' && target.fileJobId !== null)
      await writeEvent(tx, target.fileJobId, now, 'undone', `Undone: ${asBefore(undone.people)}`, actor.name);
    return { ...undone, queued: false, fileJobId: null };
  }
  if (target.kind !== 'import' || target.fileJobId === null) return await queueUndo(work, order, target.groupId);
  const jobId = target.fileJobId;
  const job = await jobOf(tx, jobId, true);
  if (!job) throw new Refusal('not_found', 'The file of this import does not exist, or you may not see it.');
  refuseAtWork(job);
  const scope = await wholeScope(tx, order.id, undefined);
  requireFree(scope, order);
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
  await writeEvent(
    tx,
    jobId,
    now,
    'undo_asked',
    `Its undo was put into the queue, for ${counted(scope.people, 'person', 'people')}.`,
    actor.name,
  );
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
  if (!job) throw new Refusal('not_found', 'This file does not exist, or you may not see it.');
  if (job.stage !== 'undoing')
    throw new Refusal('state', 'This import is not being undone, or its undo has just ended.');
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
  await writeEvent(tx, input.id, now, 'undo_stopped', 'Its undo was stopped. Nothing was taken back.', actor.name);
  note({ targetKind: 'file_job', targetId: input.id });
  return { id: input.id };
}
