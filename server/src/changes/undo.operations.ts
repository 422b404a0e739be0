import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ChangeUndo, UndoneOrQueued, UndoOrder, UndoPreview, UndoQuestion } from '../change-registry.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import type { Services } from '../request-context.ts';
import { changeById } from './changes.queries.ts';

const UNDOING_ALREADY = 'This change is already being undone.';

/** Returns how the change is undone; rejects one that cannot be. */
async function undoOf(tx: Tx, { changes }: Pick<Services, 'changes'>, id: string): Promise<ChangeUndo<Services>> {
  const { kind } = await changeById(tx, changes, id);
  const undo = changes.undoOf(kind);
  if ('never' in undo) throw new Refusal('state', undo.never);
  await undo.require(tx, id);
  return undo;
}

/** Previews an undo; blocked members are listed by page. */
export async function previewUndo(
  { tx, services, note }: Pick<Work, 'tx' | 'services' | 'note'>,
  question: UndoQuestion,
): Promise<UndoPreview> {
  note({ targetKind: 'change', targetId: question.id, fields: ['name'] });
  return (await undoOf(tx, services, question.id)).preview(tx, question);
}

/**
 * Undoes a change, or queues the undo of a whole large one. For an import, its file is queued, and `fileJobId`
 * identifies it. The ID is that of the undo in the history, once it is done.
 */
export async function undoOrQueue(work: Work, order: UndoOrder): Promise<UndoneOrQueued> {
  const { tx, services } = work;
  const undo = await undoOf(tx, services, order.id);
  const change = await changeById(tx, services.changes, order.id);
  if (change.undoing) throw new Refusal('state', UNDOING_ALREADY);
  if (order.memberIds || !(await undo.isLarge(tx, order.id)))
    return { ...(await undo.undo(work, order)), queued: false, fileJobId: null };
  return undo.queue ? await undo.queue(work, order) : await queueUndo(work, undo, order, change.groupId);
}

/** Puts the undo of a large change into the queue. */
async function queueUndo(
  { tx, actor, now, services, note }: Work,
  undo: ChangeUndo<Services>,
  order: UndoOrder,
  groupId: string | null,
): Promise<UndoneOrQueued> {
  const { people } = await undo.requireFree(tx, order);
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
      people,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw new Refusal('state', UNDOING_ALREADY);
  await services.queue.add(tx, { tenantId: actor.tenantId, jobId: id }, 'high');
  note({ targetKind: 'change', targetId: order.id, reason: order.reason, itemCount: people });
  return { changeId: id, people, queued: true, fileJobId: null };
}

/**
 * Pauses the undo of a change. Its transaction rolls back, because its attempt is no longer valid, and files and
 * changes of the group continue. Resumed, it restarts and undoes what was confirmed, or nothing.
 */
export async function pauseChangeUndo({ tx, actor, note }: Work, input: { id: string }): Promise<{ id: string }> {
  const { numAffectedRows } =
    await sql`update change_undos set paused_by_name = ${actor.name}, attempt = attempt + 1, done = 0, next_try_at = null, lease_owner = null, leased_until = null
    where change_id = ${input.id} and ended_at is null and paused_by_name is null`.execute(tx);
  if (numAffectedRows === 0n)
    throw new Refusal(
      'state',
      'No undo of this change is running. It may have just finished, or it is already paused.',
    );
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

/** Stops the undo of a change. The worker's last step finds no order, so everything rolls back. */
export async function stopChangeUndo({ tx, now, note }: Work, input: { id: string }): Promise<{ id: string }> {
  const { numUpdatedRows } = await tx
    .updateTable('changeUndos')
    .set({ endedAt: now, leaseOwner: null, leasedUntil: null })
    .where('changeId', '=', input.id)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new Refusal('state', 'No undo of this change is running. It may have just finished.');
  note({ targetKind: 'change', targetId: input.id });
  return { id: input.id };
}
