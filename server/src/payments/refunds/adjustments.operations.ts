import type { BalanceAdjustment } from '@openbenefits/contract/refunds';
import { type Cents, formatMoney, fromCents, subtract, ZERO } from '@openbenefits/domain/money';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { ask } from '../../approvals/approvals.operations.ts';
import { waitingApprovalOf } from '../../approvals/approvals.queries.ts';
import type { ApprovalSubject, Described } from '../../approvals/subject.ts';
import type { Work } from '../../command.ts';
import { postEntry } from '../../ledger/ledger.ts';
import { applyAvailable } from '../apply-money.ts';
import { lockBalance } from '../group-balance.ts';

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

/** Keeps an adjustment; decided alone it is posted at once, otherwise it waits for a second person. */
async function add(work: Work, adjustment: Omit<Adjustment, 'id' | 'status' | 'requestedBy'>): Promise<Outcome> {
  const { tx, actor, now, note } = work;
  const id = uuidv7();
  await tx
    .insertInto('balanceAdjustments')
    .values({
      ...adjustment,
      id,
      status: 'requested',
      requestedBy: actor.id,
      requestedByName: actor.name,
      requestedAt: now,
    })
    .execute();
  note({ targetKind: 'balance_adjustment', targetId: id, fields: ['premium'], reason: adjustment.reason });
  const { waitsBecause } = await ask(work, ADJUSTMENT, id, adjustment.reason);
  if (waitsBecause !== null) return { id, status: 'requested', waitsBecause };
  await setStatus(work, id, 'posted');
  await post(work, { ...adjustment, id, status: 'posted', requestedBy: actor.id });
  return { id, status: 'posted', waitsBecause: null };
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

/** Gives a group a credit on account that no bill gave; it pays open bills, else the next one, or is refunded. */
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

const setStatus = ({ tx }: Work, id: string, status: string, decided: Record<string, string> = {}) =>
  tx
    .updateTable('balanceAdjustments')
    .set({ status, ...decided })
    .where('id', '=', id)
    .execute();

async function lockedAdjustment({ tx }: Work, id: string): Promise<Adjustment> {
  const { rows } = await sql<Adjustment>`
    select id, group_id, kind, bill_id, cents, reason, stays_on_account, status, requested_by from balance_adjustments where id = ${id} for update`.execute(
    tx,
  );
  const [adjustment] = rows;
  if (!adjustment) throw new Refusal('not_found', 'This adjustment does not exist, or you may not see it.');
  await lockBalance(tx, adjustment.groupId);
  return adjustment;
}

async function describe(work: Work, id: string): Promise<Described> {
  const { groupId, kind, billId, cents, reason, staysOnAccount, requestedBy } = await lockedAdjustment(work, id);
  const { rows } = await sql<{ groupName: string; billNumber: string | null }>`
    select g.company_name as group_name, (select b.number from bills b where b.id = ${billId}::uuid) as bill_number from groups g where g.id = ${groupId}`.execute(
    work.tx,
  );
  const [of] = rows;
  return {
    groupId,
    title: `${kind === 'write_off' ? 'Write-off for' : 'Credit to'} ${of?.groupName ?? 'a group'}`,
    link: '/billing/refunds',
    cents,
    authors: [requestedBy],
    content: { groupId, kind, billId, cents, staysOnAccount },
    facts: [
      { label: 'Amount', value: formatMoney(cents) },
      { label: 'Reason', value: reason },
      ...(of?.billNumber ? [{ label: 'Bill', value: of.billNumber }] : []),
      ...(kind === 'credit'
        ? [{ label: 'Pays', value: staysOnAccount ? 'The next bill' : 'Open bills at once, the oldest first' }]
        : []),
    ],
  };
}

/** Rejects a write-off of more than is still owed. */
async function requireStillOwed(work: Work, { billId, cents }: Adjustment): Promise<void> {
  if (billId === null) return;
  const { due } = await openOf(work, billId);
  if (cents > due)
    throw new Refusal(
      'state',
      `Only ${formatMoney(due)} is still owed of this bill. Reject the write-off and enter it anew.`,
    );
}

const decided = ({ actor, now }: Work): Record<string, string> => ({
  decidedBy: actor.id,
  decidedByName: actor.name,
  decidedAt: now,
});

/** Write-offs and credits by hand: posted with their approval. */
export const ADJUSTMENT: ApprovalSubject = {
  kind: 'adjustment',
  describe,
  async carryOut(work, id) {
    const adjustment = await lockedAdjustment(work, id);
    await requireStillOwed(work, adjustment);
    await setStatus(work, id, 'posted', decided(work));
    await post(work, adjustment);
  },
  async giveUp(work, id) {
    const { requestedBy } = await lockedAdjustment(work, id);
    await (requestedBy === work.actor.id
      ? setStatus(work, id, 'withdrawn')
      : setStatus(work, id, 'rejected', decided(work)));
  },
};

const SHOWN = 50;

/** The newest write-offs and credits, those that need approval first. */
export async function listAdjustments({ tx, actor }: Work): Promise<BalanceAdjustment[]> {
  const { rows } = await sql<BalanceAdjustment>`
    select a.id, a.group_id, g.company_name as group_name, a.kind, b.number as bill_number, a.cents, a.reason, a.status, a.requested_by_name as requested_by, a.requested_at,
      a.requested_by = ${actor.id} as is_own, a.decided_by_name as decided_by, ${waitingApprovalOf('adjustment', sql`a.id`)} as approval
    from balance_adjustments a join groups g on g.id = a.group_id left join bills b on b.id = a.bill_id
    order by a.status = 'requested' desc, a.requested_at desc, a.id limit ${SHOWN}`.execute(tx);
  return rows;
}
