import { counted } from '@openbenefits/domain/counted';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { UndoOrder, UndoPreview, UndoQuestion } from '../../change-registry.ts';
import { recordChange } from '../../change-sets.ts';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { lockGroup } from '../../group-lock.ts';
import { rejectPaidLoss } from '../rescission.ts';
import { restoreRecords } from './restore-records.ts';
import {
  blockersOf,
  followersOf,
  followingParts,
  peopleInScope,
  type Scope,
  type ScopeOf,
  scopeOf,
  wholeScope,
} from './undo-scope.ts';

/** Members restored between two checks for a stop: some tenths of a second. */
const AT_ONCE = 2000;

type Undoable = { id: string; kind: string; summary: string; groupId: string | null; hasPeople: boolean };

async function changeOf(tx: Tx, id: string): Promise<Undoable> {
  const { rows } = await sql<Undoable>`select id, kind, summary, group_id,
      exists (select from change_items i where i.change_id = c.id and i.entity = 'member') as has_people
    from changes c where id = ${id}`.execute(tx);
  if (!rows[0]) throw new Refusal('not_found', 'This history entry does not exist, or you may not see it.');
  return rows[0];
}

/** Returns the change if it can be undone; rejects others. */
export async function requireUndoable(tx: Tx, id: string): Promise<Undoable> {
  const change = await changeOf(tx, id);
  if (change.kind === 'undo') throw new Refusal('state', 'An undo cannot be undone. Make the change again instead.');
  if (!change.hasPeople && (await followersOf(tx, id)).length === 0)
    throw new Refusal('state', 'This history entry changed no members, so there is nothing to undo.');
  return change;
}

/** Previews an undo; blocked members are listed by page. */
export async function undoPreview(tx: Tx, input: UndoQuestion): Promise<UndoPreview> {
  await requireUndoable(tx, input.id);
  const scope = await wholeScope(tx, input.id, input.memberIds);
  return {
    ...scope,
    ...(scope.blocked === 0
      ? { blockers: [], next: null }
      : await blockersOf(tx, input.id, input.memberIds, input.cursor)),
  };
}

const countWere = (count: number): string =>
  count === 1 ? 'One person was' : `${count.toLocaleString('en-US')} people were`;

/** Rejects if a member was changed later and the order does not allow that. */
function rejectBlocked({ people, blocked, sight }: Scope, order: UndoOrder): void {
  if (blocked > 0 && !order.skipBlocked) {
    throw new Refusal(
      'state',
      `${countWere(blocked)} changed again later, or a family member was. Undo the later changes first, or leave those families unchanged.`,
    );
  }
  if (order.skipBlocked && order.sight !== undefined && order.sight !== sight) {
    throw new Refusal(
      'state',
      `Since this was confirmed, other people were changed than those who were named then; now ${blocked === 0 ? 'nobody stays as they are' : `${blocked === 1 ? 'one stays' : `${blocked.toLocaleString('en-US')} stay`} as they are`}. Nothing was undone; look again.`,
    );
  }
  if (people === 0)
    throw new Refusal(
      'state',
      blocked > 0 ? 'All members were changed again later, so nothing can be undone.' : 'This was already undone.',
    );
}

/**
 * Returns the scope of undoing a whole change; rejects if a member was changed later and the order does not allow that.
 */
export async function requireFree(tx: Tx, order: UndoOrder): Promise<Scope> {
  const scope = await wholeScope(tx, order.id, order.memberIds);
  rejectBlocked(scope, order);
  return scope;
}

/** Returns the groups of the change's members, in locking order. */
export async function groupsOf(tx: Tx, target: Undoable): Promise<string[]> {
  if (target.groupId) return [target.groupId];
  const { rows } = await sql<{
    groupId: string;
  }>`select distinct m.group_id from change_items i join members m on m.id = i.entity_id where i.change_id = ${target.id}
    union select c.group_id from changes c where c.id = any (${await followersOf(tx, target.id)}::uuid[]) order by 1`.execute(
    tx,
  );
  return rows.map(({ groupId }) => groupId);
}

/** Restores the unblocked members of one change. Returns their number. */
async function undoOneChange(
  work: Work,
  target: Undoable,
  part: ScopeOf,
  order: UndoOrder,
  undo: string,
  people: number,
  onStep: (done: number) => Promise<void>,
): Promise<number> {
  const { tx } = work;
  await recordChange(work, {
    id: undo,
    kind: 'undo',
    summary: `Undid “${target.summary}” for ${counted(people, 'person', 'people')}`,
    groupId: target.groupId ?? undefined,
    reason: order.reason,
    undoes: target.id,
    items: [],
  });
  let done = 0;
  for await (const some of peopleInScope(tx, part, work.services.fileSteps?.undo ?? AT_ONCE)) {
    await restoreRecords(work, { id: target.id, undo, kind: target.kind }, some, done + 1);
    await rejectPaidLoss(
      work,
      undo,
      some.map(({ memberId }) => memberId),
    );
    done += some.length;
    await onStep(done);
  }
  return done;
}

/**
 * Undoes a change as the change `undo`; its groups are locked. For a file, the terminations of its missing members are
 * undone first, each by its own undo. `onStep` gets the number restored so far and stops the undo by throwing. Returns
 * the total.
 */
export async function applyUndo(
  work: Work,
  target: Undoable,
  order: UndoOrder,
  undo: string,
  onStep: (done: number) => Promise<void>,
): Promise<number> {
  const { tx } = work;
  const whole = await wholeScope(tx, order.id, order.memberIds);
  rejectBlocked(whole, order);
  const parts = [
    ...(await followingParts(tx, order.id, order.memberIds)),
    { id: order.id, memberIds: order.memberIds },
  ];
  // If a file changed no member itself, its undo is that of the last following change.
  const last =
    (await scopeOf(tx, { id: order.id, memberIds: order.memberIds })).people > 0 ? order.id : parts.at(-2)?.id;
  let done = 0;
  for (const part of parts) {
    const { people } = await scopeOf(tx, part);
    if (people > 0)
      done += await undoOneChange(
        work,
        part.id === target.id ? target : await changeOf(tx, part.id),
        part,
        order,
        part.id === last ? undo : uuidv7(),
        people,
        (some) => onStep(done + some),
      );
  }
  return whole.people;
}

/**
 * Undoes a change as a new change: coverage, details and members return to their earlier state, and the history keeps
 * both. Families with later changes are left unchanged; without `skipBlocked`, they reject the undo (domain rules 7.3).
 */
export async function undoChange(work: Work, order: UndoOrder): Promise<{ changeId: string; people: number }> {
  const { tx, note } = work;
  const target = await requireUndoable(tx, order.id);
  for (const groupId of await groupsOf(tx, target)) await lockGroup(tx, groupId);
  const undo = uuidv7();
  const people = await applyUndo(work, target, order, undo, async () => {});
  note({
    targetKind: 'change',
    targetId: order.id,
    itemCount: people,
    reason: order.reason,
    fields: ['coverage', 'details'],
  });
  return { changeId: undo, people };
}
