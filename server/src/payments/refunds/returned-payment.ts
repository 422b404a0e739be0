import { withdraw } from '../../approvals/approvals.operations.ts';
import { formatMoney, fromCents, subtract, ZERO, type Cents } from '@openbenefits/domain/money';
import type { RefundStatus } from '@openbenefits/domain/payments/refund';
import { sql } from 'kysely';
import { postEntry } from '../../ledger/ledger.ts';
import type { MoneyWork } from '../apply-money.ts';

type Returned = {
  readonly id: string;
  readonly groupId: string | null;
  readonly cents: Cents;
  readonly reference: string;
};
type Open = { id: string; number: string; cents: Cents; status: RefundStatus };

/** Takes a refund that did not leave out of the file that would pay it. */
async function leaveOutOfFiles({ tx }: MoneyWork, refundId: string): Promise<void> {
  await sql`update ach_entries e set is_included = false from ach_files f
    where f.id = e.file_id and f.status in ('draft', 'approved') and e.refund_id = ${refundId}`.execute(tx);
}

async function stopRefund(work: MoneyWork, payment: Returned, { id, number, cents, status }: Open): Promise<void> {
  const of = { groupId: payment.groupId, paymentId: payment.id };
  await postEntry(work, {
    kind: 'refund_withdrawn',
    effectiveOn: work.today,
    memo: `Refund ${number}: its payment was returned`,
    postings: [
      { ...of, account: status === 'unclaimed' ? '2110' : '2100', cents },
      { ...of, account: '2000', cents: subtract(ZERO, cents) },
    ],
  });
  await leaveOutOfFiles(work, id);
  for (const kind of ['refund', 'refund_return'] as const) await withdraw(work, kind, id, 'Its payment was returned');
  await work.tx
    .updateTable('refunds')
    .set({ status: 'withdrawn', outcome: 'The payment was returned before this refund was sent.', changedAt: work.now })
    .where('id', '=', id)
    .execute();
}

/**
 * Settles the refunds of a payment that came back: those that have not left stop, and the group owes those that have
 * (1110). Returns what followed, for the outcome of the return.
 */
export async function settleRefundsOfReturned(work: MoneyWork, payment: Returned): Promise<string[]> {
  const { tx } = work;
  const { rows } = await sql<Open>`
    select id, number, cents, status from refunds where payment_id = ${payment.id} and (status in ('approved', 'failed', 'unclaimed', 'sent', 'paid') or (status = 'requested' and attempts > 1)) order by number for update`.execute(
    tx,
  );
  const outcomes: string[] = [];
  for (const refund of rows) {
    const isSent = refund.status === 'sent' || refund.status === 'paid';
    if (!isSent) await stopRefund(work, payment, refund);
    else
      await tx
        .updateTable('refunds')
        .set({ outcome: 'The payment was returned after this refund was sent. The group owes it.' })
        .where('id', '=', refund.id)
        .execute();
    outcomes.push(
      isSent
        ? `Refund ${refund.number} was sent before: the group owes ${formatMoney(refund.cents)}.`
        : `Refund ${refund.number} of ${formatMoney(refund.cents)} was stopped.`,
    );
  }
  await oweSentRefunds(work, payment);
  return outcomes;
}

/** What of a payment left as a refund is owed by the group. */
async function oweSentRefunds(work: MoneyWork, payment: Returned): Promise<void> {
  const left = await unspent(work, payment.id);
  if (left === null || left === payment.cents) return;
  const missing = fromCents(payment.cents - left);
  const of = { groupId: payment.groupId, paymentId: payment.id };
  await postEntry(work, {
    kind: 'refund_owed',
    effectiveOn: work.today,
    memo: `Refund of payment ${payment.reference}, which was returned afterwards`,
    postings: [
      { ...of, account: '1110', cents: missing },
      { ...of, account: '2000', cents: subtract(ZERO, missing) },
    ],
  });
}

/** Unapplied cash of a payment once its applications are undone; null where it never was money. */
export async function unspent({ tx }: MoneyWork, paymentId: string): Promise<number | null> {
  const { rows } = await sql<{ left: number | null }>`
    select -sum(cents)::bigint as left from ledger_postings where payment_id = ${paymentId} and account = '2000'`.execute(
    tx,
  );
  return rows[0]?.left ?? null;
}
