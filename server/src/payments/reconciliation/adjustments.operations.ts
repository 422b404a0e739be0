import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { type Cents, formatMoney, subtract, ZERO } from '@openbenefits/domain/money';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { ask, withdraw } from '../../approvals/approvals.operations.ts';
import type { ApprovalSubject } from '../../approvals/subject.ts';
import type { Work } from '../../command.ts';
import { lockBalance } from '../group-balance.ts';
import { lockedOpen } from './decide.operations.ts';

type Line = {
  groupId: string | null;
  subscriberId: string | null;
  line: string | null;
  planId: string | null;
  month: CalendarDate;
  action: string | null;
  recalculated: Cents | null;
  difference: Cents;
};

/** A difference that a bill line can adjust: decided as ours, and nothing that the next bill adjusts by itself. */
async function adjustableLine({ tx }: Work, id: string, place: number): Promise<Line> {
  const { rows } = await sql<Line>`
    select group_id, subscriber_id, line, plan_id, month, action, recalculated_cents as recalculated, abs(theirs_cents - ours_cents) as difference from reconciliation_lines
    where reconciliation_id = ${id} and place = ${place} and kind <> 'match'`.execute(tx);
  const [line] = rows;
  if (!line) throw new Refusal('not_found', 'This difference does not exist, or you may not see it.');
  if (line.action !== 'adjust') throw new Refusal('state', 'Decide this difference as Adjust first.');
  if (line.recalculated !== null && line.recalculated !== 0)
    throw new Refusal('state', 'The next bill adjusts this difference already, from our record.');
  return line;
}

type NewAdjustment = { id: string; place: number; kind: 'charge' | 'credit'; cents: Cents; reason: string };

/**
 * Puts a charge or a credit for a difference on the next bill, with its reason and the reconciliation. From the limit on,
 * alone or with others of 30 days, another person approves it.
 */
export async function addAdjustment(
  work: Work,
  { id, place, kind, cents, reason }: NewAdjustment,
): Promise<{ id: string; waitsBecause: string | null }> {
  const { tx, actor, now, note } = work;
  await lockedOpen(work, id);
  const { groupId, subscriberId, line, planId, month, difference } = await adjustableLine(work, id, place);
  if (cents > difference)
    refuseIfAny([{ path: 'cents', message: `Enter at most the difference, ${formatMoney(difference)}.` }]);
  if (groupId === null || subscriberId === null || line === null || planId === null)
    throw new Refusal('state', 'This difference names no member and plan of ours, so no bill can have it.');
  await lockBalance(tx, groupId);
  const { rows: before } = await sql`
    select from reconciliation_adjustments where reconciliation_id = ${id} and place = ${place} and status <> 'rejected'`.execute(
    tx,
  );
  if (before.length > 0) throw new Refusal('conflict', 'This difference has an adjustment already.');
  const adjustmentId = uuidv7();
  await tx
    .insertInto('reconciliationAdjustments')
    .values({
      id: adjustmentId,
      reconciliationId: id,
      place,
      groupId,
      subscriberId,
      line,
      planId,
      coveredMonth: month,
      cents: kind === 'charge' ? cents : subtract(ZERO, cents),
      reason,
      status: 'requested',
      requestedBy: actor.id,
      requestedByName: actor.name,
      requestedAt: now,
    })
    .execute();
  note({ targetKind: 'reconciliation_adjustment', targetId: adjustmentId, fields: ['premium'], reason });
  const { waitsBecause } = await ask(work, RECONCILIATION_ADJUSTMENT, adjustmentId, reason);
  if (waitsBecause === null) await setStatus(work, adjustmentId, 'approved');
  return { id: adjustmentId, waitsBecause };
}

type Adjustment = {
  status: string;
  requestedBy: string;
  groupId: string;
  groupName: string;
  subscriberId: string;
  planId: string;
  line: string;
  month: CalendarDate;
  cents: Cents;
  reason: string;
  billNumber: string | null;
};

async function lockedAdjustment({ tx }: Work, id: string): Promise<Adjustment> {
  const { rows } = await sql<Adjustment>`
    select a.status, a.requested_by, a.group_id, g.company_name as group_name, a.subscriber_id, a.plan_id, a.line, a.covered_month as month, a.cents, a.reason,
      (select b.number from billed_adjustments x join bills b on b.id = x.bill_id where x.adjustment_id = a.id and b.state = 'posted' limit 1) as bill_number
    from reconciliation_adjustments a join groups g on g.id = a.group_id where a.id = ${id} for update of a`.execute(
    tx,
  );
  const [found] = rows;
  if (!found) throw new Refusal('not_found', 'This adjustment does not exist, or you may not see it.');
  return found;
}

const setStatus = ({ tx }: Work, id: string, status: string, decided: Record<string, string> = {}) =>
  tx
    .updateTable('reconciliationAdjustments')
    .set({ status, ...decided })
    .where('id', '=', id)
    .execute();

const by = ({ actor, now }: Work): Record<string, string> => ({
  decidedBy: actor.id,
  decidedByName: actor.name,
  decidedAt: now,
});

/** Adjustments for a difference with a carrier: the next bill run has them once they are approved. */
export const RECONCILIATION_ADJUSTMENT: ApprovalSubject = {
  kind: 'reconciliation_adjustment',
  async describe(work, id) {
    const { requestedBy, groupId, groupName, subscriberId, planId, line, month, cents, reason } =
      await lockedAdjustment(work, id);
    const amount = cents < 0 ? subtract(ZERO, cents) : cents;
    return {
      groupId,
      title: `${cents < 0 ? 'Credit' : 'Charge'} on the next bill of ${groupName}`,
      link: '/billing/reconciliation',
      cents: amount,
      authors: [requestedBy],
      content: { groupId, subscriberId, planId, line, month, cents },
      facts: [
        { label: 'Amount', value: formatMoney(amount) },
        { label: 'Covered month', value: formatDate(month) },
        { label: 'Reason', value: reason },
      ],
    };
  },
  async carryOut(work, id) {
    const { status } = await lockedAdjustment(work, id);
    if (status !== 'requested') throw new Refusal('state', 'This adjustment was already decided.');
    await setStatus(work, id, 'approved', by(work));
  },
  giveUp: (work, id) => setStatus(work, id, 'rejected', by(work)).then(() => undefined),
};

/** Rejects an adjustment, or withdraws one before a bill with it is posted. */
export async function rejectAdjustment(work: Work, { id }: { id: string }): Promise<{ id: string }> {
  const { status, billNumber } = await lockedAdjustment(work, id);
  if (status === 'rejected') throw new Refusal('state', 'This adjustment was already rejected.');
  if (billNumber !== null)
    throw new Refusal('state', `Bill ${billNumber} has this adjustment. Enter the opposite one instead.`);
  const { rows } = await sql`
    select from billed_adjustments x join bills b on b.id = x.bill_id where x.adjustment_id = ${id} and b.state = 'draft'`.execute(
    work.tx,
  );
  if (rows.length > 0)
    throw new Refusal('state', 'A draft has this adjustment. Cancel its bill run, or reject it after posting.');
  await withdraw(work, 'reconciliation_adjustment', id, 'The adjustment was rejected');
  await setStatus(work, id, 'rejected', by(work));
  work.note({ targetKind: 'reconciliation_adjustment', targetId: id, fields: ['premium'] });
  return { id };
}
