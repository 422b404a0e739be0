import type { BalanceAdjustment } from '@openbenefits/contract/refunds';
import { type Cents, formatMoney, fromCents, subtract, ZERO } from '@openbenefits/domain/money';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../../command.ts';
import { postEntry } from '../../ledger/ledger.ts';
import { applyAvailable } from '../apply-money.ts';
import { lockBalance } from '../group-balance.ts';
import { waitsBecause } from './refund-limits.ts';

type Adjustment = {
  id: string;
  groupId: string;
  kind: 'write_off' | 'credit';
  billId: string | null;
  cents: Cents;
  reason: string;
  /** A credit that stays for the next bill pays no open one. */
  staysOnAccount: boolean;
  status: string;
  requestedBy: string;
};
type Outcome = { id: string; status: 'requested' | 'posted'; waitsBecause: string | null };

/** Posts an adjustment; a credit pays the open bills of the group at once, the oldest first. */
async function post(
  work: Work,
  { id, groupId, kind, billId, cents, reason, staysOnAccount }: Adjustment,
): Promise<void> {
  const of = { groupId, billId };
  await postEntry(work, {
    kind,
    effectiveOn: work.today,
    memo: kind === 'write_off' ? `Write-off: ${reason}` : `Credit: ${reason}`,
    idempotencyKey: `adjustment ${id}`,
    postings: [
      { ...of, account: kind === 'write_off' ? '5000' : '4010', cents },
      { ...of, account: kind === 'write_off' ? '1100' : '2010', cents: subtract(ZERO, cents) },
    ],
  });
  if (kind === 'credit' && !staysOnAccount) await applyAvailable(work, groupId, { credit: cents });
}

/** Keeps an adjustment; below the limit it is posted at once, above it waits for a second person. */
async function add(work: Work, adjustment: Omit<Adjustment, 'id' | 'status' | 'requestedBy'>): Promise<Outcome> {
  const { tx, actor, now, note } = work;
  const waits = await waitsBecause(work, adjustment, 'adjustment');
  const id = uuidv7();
  const status = waits === null ? 'posted' : 'requested';
  await tx
    .insertInto('balanceAdjustments')
    .values({ ...adjustment, id, status, requestedBy: actor.id, requestedByName: actor.name, requestedAt: now })
    .execute();
  if (status === 'posted') await post(work, { ...adjustment, id, status, requestedBy: actor.id });
  note({ targetKind: 'balance_adjustment', targetId: id, fields: ['premium'], reason: adjustment.reason });
  return { id, status, waitsBecause: waits };
}

async function openOf(work: Work, billId: string): Promise<{ groupId: string; due: Cents }> {
  const { rows } = await sql<{ groupId: string; due: number }>`
    select b.group_id, coalesce(x.cents, 0)::bigint as due from bills b left join bill_balances x on x.bill_id = b.id where b.id = ${billId} and b.state = 'posted'`.execute(
    work.tx,
  );
  const [bill] = rows;
  if (!bill) throw new Refusal('not_found', 'This bill does not exist, or you may not see it.');
  return { groupId: bill.groupId, due: fromCents(bill.due) };
}

/** Writes off what is owed of a bill, or a part of it. */
export async function writeOff(
  work: Work,
  { billId, cents, reason }: { billId: string; cents: Cents; reason: string },
): Promise<Outcome> {
  const { groupId } = await openOf(work, billId);
  await lockBalance(work.tx, groupId);
  const { due } = await openOf(work, billId);
  refuseIfAny(cents > due ? [{ path: 'cents', message: `${formatMoney(due)} is owed of this bill.` }] : []);
  return add(work, { groupId, kind: 'write_off', billId, cents, reason, staysOnAccount: false });
}

/** Gives a group a credit on account that no bill gave; it pays open bills, else the next one, or is refunded (case M13). */
export async function creditGroup(
  work: Work,
  {
    groupId,
    cents,
    reason,
    staysOnAccount = false,
  }: { groupId: string; cents: Cents; reason: string; staysOnAccount?: boolean },
): Promise<Outcome> {
  const group = await work.tx.selectFrom('groups').select('id').where('id', '=', groupId).executeTakeFirst();
  if (!group) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
  await lockBalance(work.tx, groupId);
  return add(work, { groupId, kind: 'credit', billId: null, cents, reason, staysOnAccount });
}

async function decide(work: Work, id: string, isApproved: boolean): Promise<{ id: string }> {
  const { tx, actor, now, note } = work;
  const { rows } = await sql<Adjustment>`
    select id, group_id, kind, bill_id, cents, reason, stays_on_account, status, requested_by from balance_adjustments where id = ${id} for update`.execute(
    tx,
  );
  const [adjustment] = rows;
  if (!adjustment) throw new Refusal('not_found', 'This adjustment does not exist, or you may not see it.');
  if (adjustment.status !== 'requested') throw new Refusal('state', 'This adjustment was already decided.');
  if (adjustment.requestedBy === actor.id && isApproved)
    throw new Refusal('state', 'You requested this adjustment. Another person has to approve it.');
  await lockBalance(tx, adjustment.groupId);
  if (isApproved && adjustment.billId !== null) {
    const { due } = await openOf(work, adjustment.billId);
    if (adjustment.cents > due)
      throw new Refusal(
        'state',
        `Only ${formatMoney(due)} is still owed of this bill. Reject the write-off and enter it anew.`,
      );
  }
  await tx
    .updateTable('balanceAdjustments')
    .set({
      status: isApproved ? 'posted' : 'rejected',
      decidedBy: actor.id,
      decidedByName: actor.name,
      decidedAt: now,
    })
    .where('id', '=', id)
    .execute();
  if (isApproved) await post(work, adjustment);
  note({ targetKind: 'balance_adjustment', targetId: id, fields: ['premium'] });
  return { id };
}

export const approveAdjustment = (work: Work, { id }: { id: string }): Promise<{ id: string }> =>
  decide(work, id, true);
export const rejectAdjustment = (work: Work, { id }: { id: string }): Promise<{ id: string }> =>
  decide(work, id, false);

const SHOWN = 50;

/** The newest write-offs and credits, those that need approval first. */
export async function listAdjustments({ tx, actor }: Work): Promise<BalanceAdjustment[]> {
  const { rows } = await sql<BalanceAdjustment>`
    select a.id, a.group_id, g.company_name as group_name, a.kind, b.number as bill_number, a.cents, a.reason, a.status, a.requested_by_name as requested_by, a.requested_at,
      a.requested_by = ${actor.id} as is_own, a.decided_by_name as decided_by
    from balance_adjustments a join groups g on g.id = a.group_id left join bills b on b.id = a.bill_id
    order by a.status = 'requested' desc, a.requested_at desc, a.id limit ${SHOWN}`.execute(tx);
  return rows;
}
