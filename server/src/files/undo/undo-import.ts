import { fileText } from '@openbenefits/domain/files/messages/file-message';
import type { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { appendAudit } from '../../audit.ts';
import { inTenant, type Tx } from '../../db/connect.ts';
import { notify } from '../../notifications/notifications.operations.ts';
import type { Services } from '../../request-context.ts';
import { writeEvent } from '../queue/file-events.ts';
import { assertLease, type Lease, LeaseLost } from '../queue/file-lease.ts';
import { takeBackInSteps, type UndoAsked } from './undo-in-steps.ts';

/** The undo that was asked for; the time that is left is counted from here. */
async function begin(services: Services, lease: Lease): Promise<UndoAsked> {
  return inTenant(services.db, lease.tenantId, async (tx) => {
    await assertLease(tx, lease);
    await tx
      .updateTable('fileUndos')
      .set({ done: 0 })
      .where('jobId', '=', lease.jobId)
      .where('endedAt', 'is', null)
      .execute();
    await tx
      .updateTable('fileJobs')
      .set({ stageStartedAt: services.clock.now() })
      .where('id', '=', lease.jobId)
      .execute();
    const { rows } =
      await sql<UndoAsked>`select u.id, j.change_id, u.asked_by, u.asked_by_name, u.is_scoped, u.reason, u.skip_blocked, u.sight
      from file_undos u join file_jobs j on j.id = u.job_id where u.job_id = ${lease.jobId} and u.ended_at is null`.execute(
        tx,
      );
    if (!rows[0]) throw new LeaseLost();
    return rows[0];
  });
}

/**
 * Told on a connection of its own, so that others see it before the undo is there; whoever has lost the file, or was
 * paused or stopped, goes no further.
 */
async function tell(services: Services, lease: Lease, order: UndoAsked, done: number): Promise<void> {
  await inTenant(services.db, lease.tenantId, async (tx) => {
    const { numAffectedRows } = await sql`update file_undos u set done = ${done} from file_jobs j
      where u.id = ${order.id} and j.id = u.job_id and j.attempt = ${lease.attempt} and j.status = 'processing' and j.stage = 'undoing'`.execute(
      tx,
    );
    if (numAffectedRows === 0n) throw new LeaseLost();
  });
}

/**
 * The file is what it was before: done, or ended in an error after a part of it. Last of all, since it is the fence: a
 * worker whose lease was taken over commits nothing.
 */
async function end(tx: Tx, lease: Lease, now: string, problem: string | null): Promise<void> {
  const before = await tx
    .updateTable('fileUndos')
    .set({ endedAt: now, problem })
    .where('jobId', '=', lease.jobId)
    .where('endedAt', 'is', null)
    .returning(['fileStatus', 'fileStage'])
    .executeTakeFirst();
  if (!before) throw new LeaseLost();
  const { numAffectedRows } =
    await sql`update file_jobs set status = ${before.fileStatus}, stage = ${before.fileStage}, lease_owner = null, leased_until = null, tries = 0, next_try_at = null
    where id = ${lease.jobId} and attempt = ${lease.attempt} and status = 'processing' and stage = 'undoing'`.execute(
      tx,
    );
  if (numAffectedRows === 0n) throw new LeaseLost();
}

/** Takes a whole import back, as `takeBackInSteps` does. */
export async function undoImport(services: Services, lease: Lease, signal: AbortSignal): Promise<void> {
  const order = await begin(services, lease);
  await takeBackInSteps(
    services,
    { tenantId: lease.tenantId, requestId: lease.jobId },
    order,
    async (done) => {
      signal.throwIfAborted();
      await tell(services, lease, order, done);
    },
    async (tx, people, words) => {
      const ended = services.clock.now();
      await writeEvent(tx, lease.jobId, ended, 'undone', `Undone: ${words}`, order.askedByName);
      await notify(tx, ended, {
        severity: 'success',
        title: 'Import Undone',
        body: words,
        link: `/files/jobs/${lease.jobId}`,
        userId: order.askedBy,
      });
      await end(tx, lease, ended, null);
      await appendAudit(tx, {
        at: ended,
        actorId: order.askedBy,
        actorName: order.askedByName,
        action: 'files.undo',
        outcome: 'done',
        targetKind: 'change',
        targetId: order.changeId,
        fields: ['coverage', 'details'],
        itemCount: people,
        ...(order.reason !== null && { reason: order.reason }),
      });
    },
  );
}

export const UNDO_FAULT = fileText('undo_failed');

/** The undo did not happen, and nothing of it is there: the import stands as it was, and its page says why. */
export async function giveUpUndo(tx: Tx, lease: Lease, now: string, refusal: Refusal | null): Promise<void> {
  const problem = refusal?.message ?? UNDO_FAULT;
  const asked = await tx
    .selectFrom('fileUndos')
    .select(['askedBy', 'askedByName'])
    .where('jobId', '=', lease.jobId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  await writeEvent(
    tx,
    lease.jobId,
    now,
    'undo_failed',
    refusal ? fileText('log_undo_refused') : fileText('log_undo_failed'),
  );
  await end(tx, lease, now, problem);
  if (asked) {
    await notify(tx, now, {
      severity: 'error',
      title: 'Import Not Undone',
      body: problem,
      link: `/files/jobs/${lease.jobId}`,
      userId: asked.askedBy,
    });
    await appendAudit(tx, {
      at: now,
      actorId: asked.askedBy,
      actorName: asked.askedByName,
      action: 'files.undo',
      outcome: 'refused',
      targetKind: 'file_job',
      targetId: lease.jobId,
    });
  }
}
