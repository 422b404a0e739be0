import { type Cents, subtract, ZERO } from '@openbenefits/domain/money';
import type { LedgerAccount } from '@openbenefits/domain/billing/ledger-accounts';
import {
  REFUND_STATUS_LABEL,
  type RefundMethod,
  type RefundReason,
  type RefundStatus,
} from '@openbenefits/domain/payments/refund';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { postEntry } from '../../ledger/ledger.ts';
import type { MoneyWork } from '../apply-money.ts';
import { lockBalance } from '../group-balance.ts';

export type RefundRecord = {
  id: string;
  number: string;
  groupId: string;
  paymentId: string | null;
  cents: Cents;
  method: RefundMethod;
  status: RefundStatus;
  requestedBy: string;
  note: string;
  reason: RefundReason;
  /** The account that an ACH credit goes to. */
  bankAccountId: string | null;
  /** Rises with each attempt to pay it after one that failed. */
  attempts: number;
  authors: string[];
};

/** Reads a refund and locks it with the group's balance until the end of the transaction. */
export async function lockedRefund(tx: Tx, id: string): Promise<RefundRecord> {
  const { rows } = await sql<RefundRecord>`
    select id, number, group_id, payment_id, cents, method, status, requested_by, note, reason, bank_account_id, attempts, authors from refunds where id = ${id} for update`.execute(
    tx,
  );
  const [refund] = rows;
  if (!refund) throw new Refusal('not_found', 'This refund does not exist, or you may not see it.');
  await lockBalance(tx, refund.groupId);
  return refund;
}

/** Refuses what the state of a refund does not allow. */
export function requireStatus({ status, number }: RefundRecord, allowed: readonly RefundStatus[]): void {
  if (!allowed.includes(status))
    throw new Refusal(
      'state',
      `Refund ${number} is ${status === 'requested' ? 'waiting for approval' : REFUND_STATUS_LABEL[status].toLowerCase()}.`,
    );
}

const of = ({ groupId, paymentId }: RefundRecord) => ({ groupId, paymentId });
const balanceAccount = ({ paymentId }: RefundRecord): LedgerAccount => (paymentId === null ? '2010' : '2000');

/** A payment that was returned after its refund is owed by the group (1110); a refund that did not leave settles that. */
export async function accountToReturnTo(tx: Tx, refund: RefundRecord): Promise<LedgerAccount> {
  if (refund.paymentId === null) return '2010';
  const { status } = await tx
    .selectFrom('payments')
    .select('status')
    .where('id', '=', refund.paymentId)
    .executeTakeFirstOrThrow();
  return status === 'returned' || status === 'failed' ? '1110' : '2000';
}

/** A refund leaves only while its payment is money that we have. */
export async function requireOwnMoney(tx: Tx, refund: RefundRecord): Promise<void> {
  if ((await accountToReturnTo(tx, refund)) === '1110')
    throw new Refusal('state', `The payment of refund ${refund.number} was returned. Withdraw the refund.`);
}

/** Moves the amount of a refund from one account of the ledger to another. */
export async function move(
  work: MoneyWork,
  refund: RefundRecord,
  { from, to, kind, memo }: { from: LedgerAccount; to: LedgerAccount; kind: string; memo: string },
): Promise<void> {
  await postEntry(work, {
    kind,
    effectiveOn: work.today,
    memo: `Refund ${refund.number}: ${memo}`,
    postings: [
      { ...of(refund), account: from, cents: refund.cents },
      { ...of(refund), account: to, cents: subtract(ZERO, refund.cents) },
    ],
  });
}

/** Changes a refund's state. */
export const changeRefund = (
  { tx, now }: MoneyWork,
  id: string,
  status: RefundStatus,
  more: Record<string, string | number | string[] | null> = {},
) =>
  tx
    .updateTable('refunds')
    .set({ status, changedAt: now, ...more })
    .where('id', '=', id)
    .execute();

/** Makes an approved refund payable. Its money leaves the balance with the first attempt. */
export async function makePayable(
  work: MoneyWork,
  refund: RefundRecord,
  decided: { decidedBy?: string; decidedByName: string | null },
): Promise<void> {
  requireStatus(refund, ['requested']);
  if (refund.attempts === 1)
    await move(work, refund, { from: balanceAccount(refund), to: '2100', kind: 'refund_approved', memo: 'approved' });
  else await requireOwnMoney(work.tx, refund);
  await changeRefund(work, refund.id, 'approved', {
    decidedBy: decided.decidedBy ?? null,
    decidedByName: decided.decidedByName,
    decidedAt: work.now,
  });
}

/** Gives a rejected request back to its balance; a further attempt leaves the refund failed, as it was. */
export async function rejectRequest(work: Work, refund: RefundRecord, reason: string): Promise<void> {
  requireStatus(refund, ['requested']);
  const { actor, now } = work;
  await changeRefund(work, refund.id, refund.attempts === 1 ? 'rejected' : 'failed', {
    outcome: reason,
    decidedBy: refund.requestedBy === actor.id ? null : actor.id,
    decidedByName: actor.name,
    decidedAt: now,
  });
}
