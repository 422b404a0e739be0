import { addDays, type CalendarDate } from '@openbenefits/domain/calendar-date';
import { add, type Cents, formatMoney, fromCents, subtract, ZERO } from '@openbenefits/domain/money';
import { applyMoney } from '@openbenefits/domain/payments/application';
import { feesToPay, PAYS_FEES } from '@openbenefits/domain/payments/fees-owed';
import { PAYMENT_METHOD_LABEL, type PaymentMethod, processingFee } from '@openbenefits/domain/payments/payment-method';
import type { PaymentKind, PaymentStatus } from '@openbenefits/domain/payments/payment-status';
import { type Problem, Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { debitAccount } from './ach/bank-account-records.ts';
import { refuseRestricted, restrictionOf } from './ach/restrictions.ts';
import { applyAvailable } from './apply-money.ts';
import { feesOwed } from './fees-owed.ts';
import { CARD_PAYMENTS } from './card-payments-job.ts';
import { availableMoney, lockBalance, openBills } from './group-balance.ts';
import { addPayment, completePayment } from './payment-records.ts';
import { paymentTerms } from './payment-terms.ts';
import { sandboxProcessor } from './sandbox-processor.ts';

/** How far back a payment may be dated: beyond it, months are closed and reports made. */
const DAYS_BACK = 366;

type Bill = { id: string; number: string; period: CalendarDate; dueDate: CalendarDate; due: Cents };

async function billsOwed(tx: Tx, groupId: string): Promise<Bill[]> {
  const open = await openBills(tx, groupId);
  const dues = new Map(open.map(({ id, due }) => [id, due]));
  const { rows } = await sql<Omit<Bill, 'due'>>`
    select id, number, period, due_date from bills where id = any (${open.map(({ id }) => id)}::uuid[]) order by due_date, id`.execute(
    tx,
  );
  return rows.map((row) => ({ ...row, due: dues.get(row.id) ?? ZERO }));
}

async function requireGroup(tx: Tx, groupId: string): Promise<void> {
  const group = await tx.selectFrom('groups').select('id').where('id', '=', groupId).executeTakeFirst();
  if (!group) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
}

/** What a group owes, with what it has and what is on its way. */
export async function groupOwed({ tx }: Pick<Work, 'tx'>, { groupId }: { groupId: string }) {
  await requireGroup(tx, groupId);
  const money = await availableMoney(tx, groupId);
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(cents), 0)::bigint as cents from payments where group_id = ${groupId} and status in ('pending', 'processing')`.execute(
    tx,
  );
  const sumOf = (isCredit: boolean) =>
    add(...money.filter(({ paymentId }) => (paymentId === null) === isCredit).map(({ cents }) => cents));
  const { fees, refunds } = await feesOwed(tx, groupId);
  return {
    bills: await billsOwed(tx, groupId),
    fees: add(...fees.map(({ cents }) => cents)),
    refunds,
    credit: sumOf(true),
    unapplied: sumOf(false),
    onItsWay: fromCents(rows[0]?.cents ?? 0),
  };
}

type Payment = {
  groupId: string;
  method: PaymentMethod;
  kind: PaymentKind;
  cents: Cents;
  receivedOn: CalendarDate;
  billId: string | null;
};

function requireNamedBill(bills: readonly Bill[], billId: string | null): void {
  if (billId !== null && !bills.some(({ id }) => id === billId))
    refuseIfAny([
      {
        path: 'billId',
        message: 'This bill is paid, void or not one of this group. Choose an open bill of the group.',
      },
    ]);
}

/** What looks like the same payment, or is on its way: worth a look before the money is taken twice. */
async function warningsOf(tx: Tx, payment: Payment): Promise<string[]> {
  const { rows } = await sql<{ method: PaymentMethod; cents: Cents; reference: string; isOpen: boolean }>`
    select method, cents, reference, status in ('pending', 'processing') as is_open from payments
    where group_id = ${payment.groupId} and (status in ('pending', 'processing') or (status = 'completed' and cents = ${payment.cents} and received_on >= ${addDays(payment.receivedOn, -5)}::date))
    order by id desc limit 5`.execute(tx);
  return rows.map(({ method, cents, reference, isOpen }) => {
    const what = `${formatMoney(cents)} by ${PAYMENT_METHOD_LABEL[method]} (${reference})`;
    return isOpen
      ? `A payment of ${what} is on its way.`
      : `A payment of the same amount was received lately: ${what}.`;
  });
}

/** A personal or company check is no secured payment; the person who takes it sees which one it is. */
async function securedWarning(tx: Tx, { groupId, method }: Payment, today: CalendarDate): Promise<string[]> {
  if (method !== 'check' && method !== 'ach') return [];
  const reason = await restrictionOf(tx, groupId, today);
  return reason === undefined ? [] : [`${reason} Take a wire, or a cashier's or certified check.`];
}

