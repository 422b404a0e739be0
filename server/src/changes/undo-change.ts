import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { recordChange } from '../change-sets.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { lockGroup } from '../members/families.ts';
import { changeById } from './changes.queries.ts';
import { putBack } from './put-back.ts';
import { type Blocker, blockersOf, peopleInScope, type Scope, scopeOf } from './undo-scope.ts';

/** People put back between two looks at whether it may go on: some tenths of a second. */
const AT_ONCE = 2000;

type Undoable = Awaited<ReturnType<typeof changeById>>;

export async function requireUndoable(tx: Tx, id: string): Promise<Undoable> {
  const change = await changeById(tx, id);
  if (change.kind === 'undo') throw new Refusal('state', 'An undo cannot be undone. Make the change again instead.');
  if (!change.undoable) throw new Refusal('state', 'This entry of the history did not change people, so there is nothing to undo.');
  return change;
}

export type UndoPreview = Scope & { blockers: Blocker[] };

/** What an undo would do, before it is done. */
export async function undoPreview(tx: Tx, input: { id: string; memberIds?: string[] | undefined }): Promise<UndoPreview> {
  await requireUndoable(tx, input.id);
  const scope = await scopeOf(tx, input.id, input.memberIds);
  return { ...scope, blockers: scope.blocked === 0 ? [] : await blockersOf(tx, input.id, input.memberIds) };
}

/** What was confirmed: `skipBlocked` leaves families as they are of whom somebody was changed since, with `sight` only those who were seen then. */
export type UndoOrder = { id: string; memberIds?: string[] | undefined; skipBlocked: boolean; sight?: string | undefined; reason?: string | undefined };

const peopleWere = (count: number): string => (count === 1 ? 'One person was' : `${count.toLocaleString('en-US')} people were`);

/** Refuses where somebody was changed since of whom the order does not know. */
export function requireFree({ people, blocked, sight }: Scope, order: UndoOrder): void {
  if (blocked > 0 && !order.skipBlocked) {
    throw new Refusal('state', `${peopleWere(blocked)} changed again since, or somebody of their family was. Undo the later changes first, or leave those families as they are.`);
  }
  if (order.skipBlocked && order.sight !== undefined && order.sight !== sight) {
    throw new Refusal('state', `Since this was confirmed, other people were changed than those who were named then; now ${blocked === 0 ? 'nobody stays as they are' : `${blocked === 1 ? 'one stays' : `${blocked.toLocaleString('en-US')} stay`} as they are`}. Nothing was undone; look again.`);
  }
  if (people === 0) throw new Refusal('state', blocked > 0 ? 'Everybody was changed again since; there is nothing left to undo.' : 'This was already undone.');
}

/** The groups of whose people the change holds some, in the order in which they are locked. */
export async function groupsOf(tx: Tx, target: Undoable): Promise<string[]> {
  if (target.groupId) return [target.groupId];
  const { rows } = await sql<{ groupId: string }>`select distinct m.group_id from change_items i join members m on m.id = i.entity_id where i.change_id = ${target.id} order by 1`.execute(tx);
  return rows.map(({ groupId }) => groupId);
}

/** Takes a change back as the change `undo`; its groups are locked. `onStep` is told how many people are put back so far, and stops it by throwing. Returns how many there were. */
export async function takeBack(work: Work, target: Undoable, order: UndoOrder, undo: string, onStep: (done: number) => Promise<void>): Promise<number> {
  const { tx } = work;
  const scope = await scopeOf(tx, order.id, order.memberIds);
  requireFree(scope, order);
  const count = scope.people === 1 ? 'one person' : `${scope.people.toLocaleString('en-US')} people`;
  await recordChange(work, { id: undo, kind: 'undo', summary: `Undid “${target.summary}” for ${count}`, groupId: target.groupId ?? undefined, reason: order.reason, undoes: order.id, items: [] });
  let done = 0;
  for await (const people of peopleInScope(tx, order.id, order.memberIds, work.services.fileSteps?.undo ?? AT_ONCE)) {
    await putBack(work, { id: order.id, undo, kind: target.kind }, people, done + 1);
    done += people.length;
    await onStep(done);
  }
  return done;
}

/**
 * Takes a change back as a change of its own: coverage, details and people are as before it, and the history keeps both. A family of whom anybody was
 * changed since stays as it is: without `skipBlocked` the undo is refused then (domain rules 7.3: undo until a later change blocks it).
 */
export async function undoChange(work: Work, order: UndoOrder): Promise<{ changeId: string; people: number }> {
  const { tx, note } = work;
  const target = await requireUndoable(tx, order.id);
  for (const groupId of await groupsOf(tx, target)) await lockGroup(tx, groupId);
  const undo = uuidv7();
  const people = await takeBack(work, target, order, undo, async () => {});
  note({ targetKind: 'change', targetId: order.id, itemCount: people, reason: order.reason, fields: ['coverage', 'details'] });
  return { changeId: undo, people };
}
