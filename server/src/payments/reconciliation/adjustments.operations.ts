import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { type Cents, formatMoney, subtract, ZERO } from '@openbenefits/domain/money';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../../command.ts';
import { lockBalance } from '../group-balance.ts';
import { waitsBecause } from '../refunds/refund-limits.ts';
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
  const waits = await waitsBecause(work, { groupId, cents }, 'adjustment');
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
      status: waits === null ? 'approved' : 'requested',
      requestedBy: actor.id,
      requestedByName: actor.name,
      requestedAt: now,
    })
    .execute();
  note({ targetKind: 'reconciliation_adjustment', targetId: adjustmentId, fields: ['premium'], reason });
  return { id: adjustmentId, waitsBecause: waits };
}

type Adjustment = { status: string; requestedBy: string; groupId: string; billNumber: string | null };

async function lockedAdjustment({ tx }: Work, id: string): Promise<Adjustment> {
  const { rows } = await sql<Adjustment>`
    select a.status, a.requested_by, a.group_id, (select b.number from billed_adjustments x join bills b on b.id = x.bill_id where x.adjustment_id = a.id and b.state = 'posted' limit 1) as bill_number
    from reconciliation_adjustments a where a.id = ${id} for update of a`.execute(tx);
  const [found] = rows;
  if (!found) throw new Refusal('not_found', 'This adjustment does not exist, or you may not see it.');
  return found;
}

const decided = ({ tx, actor, now }: Work, id: string, status: 'approved' | 'rejected') =>
  tx
    .updateTable('reconciliationAdjustments')
    .set({ status, decidedBy: actor.id, decidedByName: actor.name, decidedAt: now })
    .where('id', '=', id)
    .execute();

/** Approves an adjustment; never by the one who entered it. The next bill run has it. */
export async function approveAdjustment(work: Work, { id }: { id: string }): Promise<{ id: string }> {
  const { status, requestedBy } = await lockedAdjustment(work, id);
  if (status !== 'requested') throw new Refusal('state', 'This adjustment was already decided.');
  if (requestedBy === work.actor.id)
    throw new Refusal('state', 'You entered this adjustment. Another person has to approve it.');
  await decided(work, id, 'approved');
  work.note({ targetKind: 'reconciliation_adjustment', targetId: id, fields: ['premium'] });
  return { id };
}

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
  await decided(work, id, 'rejected');
  work.note({ targetKind: 'reconciliation_adjustment', targetId: id, fields: ['premium'] });
  return { id };
}
