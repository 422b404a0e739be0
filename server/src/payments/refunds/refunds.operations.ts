import { addMonths, type CalendarDate } from '@openbenefits/domain/calendar-date';
import { type Cents, subtract, ZERO } from '@openbenefits/domain/money';
import type { LedgerAccount } from '@openbenefits/domain/billing/ledger-accounts';
import {
  REFUND_STATUS_LABEL,
  type RefundMethod,
  type RefundReason,
  refundProblem,
  type RefundStatus,
} from '@openbenefits/domain/payments/refund';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { postEntry } from '../../ledger/ledger.ts';
import type { MoneyWork } from '../apply-money.ts';
import { lockBalance } from '../group-balance.ts';
import { ProcessorSilent } from '../processor.ts';
import { sandboxProcessor } from '../sandbox-processor.ts';
import { refundLimits, waitsBecause } from './refund-limits.ts';

export type RefundRecord = {
  id: string;
  number: string;
  groupId: string;
  paymentId: string | null;
  cents: Cents;
  method: RefundMethod;
  status: RefundStatus;
  requestedBy: string;
};

/** Reads a refund and locks it with the group's balance until the end of the transaction. */
export async function lockedRefund(tx: Tx, id: string): Promise<RefundRecord> {
  const { rows } = await sql<RefundRecord>`
    select id, number, group_id, payment_id, cents, method, status, requested_by from refunds where id = ${id} for update`.execute(
    tx,
  );
  const [refund] = rows;
  if (!refund) throw new Refusal('not_found', 'This refund does not exist, or you may not see it.');
  await lockBalance(tx, refund.groupId);
  return refund;
}

function requireStatus({ status, number }: RefundRecord, allowed: readonly RefundStatus[]): void {
  if (!allowed.includes(status))
    throw new Refusal(
      'state',
      `Refund ${number} is ${status === 'requested' ? 'waiting for approval' : REFUND_STATUS_LABEL[status].toLowerCase()}.`,
    );
}

type Source = { balance: Cents; reserved: Cents; since: CalendarDate | null; hasCard: boolean };

/** What is left of a payment, or a group's credit on account, with what other requests have reserved of it. */
async function sourceOf(tx: Tx, groupId: string, paymentId: string | null): Promise<Source> {
  const { rows } =
    paymentId === null
      ? await sql<Source>`
          select coalesce(-sum(p.cents), 0)::bigint as balance, max(e.effective_on) as since, false as has_card,
            (select coalesce(sum(r.cents), 0)::bigint from refunds r where r.group_id = ${groupId} and r.payment_id is null and r.status = 'requested') as reserved
          from ledger_postings p join ledger_entries e on e.id = p.entry_id where p.group_id = ${groupId} and p.account = '2010'`.execute(
          tx,
        )
      : await sql<Source>`
          select coalesce(x.cents, 0)::bigint as balance, y.received_on as since,
            exists (select from payment_attempts a where a.payment_id = y.id and a.status = 'succeeded') as has_card,
            (select coalesce(sum(r.cents), 0)::bigint from refunds r where r.payment_id = y.id and r.status = 'requested') as reserved
          from payments y left join payment_balances x on x.payment_id = y.id where y.id = ${paymentId} and y.group_id = ${groupId} and y.status = 'completed'`.execute(
          tx,
        );
  const [source] = rows;
  if (!source)
    throw new Refusal('not_found', 'This payment does not exist, is not settled, or is not one of this group.');
  return source;
}

type Request = {
  groupId: string;
  paymentId: string | null;
  cents: Cents;
  reason: RefundReason;
  note: string;
  method: RefundMethod;
};

function requestProblems(
  { cents, method, reason, note, paymentId }: Request,
  { balance, reserved, since, hasCard }: Source,
  mostMonths: number,
  today: CalendarDate,
) {
  const problem = refundProblem(cents, balance, reserved);
  return [
    ...(problem ? [{ path: 'cents', message: problem }] : []),
    ...(since !== null && since < addMonths(today, -mostMonths)
      ? [
          {
            path: 'cents',
            message: `This money is older than ${mostMonths} months. It is applied to bills or reported as unclaimed.`,
          },
        ]
      : []),
    ...(method === 'credit_card' && !(paymentId !== null && hasCard)
      ? [{ path: 'method', message: 'Only a card payment can be returned to a card.' }]
      : []),
    ...(reason === 'other' && note === '' ? [{ path: 'note', message: 'Say what the reason is.' }] : []),
  ];
}

/**
 * Requests a refund: the amount is reserved at once, one request after the other. It is payable without a second person
 * while the group's refunds of 30 days are below the limit. Rejects more than is available, and what is applied to bills (case M13).
 */
