import { withdraw } from '../approvals/approvals.operations.ts';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { add, type Cents, subtract, ZERO } from '@openbenefits/domain/money';
import { type PaymentMethod, processingFee } from '@openbenefits/domain/payments/payment-method';
import type { PaymentKind, PaymentSource, PaymentStatus } from '@openbenefits/domain/payments/payment-status';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { type NewPosting, postEntry, reverseEntry } from '../ledger/ledger.ts';
import type { Tx } from '../db/connect.ts';
import { applyAvailable, type MoneyWork, undoApplications } from './apply-money.ts';
import { undoFeePayments } from './fees-owed.ts';
import { paymentTerms } from './payment-terms.ts';
import { settleRefundsOfReturned, unspent } from './refunds/returned-payment.ts';

export type PaymentRecord = {
  id: string;
  groupId: string | null;
  method: PaymentMethod;
  kind: PaymentKind;
  source: PaymentSource;
  cents: Cents;
  feeCents: Cents;
  payerBearsFee: boolean;
  reference: string;
  receivedOn: CalendarDate;
  status: PaymentStatus;
  billId: string | null;
};

/** Reads a payment and locks it until the end of the transaction. */
export async function lockedPayment(tx: Tx, id: string): Promise<PaymentRecord> {
  const { rows } = await sql<PaymentRecord>`
    select id, group_id, method, kind, source, cents, fee_cents, payer_bears_fee, reference, received_on, status, bill_id from payments where id = ${id} for update`.execute(
    tx,
  );
  const [payment] = rows;
  if (!payment) throw new Refusal('not_found', 'This payment does not exist, or you may not see it.');
  return payment;
}

export type NewPayment = {
  readonly groupId: string | null;
  readonly payer?: string | null;
  readonly method: PaymentMethod;
  readonly kind: PaymentKind;
  readonly source: PaymentSource;
  readonly cents: Cents;
  readonly reference: string;
  readonly receivedOn: CalendarDate;
  readonly billId?: string | null;
};

async function addEvent(
  { tx, actor, now }: MoneyWork,
  payment: { id: string; groupId: string | null },
  status: PaymentStatus,
  note: string,
): Promise<void> {
  await sql`insert into payment_events (payment_id, place, group_id, at, status, note, actor_name)
    select ${payment.id}, coalesce(max(place), 0) + 1, ${payment.groupId}::uuid, ${now}::timestamptz, ${status}, ${note}, ${actor.name} from payment_events where payment_id = ${payment.id}`.execute(
    tx,
  );
}

/** Adds a payment that is not money yet: pending until it is sent or settled. */
export async function addPayment(work: MoneyWork, payment: NewPayment, note: string): Promise<string> {
  const { tx, actor, now } = work;
  const terms = (await paymentTerms(tx, payment.receivedOn))[payment.method];
  const id = uuidv7();
  await tx
    .insertInto('payments')
    .values({
      ...payment,
      payer: payment.payer ?? null,
      billId: payment.billId ?? null,
      id,
      feeCents: processingFee(payment.cents, terms),
      payerBearsFee: terms.payerBearsFee,
      status: 'pending',
      createdBy: actor.id,
      createdByName: actor.name,
      createdAt: now,
    })
    .execute();
  await addEvent(work, { id, groupId: payment.groupId }, 'pending', note);
  return id;
}

/** Moves a payment to another state and keeps who did it. */
export async function setPaymentStatus(
  work: MoneyWork,
  payment: PaymentRecord,
  status: PaymentStatus,
  note: string,
): Promise<void> {
  const isEnd = status === 'failed' || status === 'returned' || status === 'void';
  await work.tx
    .updateTable('payments')
    .set({
      status,
      ...(isEnd && { reason: note }),
      ...((isEnd || status === 'completed') && { processedAt: work.now }),
    })
    .where('id', '=', payment.id)
    .execute();
  await addEvent(work, payment, status, note);
}

const receiptPostings = (
  { id, groupId, cents, feeCents, payerBearsFee }: PaymentRecord,
  account: NewPosting['account'],
): NewPosting[] => {
  const of = { groupId, paymentId: id };
  const fee = payerBearsFee ? feeCents : ZERO;
  return [
    { ...of, account, cents: add(cents, fee) },
    { ...of, account: '2000', cents: subtract(ZERO, cents) },
    { ...of, account: '4100', cents: subtract(ZERO, fee) },
  ];
};

/**
 * Takes in money that is there: checks wait for their deposit, all else is in the bank. Pays the named bill, then the
 * oldest; what is left stays unapplied. `on` is the day on which it counts.
 */
export async function completePayment(work: MoneyWork, id: string, note: string): Promise<void> {
  const { tx } = work;
  const payment = await lockedPayment(tx, id);
  if (payment.status !== 'pending')
    throw new Refusal('state', `This payment is ${payment.status}. Only a pending one can be completed.`);
  await postEntry(work, {
    kind: 'receipt',
    effectiveOn: payment.receivedOn,
    memo: `Payment ${payment.reference}`,
    idempotencyKey: `receipt ${id}`,
    postings: receiptPostings(payment, payment.method === 'check' ? '1020' : '1000'),
  });
  await setPaymentStatus(work, payment, 'completed', note);
  if (payment.groupId) await applyAvailable(work, payment.groupId, { paymentId: id, billId: payment.billId });
}

