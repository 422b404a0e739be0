import { addDays, type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { recordChange } from '../change-sets.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { planRecord, touchPlan } from './plan-record.ts';
import { lockCatalog } from './plans.queries.ts';

/** A termination of a plan with what it did: the history entries of its moves, and the offerings that they added. */
export type DoneTermination = {
  id: string;
  planId: string;
  from: CalendarDate;
  toPlanId: string | null;
  moves: string[];
  offers: string[];
  isUndone: boolean;
};

/** Returns the termination that a history entry is about. */
export async function terminationOf(tx: Tx, changeId: string): Promise<DoneTermination> {
  const { rows } = await sql<DoneTermination>`
    select id, plan_id, terminated_from as "from", to_plan_id, moves, offers, undone_at is not null as is_undone
    from plan_terminations where change_id = ${changeId}`.execute(tx);
  const [found] = rows;
  if (!found) throw new Refusal('not_found', 'This history entry does not exist, or you may not see it.');
  return found;
}

/** Locks the plan of a termination that is still in effect; rejects one that was undone or changed since. */
export async function requireInEffect(tx: Tx, changeId: string): Promise<DoneTermination> {
  await lockCatalog(tx);
  const { planId } = await terminationOf(tx, changeId);
  const plan = await planRecord(tx, planId, { lock: true });
  const termination = await terminationOf(tx, changeId);
  if (termination.isUndone) throw new Refusal('state', 'This was already undone.');
  if (plan.terminatedFrom !== termination.from)
    throw new Refusal('state', `The end of ${plan.name} was changed since. Undo the later change first.`);
  return termination;
}

/** Makes a terminated plan active again, as the undo of its termination; its members are moved back by the caller. */
export async function reopenPlan(
  work: Work,
  { id, planId, from }: DoneTermination,
  about: { undoes: string; reason: string | undefined },
): Promise<string> {
  const { tx, now } = work;
  const plan = await planRecord(tx, planId);
  await tx
    .updateTable('planTerminations')
    .set({ undoneAt: now, doneAt: sql<string>`coalesce(done_at, ${now}::timestamptz)` })
    .where('id', '=', id)
    .execute();
  await touchPlan(work, plan, { terminatedFrom: null, ...(plan.status === 'terminated' && { status: 'active' }) });
  return recordChange(work, {
    kind: 'undo',
    summary: `Undid the termination of ${plan.name} after ${formatDate(addDays(from, -1))}`,
    reason: about.reason,
    undoes: about.undoes,
    items: [
      {
        entity: 'plan',
        entityId: planId,
        action: 'restored',
        before: { terminatedFrom: from },
        after: { terminatedFrom: null },
      },
    ],
  });
}
