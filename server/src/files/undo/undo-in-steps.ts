import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { sql } from 'kysely';
import { applyUndo, groupsOf, requireUndoable } from '../../members/undo/undo-change.ts';
import { inTenantAs, type Tx } from '../../db/connect.ts';
import type { Services } from '../../request-context.ts';
import { systemActor } from '../../policy/actor.ts';

/** What a file's log and a notification say of an undo. */
export const asBefore = (people: number): string => fileText('log_restored', { count: people });

/** An undo that was asked for and waited in the queue. */
export type UndoAsked = {
  id: string;
  changeId: string;
  askedBy: string;
  askedByName: string;
  isScoped: boolean;
  reason: string | null;
  skipBlocked: boolean;
  sight: string | null;
};

/**
 * Takes a whole change back, in one transaction: until its end nobody sees anything of it, and a worker that dies, is
 * paused or stopped leaves nothing behind. It works as who asked for it: people limited to assigned groups undo in
 * those. The groups are locked meanwhile, so nobody else writes to them. `onStep` stops it by throwing; `finish` is
 * told how many people were put back, in figures and in words, and writes last. Throws a Refusal where somebody was
 * changed since it was confirmed.
 */
export async function takeBackInSteps(
  services: Services,
  { tenantId, requestId }: { tenantId: string; requestId: string },
  order: UndoAsked,
  onStep: (done: number) => Promise<void>,
  finish: (tx: Tx, people: number, words: string) => Promise<void>,
): Promise<void> {
  const actor = systemActor(tenantId, {
    id: order.askedBy,
    name: order.askedByName,
    assignedGroupsOnly: order.isScoped,
  });
  await inTenantAs(services.db, actor, async (tx) => {
    const target = await requireUndoable(tx, order.changeId);
    for (const groupId of await groupsOf(tx, target))
      await sql`select pg_advisory_xact_lock(hashtextextended(${groupId}, 834))`.execute(tx);
    const work = {
      tx,
      actor,
      now: services.clock.now(),
      today: services.clock.today(),
      services,
      requestId,
      note: () => {},
      onRollback: () => {},
    };
    const { reason, skipBlocked, sight } = order;
    const people = await applyUndo(
      work,
      target,
      { id: order.changeId, skipBlocked, ...(sight !== null && { sight }), ...(reason !== null && { reason }) },
      order.id,
      onStep,
    );
    await finish(tx, people, asBefore(people));
  });
}