/** What a payment would pay, with its fee; nothing is saved. */
export async function previewPayment({ tx, today }: Pick<Work, 'tx' | 'today'>, payment: Payment) {
  await requireGroup(tx, payment.groupId);
  const bills = await billsOwed(tx, payment.groupId);
  requireNamedBill(bills, payment.billId);
  const applied = applyMoney([{ paymentId: '', cents: payment.cents }], bills, payment.billId);
  const terms = (await paymentTerms(tx, payment.receivedOn))[payment.method];
  const fee = processingFee(payment.cents, terms);
  const left = subtract(payment.cents, add(...applied.map(({ cents }) => cents)));
  const isPremiumPaid = subtract(payment.cents, left) === add(...bills.map(({ due }) => due));
  const fees =
    isPremiumPaid && PAYS_FEES.has(payment.method) ? feesToPay(left, await feesOwed(tx, payment.groupId)).cents : ZERO;
  return {
    applications: applied.flatMap(({ billId, cents }) => {
      const bill = bills.find(({ id }) => id === billId);
      return bill ? [{ ...bill, cents }] : [];
    }),
    fees,
    unapplied: subtract(left, fees),
    fee,
    payerBearsFee: terms.payerBearsFee,
    charged: terms.payerBearsFee ? add(payment.cents, fee) : payment.cents,
    processingTime: terms.processingTime,
    warnings: [...(await securedWarning(tx, payment, today)), ...(await warningsOf(tx, payment))],
  };
}

type Process = Payment & { reference: string; isDebit: boolean; cardToken: string | null; override: boolean };

async function problemsOf({ tx, today }: Work, payment: Process): Promise<Problem[]> {
  const { method, receivedOn, reference, cardToken } = payment;
  const terms = (await paymentTerms(tx, receivedOn))[method];
  const needsReference = method === 'check' || method === 'wire' || (method === 'ach' && !payment.isDebit);
  const rules: [boolean, string, string][] = [
    [!terms.isOffered, 'method', `${PAYMENT_METHOD_LABEL[method]} is not offered. Choose another method.`],
    [receivedOn > today, 'receivedOn', 'The date is in the future.'],
    [receivedOn < addDays(today, -DAYS_BACK), 'receivedOn', 'The date is more than a year ago.'],
    [
      needsReference && reference === '',
      'reference',
      method === 'check' ? 'Enter the check number.' : 'Enter the reference of the bank.',
    ],
    [
      method === 'credit_card' && !sandboxProcessor.ways.some(({ token }) => token === cardToken),
      'cardToken',
      'Choose a card.',
    ],
  ];
  return rules.flatMap(([applies, path, message]) => (applies ? [{ path, message }] : []));
}

async function requireNoDuplicate(tx: Tx, { groupId, method, cents, receivedOn }: Process, reference: string) {
  const { rows } = await sql<{ id: string }>`
    select id from payments where group_id = ${groupId} and method = ${method} and lower(reference) = lower(${reference}) and cents = ${cents} and received_on = ${receivedOn}::date
      and status not in ('void', 'failed') and source = 'entered'`.execute(tx);
  if (rows[0])
    throw new Refusal(
      'conflict',
      `The payment ${reference} of ${formatMoney(cents)} was already entered for this day.`,
    );
}

async function requireNoUnknown(tx: Tx, { groupId, override }: Process): Promise<void> {
  if (override) return;
  const { rows } = await sql<{ label: string }>`
    select label from payment_attempts where group_id = ${groupId} and status in ('created', 'sent', 'unknown') limit 1`.execute(
    tx,
  );
  if (rows[0])
    throw new Refusal(
      'state',
      'A card payment of this group has no answer from the processor yet. Charging again could take the money twice. Wait for the answer, or charge anyway.',
    );
}

/** A debit takes no more than is owed and not on its way already, unless somebody insists. */
async function requireStillOwed(tx: Tx, { groupId, cents, override }: Process): Promise<void> {
  const { bills, onItsWay } = await groupOwed({ tx }, { groupId });
  const left = subtract(add(...bills.map(({ due }) => due)), onItsWay);
  if (override || onItsWay === 0 || cents <= left) return;
  throw new Refusal(
    'state',
    `${formatMoney(onItsWay)} of this group is already on its way. Another debit could take the money twice. Wait until it settles, or debit anyway.`,
  );
}