/** An ACH debit was sent to the bank: the money is on its way and pays nothing yet. */
export async function sendPayment(work: MoneyWork, id: string, note: string): Promise<void> {
  const payment = await lockedPayment(work.tx, id);
  if (payment.status !== 'pending') throw new Refusal('state', `This payment is ${payment.status}, not pending.`);
  await postEntry(work, {
    kind: 'receipt',
    effectiveOn: work.today,
    memo: `ACH debit ${payment.reference}`,
    idempotencyKey: `receipt ${id}`,
    postings: receiptPostings(payment, '1010'),
  });
  await setPaymentStatus(work, payment, 'processing', note);
}

/** An ACH debit has settled: it is in the bank and pays its bill. */
export async function settlePayment(work: MoneyWork, id: string, note: string): Promise<void> {
  const payment = await lockedPayment(work.tx, id);
  if (payment.status !== 'processing') throw new Refusal('state', `This payment is ${payment.status}, not processing.`);
  const amount = add(payment.cents, payment.payerBearsFee ? payment.feeCents : ZERO);
  const of = { groupId: payment.groupId, paymentId: id };
  await postEntry(work, {
    kind: 'settlement',
    effectiveOn: work.today,
    memo: `ACH debit ${payment.reference} settled`,
    idempotencyKey: `settlement ${id}`,
    postings: [
      { ...of, account: '1000', cents: amount },
      { ...of, account: '1010', cents: subtract(ZERO, amount) },
    ],
  });
  await setPaymentStatus(work, payment, 'completed', note);
  if (payment.groupId) await applyAvailable(work, payment.groupId, { paymentId: id, billId: payment.billId });
}

const ENDED = {
  void: 'This payment was already voided.',
  returned: 'This payment was already returned.',
  failed: 'This payment has already failed.',
} as const;

/** Requests for refunds of a payment end with it. A user who voids it decides about them first. */
async function endRequests(work: MoneyWork, payment: PaymentRecord, status: PaymentStatus): Promise<void> {
  const { tx, now } = work;
  const asked = await tx
    .selectFrom('refunds')
    .select(['id', 'attempts'])
    .where('paymentId', '=', payment.id)
    .where('status', '=', 'requested')
    .execute();
  // The money of a further attempt has left the payment already: it is stopped as a refund (returned-payment.ts).
  for (const { id } of asked.filter(({ attempts }) => attempts === 1)) {
    await withdraw(work, 'refund', id, `The payment was ${status}`);
    await tx
      .updateTable('refunds')
      .set({ status: 'rejected', outcome: `The payment was ${status}.`, changedAt: now })
      .where('id', '=', id)
      .execute();
  }
  if (asked.length > 0 && status === 'void')
    throw new Refusal('state', 'A refund of this payment waits for approval. Reject or withdraw it first.');
}

/**
 * Ends a payment that is no money after all: its bills are owed again, and every entry of it is reversed. Refunds of a
 * payment that came back are stopped or owed; one that was refunded is not voided. Returns what became of refunds.
 */
export async function reversePayment(
  work: MoneyWork,
  id: string,
  status: 'returned' | 'void' | 'failed',
  reason: string,
): Promise<string[]> {
  const { tx, today } = work;
  const payment = await lockedPayment(tx, id);
  if (payment.status === 'failed' || payment.status === 'returned' || payment.status === 'void')
    throw new Refusal('state', ENDED[payment.status]);
  await endRequests(work, payment, status);
  await undoApplications(work, id);
  await undoFeePayments(work, id);
  const left = status === 'void' ? await unspent(work, id) : null;
  if (left !== null && left !== payment.cents)
    throw new Refusal('state', 'Part of this payment was refunded. Cancel the refund first.');
  const outcomes = status === 'void' ? [] : await settleRefundsOfReturned(work, payment);
  const { rows } = await sql<{ id: string }>`
    select distinct e.id from ledger_entries e join ledger_postings p on p.entry_id = e.id
    where p.payment_id = ${id} and e.kind in ('receipt', 'settlement', 'deposit', 'assignment') and not exists (select from ledger_entries r where r.reverses = e.id) order by e.id desc`.execute(
    tx,
  );
  for (const entry of rows)
    await reverseEntry(work, entry.id, { effectiveOn: today, memo: `Payment ${payment.reference}: ${reason}` });
  await setPaymentStatus(work, payment, status, reason);
  // What else the group has pays the reopened bills at once.
  if (payment.groupId !== null) await applyAvailable(work, payment.groupId);
  return outcomes;
}

/** Checks were brought to the bank: from undeposited to the bank. */
export async function depositPayment(work: MoneyWork, id: string): Promise<boolean> {
  const payment = await lockedPayment(work.tx, id);
  if (payment.method !== 'check' || payment.status !== 'completed')
    throw new Refusal('state', 'Only a received check can be deposited.');
  const of = { groupId: payment.groupId, paymentId: id };
  const cents = add(payment.cents, payment.payerBearsFee ? payment.feeCents : ZERO);
  const posted = await postEntry(work, {
    kind: 'deposit',
    effectiveOn: work.today,
    memo: `Check ${payment.reference} deposited`,
    idempotencyKey: `deposit ${id}`,
    postings: [
      { ...of, account: '1000', cents },
      { ...of, account: '1020', cents: subtract(ZERO, cents) },
    ],
  });
  return posted !== undefined;
}
