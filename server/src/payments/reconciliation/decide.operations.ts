import {
  DIFFERENCE_ACTION_LABEL,
  type DifferenceAction,
  type DifferenceClass,
  RECONCILIATION_SOURCE_LABEL,
  type ReconciliationSource,
} from '@openbenefits/domain/payments/reconciliation/difference';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import type { MonthPrices } from './expected.ts';
import { type MarkMonths, recalculate, type Recalculated } from './recalculate.ts';
import { notify } from '../../notifications/notifications.operations.ts';

type Open = { source: ReconciliationSource; reference: string; createdBy: string };

/** Locks an open reconciliation; decisions of a closed one stay as they are. */
export async function lockedOpen({ tx }: Work, id: string): Promise<Open> {
  const { rows } = await sql<Open & { status: string }>`
    select source, reference, created_by, status from reconciliations where id = ${id} for update`.execute(tx);
  const [found] = rows;
  if (!found) throw new Refusal('not_found', 'This reconciliation does not exist, or you may not see it.');
  if (found.status === 'closed') throw new Refusal('state', 'This reconciliation is closed. Its decisions stay.');
  if (found.status === 'replaced') throw new Refusal('state', 'A newer file replaced this reconciliation.');
  return found;
}

async function assigneeName({ tx, actor }: Work, id: string | null): Promise<string> {
  const refuse = (message: string) => new Refusal('invalid', message, [{ path: 'assigneeId', message }]);
  if (id === null) throw refuse('Choose who gets the task.');
  const { rows } = await sql<{ name: string }>`
    select name from auth."user" where "tenantId" = ${actor.tenantId} and not disabled and id = ${id}`.execute(tx);
  const [user] = rows;
  if (!user) throw refuse('This user does not exist any more. Choose another.');
  return user.name;
}

type Decision = {
  id: string;
  places?: readonly number[] | undefined;
  kind?: DifferenceClass | undefined;
  action: DifferenceAction | null;
  note: string;
  assigneeId: string | null;
};

/** An adjustment of ours names a member, a line and a plan; of other differences our bills have no line. */
const ADJUSTABLE = sql`and group_id is not null and subscriber_id is not null and line is not null and plan_id is not null`;
const NONE = 'These differences do not exist, or you may not see them.';
const NONE_ADJUSTABLE =
  'These differences name no member and plan of ours, so no bill can adjust them. Accept or dispute them, or open a task.';

/** What was adjusted by hand stays decided while its charge or credit is there. */
async function requireUnadjusted({ tx }: Work, id: string, places: readonly number[]): Promise<void> {
  const { rows } = await sql`
    select from reconciliation_adjustments where reconciliation_id = ${id} and place = any (${[...places]}::integer[]) and status <> 'rejected' limit 1`.execute(
    tx,
  );
  if (rows.length > 0)
    throw new Refusal('state', 'One of these differences has a charge or credit for the next bill. Withdraw it first.');
}

/**
 * Decides differences, chosen or all of a class. A task notifies the user who gets it; Adjust marks the months for
 * recalculation.
 */
export const decideDifferences =
  (billing: { prices: MonthPrices; markMonths: MarkMonths }) =>
  async (work: Work, decision: Decision): Promise<{ decided: number; recalculated: Recalculated | null }> => {
    const { tx, actor, now, note } = work;
    const { id, places, kind, action } = decision;
    const { source, reference } = await lockedOpen(work, id);
    if (!places && !kind) throw new Refusal('invalid', 'Choose the differences to decide.');
    if (action === 'accept' && decision.note === '')
      throw new Refusal('invalid', 'Say why their figure is right.', [
        { path: 'note', message: 'Say why their figure is right.' },
      ]);
    const assignee = action === 'task' ? await assigneeName(work, decision.assigneeId) : null;
    const { rows } = await sql<{ place: number }>`
    update reconciliation_lines set action = ${action}, note = ${action && decision.note ? decision.note : null}, assignee_name = ${assignee},
      recalculated_cents = null, decided_by_name = ${action && actor.name}, decided_at = ${action && now}::timestamptz
    where reconciliation_id = ${id} and kind <> 'match'
      ${places ? sql`and place = any (${[...places]}::integer[])` : sql``} ${kind ? sql`and kind = ${kind}` : sql``} ${action === 'adjust' ? ADJUSTABLE : sql``} returning place`.execute(
      tx,
    );
    if (rows.length === 0)
      throw action === 'adjust' ? new Refusal('state', NONE_ADJUSTABLE) : new Refusal('not_found', NONE);
    const changed = rows.map(({ place }) => place);
    await requireUnadjusted(work, id, changed);
    const recalculated = action === 'adjust' ? await recalculate(work, { id, places: changed }, billing) : null;
    if (action === 'task' && decision.assigneeId !== null)
      await notify(tx, now, {
        severity: 'warning',
        title: `Reconciliation task: ${rows.length} ${rows.length === 1 ? 'difference' : 'differences'}`,
        body: `${actor.name} asks you to look at the ${RECONCILIATION_SOURCE_LABEL[source].toLowerCase()} ${reference}.${decision.note === '' ? '' : ' See the note.'}`,
        link: `/payments/reconciliation/${id}`,
        userId: decision.assigneeId,
      });
    note({
      targetKind: 'reconciliation',
      targetId: id,
      itemCount: rows.length,
      ...(action && { reason: DIFFERENCE_ACTION_LABEL[action] }),
    });
    return { decided: rows.length, recalculated };
  };

/** Closes a reconciliation when every difference is decided. */
export async function closeReconciliation(work: Work, { id }: { id: string }): Promise<{ id: string }> {
  const { tx, actor, now, note } = work;
  await lockedOpen(work, id);
  const { open } = await tx
    .selectFrom('reconciliationLines')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('reconciliationId', '=', id)
    .where('kind', '<>', 'match')
    .where('action', 'is', null)
    .executeTakeFirstOrThrow();
  if (open > 0)
    throw new Refusal(
      'state',
      `${open} ${open === 1 ? 'difference is' : 'differences are'} undecided. Decide each first.`,
    );
  await tx
    .updateTable('reconciliations')
    .set({ status: 'closed', closedByName: actor.name, closedAt: now })
    .where('id', '=', id)
    .execute();
  note({ targetKind: 'reconciliation', targetId: id });
  return { id };
}
