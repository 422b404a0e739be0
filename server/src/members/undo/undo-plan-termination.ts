import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { requirePermission } from '../../policy/actor.ts';
import type { ChangeUndo, UndoOrder, UndoPreview } from '../../change-registry.ts';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { withdrawOffers } from '../../groups/replace-offering.ts';
import { type DoneTermination, reopenPlan, requireInEffect, terminationOf } from '../../plans/reopen-plan.ts';
import type { Services } from '../../request-context.ts';
import { isUndoneWhole } from '../../undone-changes.ts';
import { undoChange } from './undo-change.ts';
import { blockersOf, wholeScope } from './undo-scope.ts';

/** The moves of a termination that were not undone on their own, the newest first. */
async function movesLeft(tx: Tx, { moves }: DoneTermination): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from changes c where c.id = any (${moves}::uuid[]) and not ${isUndoneWhole(sql.ref('c.id'))} order by c.made_at desc, c.id desc`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Adds up the moves: one member with a later change blocks the whole, because the plan is reopened as a whole. */
async function preview(tx: Tx, id: string, cursor: string | undefined): Promise<UndoPreview> {
  const termination = await terminationOf(tx, id);
  const sum: UndoPreview = { people: 0, removes: 0, blocked: 0, sight: '', blockers: [], next: null };
  for (const move of await movesLeft(tx, termination)) {
    const scope = await wholeScope(tx, move, undefined);
    sum.people += scope.people;
    sum.blocked += scope.blocked;
    if (scope.blocked > 0 && sum.blockers.length === 0)
      Object.assign(sum, await blockersOf(tx, move, undefined, cursor));
  }
  // A plan without members is reopened alone.
  return { ...sum, people: sum.blocked > 0 ? 0 : Math.max(sum.people, termination.isUndone ? 0 : 1) };
}

async function requireFree(tx: Tx, { id }: UndoOrder): Promise<{ people: number }> {
  const { people, blocked } = await preview(tx, id, undefined);
  if (blocked > 0)
    throw new Refusal(
      'state',
      blocked === 1
        ? 'One member was changed since the plan was terminated. Undo that change first.'
        : `${blocked.toLocaleString('en-US')} members were changed since the plan was terminated. Undo these changes first.`,
    );
  return { people };
}

async function undo(work: Work, order: UndoOrder): Promise<{ changeId: string; people: number }> {
  const { tx, actor, note } = work;
  requirePermission(actor, 'plans.edit');
  const termination = await requireInEffect(tx, order.id);
  await requireFree(tx, order);
  let people = 0;
  for (const id of await movesLeft(tx, termination))
    people += (await undoChange(work, { id, skipBlocked: false, reason: order.reason })).people;
  const { toPlanId, offers, from } = termination;
  if (toPlanId !== null) await withdrawOffers(tx, offers, { planId: toPlanId, from });
  const changeId = await reopenPlan(work, termination, { undoes: order.id, reason: order.reason });
  note({
    targetKind: 'plan',
    targetId: termination.planId,
    itemCount: people,
    reason: order.reason,
    fields: ['status', 'coverage'],
  });
  return { changeId, people };
}

/**
 * Undoes the termination of a plan as a whole: the plan is active again, its members have it again, and the offerings
 * that were added for them go. It lives with the members, who are to the right of plans and groups.
 */
export const undoOfPlanTermination: ChangeUndo<Services> = {
  entity: 'plan',
  require: terminationOf,
  preview: (tx, { id, cursor }) => preview(tx, id, cursor),
  requireFree,
  undo,
  isLarge: async () => false,
};