export async function requestRefund(
  work: Work,
  request: Request,
): Promise<{ id: string; number: string; status: RefundStatus; waitsBecause: string | null }> {
  const { tx, actor, now, today, note } = work;
  const { groupId, paymentId, cents, reason, method } = request;
  await lockBalance(tx, groupId);
  const source = await sourceOf(tx, groupId, paymentId);
  const limits = await refundLimits(tx);
  refuseIfAny(requestProblems(request, source, limits.mostMonths, today));
  const waits = await waitsBecause(work, request, 'refund');
  const { rows } = await sql<{ next: string }>`select nextval('refund_numbers')::text as next`.execute(tx);
  const id = uuidv7();
  const number = `RF-${today.slice(0, 4)}-${(rows[0]?.next ?? '').padStart(4, '0')}`;
  await tx
    .insertInto('refunds')
    .values({
      id,
      number,
      groupId,
      paymentId,
      cents,
      reason,
      note: request.note,
      method,
      status: 'requested',
      requestedBy: actor.id,
      requestedByName: actor.name,
      requestedAt: now,
      changedAt: now,
    })
    .execute();
  note({ targetKind: 'refund', targetId: id, fields: ['premium'], reason: request.note });
  if (waits !== null) return { id, number, status: 'requested', waitsBecause: waits };
  await makePayable(work, await lockedRefund(tx, id), { decidedByName: null });
  return { id, number, status: 'approved', waitsBecause: null };
}

const of = ({ groupId, paymentId }: RefundRecord) => ({ groupId, paymentId });
const balanceAccount = ({ paymentId }: RefundRecord): LedgerAccount => (paymentId === null ? '2010' : '2000');

/** A payment that was returned after its refund is owed by the group (1110); a refund that did not leave settles that. */
async function accountToReturnTo(tx: Tx, refund: RefundRecord): Promise<LedgerAccount> {
  if (refund.paymentId === null) return '2010';
  const { status } = await tx
    .selectFrom('payments')
    .select('status')
    .where('id', '=', refund.paymentId)
    .executeTakeFirstOrThrow();
  return status === 'returned' || status === 'failed' ? '1110' : '2000';
}

/** A refund leaves only while its payment is money that we have. */
async function requireOwnMoney(tx: Tx, refund: RefundRecord): Promise<void> {
  if ((await accountToReturnTo(tx, refund)) === '1110')
    throw new Refusal('state', `The payment of refund ${refund.number} was returned. Withdraw the refund.`);
}

