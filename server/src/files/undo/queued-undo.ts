import { secondsBeforeRetry } from '@openbenefits/domain/files/file-queue';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { appendAudit } from '../../audit.ts';
import { inTenant, isDatabaseAway, type Tx } from '../../db/connect.ts';
import { notify } from '../../notifications/notifications.operations.ts';
import type { Services } from '../../request-context.ts';
import { holdRow, LeaseLost, type UndoLease } from '../queue/file-lease.ts';
import { queueSettings } from '../queue/queue-settings.ts';
import { takeBackInSteps, type UndoAsked } from './undo-in-steps.ts';
import { UNDO_FAULT } from './undo-import.ts';

const isMine = ({ undoId, attempt }: UndoLease) =>
  sql`id = ${undoId} and attempt = ${attempt} and ended_at is null and paused_by_name is null`;

type Order = UndoAsked & { groupId: string | null };

async function orderOf(tx: Tx, lease: UndoLease): Promise<Order> {
  const { rows } =
    await sql<Order>`select id, change_id, group_id, asked_by, asked_by_name, is_scoped, reason, skip_blocked, sight from change_undos where ${isMine(lease)}`.execute(
      tx,
    );
  if (!rows[0]) throw new LeaseLost();
  return rows[0];
}

/** Where it is looked at: the history of its group. */
const linkTo = (groupId: string | null): string => (groupId === null ? '/dashboard' : `/groups/${groupId}`);

/**
 * Last of all, since it is the fence: a worker whose lease was taken over, or whose order was paused or taken back,
 * commits nothing.
 */
async function end(tx: Tx, lease: UndoLease, now: string, problem: string | null): Promise<void> {
  const { numAffectedRows } =
    await sql`update change_undos set ended_at = ${now}, problem = ${problem}, lease_owner = null, leased_until = null, next_try_at = null where ${isMine(lease)}`.execute(
      tx,
    );
  if (numAffectedRows === 0n) throw new LeaseLost();
}

async function undo(services: Services, lease: UndoLease, signal: AbortSignal): Promise<void> {
  const order = await inTenant(services.db, lease.tenantId, (tx) => orderOf(tx, lease));
  const { askedBy, askedByName, changeId, groupId, reason } = order;
  await takeBackInSteps(
    services,
    { tenantId: lease.tenantId, requestId: lease.undoId },
    order,
    async (done) => {
      signal.throwIfAborted();
      // On a connection of its own, so that others see it before the undo is there.
      const { numAffectedRows } = await inTenant(services.db, lease.tenantId, (tx) =>
        sql`update change_undos set done = ${done} where ${isMine(lease)}`.execute(tx),
      );
      if (numAffectedRows === 0n) throw new LeaseLost();
    },
    async (tx, people, words) => {
      const ended = services.clock.now();
      await notify(tx, ended, {
        severity: 'success',
        title: 'Change Undone',
        body: words,
        link: linkTo(groupId),
        userId: askedBy,
      });
      await end(tx, lease, ended, null);
      await appendAudit(tx, {
        at: ended,
        actorId: askedBy,
        actorName: askedByName,
        action: 'changes.undo',
        outcome: 'done',
        targetKind: 'change',
        targetId: changeId,
        fields: ['coverage', 'details'],
        itemCount: people,
        ...(reason !== null && { reason }),
      });
    },
  );
}

/**
 * Ends an attempt that went wrong: a refusal is final, a fault of ours is tried again, a little later each time. Either
 * way nothing was taken back.
 */
async function fail(services: Services, lease: UndoLease, refusal: Refusal | null): Promise<void> {
  await inTenant(services.db, lease.tenantId, async (tx) => {
    const now = services.clock.now();
    const { retries } = await queueSettings(tx);
    const row = await tx
      .selectFrom('changeUndos')
      .select(['tries', 'changeId', 'groupId', 'askedBy', 'askedByName'])
      .where('id', '=', lease.undoId)
      .where('attempt', '=', lease.attempt)
      .where('endedAt', 'is', null)
      .where('pausedByName', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    const tries = row.tries + 1;
    if (!refusal && tries <= retries) {
      const nextTryAt = new Date(Date.parse(now) + secondsBeforeRetry(tries) * 1000).toISOString();
      await tx
        .updateTable('changeUndos')
        .set({ tries, nextTryAt, done: 0, leaseOwner: null, leasedUntil: null })
        .where('id', '=', lease.undoId)
        .execute();
      return;
    }
    const problem = refusal?.message ?? UNDO_FAULT;
    await end(tx, lease, now, problem);
    await notify(tx, now, {
      severity: 'error',
      title: 'Change Not Undone',
      body: problem,
      link: linkTo(row.groupId),
      userId: row.askedBy,
    });
    await appendAudit(tx, {
      at: now,
      actorId: row.askedBy,
      actorName: row.askedByName,
      action: 'changes.undo',
      outcome: 'refused',
      targetKind: 'change',
      targetId: row.changeId,
    });
  });
}

/**
 * Works on an undo until it is done, refused, paused, stopped, or its lease is lost. A database that goes away leaves
 * it to be taken up again.
 */
export async function processUndo(services: Services, lease: UndoLease): Promise<void> {
  await holdRow(
    services,
    { tenantId: lease.tenantId, table: sql`change_undos`, isMine: isMine(lease) },
    async (signal) => {
      try {
        await undo(services, lease, signal);
      } catch (error) {
        if (error instanceof LeaseLost || signal.aborted || isDatabaseAway(error)) return;
        if (!(error instanceof Refusal))
          services.log.error({ undoId: lease.undoId, err: error }, 'A change could not be undone');
        await fail(services, lease, error instanceof Refusal ? error : null);
      }
    },
  );
}