const newReference = (method: PaymentMethod, today: CalendarDate, id: string): string =>
  `${method === 'credit_card' ? 'CC' : 'ACH'}-${today.replaceAll('-', '')}-${id.slice(-6).toUpperCase()}`;

async function result(tx: Tx, id: string): Promise<{ status: PaymentStatus; applied: Cents; unapplied: Cents }> {
  const { rows } = await sql<{ status: PaymentStatus; applied: Cents; unapplied: Cents }>`
    select y.status, coalesce((select sum(cents) from payment_applications a where a.payment_id = y.id and a.undone_at is null), 0)::bigint as applied,
      coalesce((select x.cents from payment_balances x where x.payment_id = y.id), 0)::bigint as unapplied
    from payments y where y.id = ${id}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A payment is missing after it was added');
  return row;
}

/**
 * Process Payment: money that is here is taken in and pays bills at once; an ACH debit waits for its file, a card for
 * the processor. Rejects what was entered before.
 */
export async function processPayment(work: Work, payment: Process) {
  const { tx, today, note, services, actor } = work;
  const { groupId, method, kind, cents, receivedOn, billId } = payment;
  await requireGroup(tx, groupId);
  refuseIfAny(await problemsOf(work, payment));
  await lockBalance(tx, groupId);
  requireNamedBill(await billsOwed(tx, groupId), billId);
  const reference = payment.reference || newReference(method, today, uuidv7());
  await requireNoDuplicate(tx, payment, reference);
  const isCard = method === 'credit_card';
  if (isCard) await requireNoUnknown(tx, payment);
  const isDebit = method === 'ach' && payment.isDebit;
  if (isDebit) await refuseRestricted(tx, groupId, today, 'way');
  const account = isDebit ? await debitAccount(tx, groupId) : undefined;
  if (isDebit && !account)
    refuseIfAny([{ path: 'way', message: 'The group has no verified bank account. Add and verify one first.' }]);
  if (isDebit) await requireStillOwed(tx, payment);
  const isHere = !isCard && !isDebit;
  const id = await addPayment(
    work,
    { groupId, method, kind, source: 'entered', cents, reference, receivedOn: isHere ? receivedOn : today, billId },
    isHere ? 'Entered' : isCard ? 'Waits for the processor' : 'Waits for the next ACH file',
  );
  if (account) await tx.updateTable('payments').set({ bankAccountId: account }).where('id', '=', id).execute();
  if (isHere) await completePayment(work, id, 'Received');
  if (isCard) await addAttempt(work, { id, groupId, token: payment.cardToken ?? '' });
  if (isCard) await services.jobs.request(tx, CARD_PAYMENTS, actor.tenantId);
  note({ targetKind: 'payment', targetId: id, fields: ['premium'] });
  return { id, ...(await result(tx, id)) };
}

/** A try to charge a card; the job sends it to the processor. */
async function addAttempt(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { id, groupId, token }: { id: string; groupId: string; token: string },
): Promise<void> {
  await tx
    .insertInto('paymentAttempts')
    .values({
      id: uuidv7(),
      paymentId: id,
      groupId,
      processor: sandboxProcessor.name,
      token,
      label: sandboxProcessor.ways.find((way) => way.token === token)?.label ?? 'Card',
      status: 'created',
      madeAt: now,
      changedAt: now,
    })
    .execute();
}

/** Applies what is left of a payment: to a bill first, or the oldest first. */
export async function applyPayment(
  work: Work,
  { id, billId }: { id: string; billId: string | null },
): Promise<{ applied: Cents }> {
  const { tx, note } = work;
  const payment = await tx.selectFrom('payments').select(['groupId', 'status']).where('id', '=', id).executeTakeFirst();
  if (!payment) throw new Refusal('not_found', 'This payment does not exist, or you may not see it.');
  if (payment.groupId === null) throw new Refusal('state', 'Say first whose payment it is.');
  if (payment.status !== 'completed') throw new Refusal('state', 'Only a completed payment can pay bills.');
  requireNamedBill(await billsOwed(tx, payment.groupId), billId);
  const applied = await applyAvailable(work, payment.groupId, { paymentId: id, billId });
  if (applied === 0)
    throw new Refusal('state', 'There is nothing to apply: the payment is used up, or no bill is open.');
  note({ targetKind: 'payment', targetId: id, fields: ['premium'] });
  return { applied };
}