async function move(
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

const change = ({ tx, now }: MoneyWork, id: string, status: RefundStatus, more: Record<string, string | null> = {}) =>
  tx
    .updateTable('refunds')
    .set({ status, changedAt: now, ...more })
    .where('id', '=', id)
    .execute();

async function makePayable(
  work: MoneyWork,
  refund: RefundRecord,
  decided: { decidedBy?: string; decidedByName: string | null },
): Promise<void> {
  await move(work, refund, { from: balanceAccount(refund), to: '2100', kind: 'refund_approved', memo: 'approved' });
  await change(work, refund.id, 'approved', {
    decidedBy: decided.decidedBy ?? null,
    decidedByName: decided.decidedByName,
    decidedAt: work.now,
  });
}

/** Approves a request; never by the one who requested it. */
export async function approveRefund(work: Work, { id }: { id: string }): Promise<{ id: string }> {
  const { actor, note } = work;
  const refund = await lockedRefund(work.tx, id);
  requireStatus(refund, ['requested']);
  if (refund.requestedBy === actor.id)
    throw new Refusal('state', 'You requested this refund. Another person has to approve it.');
  await makePayable(work, refund, { decidedBy: actor.id, decidedByName: actor.name });
  note({ targetKind: 'refund', targetId: id, fields: ['premium'] });
  return { id };
}

export async function rejectRefund(
  work: Work,
  { id, reason }: { id: string; reason: string },
): Promise<{ id: string }> {
  const { actor, now, note } = work;
  const refund = await lockedRefund(work.tx, id);
  requireStatus(refund, ['requested']);
  if (refund.requestedBy === actor.id) throw new Refusal('state', 'This is your own request. Withdraw it instead.');
  const decided = { decidedBy: actor.id, decidedByName: actor.name, decidedAt: now };
  await change(work, id, 'rejected', { outcome: reason, ...decided });
  note({ targetKind: 'refund', targetId: id, reason });
  return { id };
}

/** A refund that an open ACH file pays stays as it is until the file is sent or gives it up. */
async function requireInNoFile(tx: Tx, { id, number }: RefundRecord): Promise<void> {
  const { rows } = await sql<{ reference: string }>`
    select f.reference from ach_entries e join ach_files f on f.id = e.file_id where e.refund_id = ${id} and e.is_included and f.status in ('draft', 'approved')`.execute(
    tx,
  );
  if (rows[0])
    throw new Refusal(
      'state',
      `Refund ${number} is in ${rows[0].reference}. Cancel that file first, or leave the refund out of it.`,
    );
}

/** Gives a request, or a refund that has not left, back to its balance. */
export async function withdrawRefund(work: Work, { id }: { id: string }): Promise<{ id: string }> {
  const refund = await lockedRefund(work.tx, id);
  requireStatus(refund, ['requested', 'approved', 'failed']);
  await requireInNoFile(work.tx, refund);
  if (refund.status !== 'requested')
    await move(work, refund, {
      from: '2100',
      to: await accountToReturnTo(work.tx, refund),
      kind: 'refund_withdrawn',
      memo: 'withdrawn',
    });
  await change(work, id, 'withdrawn');
  work.note({ targetKind: 'refund', targetId: id });
  return { id };
}

/** The money has left: by check, through the processor, or in an ACH file. Rejects a refund that is not payable. */
export async function markRefundPaid(
  work: MoneyWork,
  refund: RefundRecord,
  { status, reference, paidOn }: { status: 'sent' | 'paid'; reference: string; paidOn: CalendarDate },
): Promise<void> {
  requireStatus(refund, ['approved']);
  await requireOwnMoney(work.tx, refund);
  await move(work, refund, { from: '2100', to: '1000', kind: 'refund_paid', memo: `paid, ${reference}` });
  await change(work, refund.id, status, { reference, paidOn });
}

export async function payRefundByCheck(
  work: Work,
  { id, number, paidOn }: { id: string; number: string; paidOn: CalendarDate },
): Promise<{ id: string }> {
  const refund = await lockedRefund(work.tx, id);
  requireStatus(refund, ['approved']);
  refuseIfAny([
    ...(refund.method === 'check' ? [] : [{ path: 'number', message: 'This refund is not paid by check.' }]),
    ...(paidOn > work.today ? [{ path: 'paidOn', message: 'The date is in the future.' }] : []),
    ...(paidOn < addMonths(work.today, -12) ? [{ path: 'paidOn', message: 'The date is more than a year ago.' }] : []),
  ]);
  await markRefundPaid(work, refund, { status: 'paid', reference: `Check ${number}`, paidOn });
  work.note({ targetKind: 'refund', targetId: id, fields: ['premium'] });
  return { id };
}

/** Returns a card payment, or a part of it, through the processor. */
export async function reverseCard(work: Work, { id }: { id: string }): Promise<{ id: string }> {
  const { tx, today, note } = work;
  const refund = await lockedRefund(tx, id);
  requireStatus(refund, ['approved']);
  if (refund.method !== 'credit_card') throw new Refusal('state', 'This refund does not go to a card.');
  const attempt = await tx
    .selectFrom('paymentAttempts')
    .select(['id', 'token'])
    .where('paymentId', '=', refund.paymentId)
    .where('status', '=', 'succeeded')
    .executeTakeFirst();
  if (!attempt) throw new Refusal('state', 'The card payment was returned meanwhile. There is nothing to refund.');
  // The refund is the processor's key: asked twice, it pays once.
  const charge = { key: attempt.id, token: attempt.token, cents: refund.cents, refundKey: refund.id };
  const said = await sandboxProcessor.refund(charge).catch((error: unknown) => {
    if (error instanceof ProcessorSilent)
      throw new Refusal('unavailable', 'The processor gave no answer. Nothing was saved. Try again in a minute.');
    throw error;
  });
  if (!('reference' in said)) throw new Refusal('state', said.message);
  await markRefundPaid(work, refund, { status: 'paid', reference: said.reference, paidOn: today });
  note({ targetKind: 'refund', targetId: id, fields: ['premium'] });
  return { id };
}

/** A check came back or the bank rejected the credit: the money is payable again. */
export async function failRefund(work: Work, { id, reason }: { id: string; reason: string }): Promise<{ id: string }> {
  const refund = await lockedRefund(work.tx, id);
  requireStatus(refund, ['sent', 'paid']);
  await move(work, refund, { from: '1000', to: '2100', kind: 'refund_failed', memo: reason });
  const back = await accountToReturnTo(work.tx, refund);
  if (back === '1110') {
    // The payment came back as well: the group owes nothing, and nothing is payable.
    await move(work, refund, { from: '2100', to: back, kind: 'refund_withdrawn', memo: 'its payment was returned' });
    await change(work, id, 'withdrawn', { outcome: `${reason}. The payment was returned, so nothing is payable.` });
  } else await change(work, id, 'failed', { outcome: reason });
  work.note({ targetKind: 'refund', targetId: id, reason });
  return { id };
}

/** A failed refund is payable once more, by the same way or another. */
export async function resendRefund(
  work: Work,
  { id, method }: { id: string; method: RefundMethod },
): Promise<{ id: string }> {
  const refund = await lockedRefund(work.tx, id);
  requireStatus(refund, ['failed']);
  await requireOwnMoney(work.tx, refund);
  if (method === 'credit_card' && refund.method !== 'credit_card')
    refuseIfAny([{ path: 'method', message: 'Only a card payment can be returned to a card.' }]);
  await change(work, id, 'approved', { method, reference: null, paidOn: null, outcome: null });
  work.note({ targetKind: 'refund', targetId: id });
  return { id };
}

/** Nobody claims it: kept apart until it goes to the state. */
export async function markUnclaimed(work: Work, { id }: { id: string }): Promise<{ id: string }> {
  const refund = await lockedRefund(work.tx, id);
  requireStatus(refund, ['failed']);
  await move(work, refund, { from: '2100', to: '2110', kind: 'refund_unclaimed', memo: 'unclaimed' });
  await change(work, id, 'unclaimed');
  work.note({ targetKind: 'refund', targetId: id });
  return { id };
}
