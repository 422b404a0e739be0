import type { AloneLimits } from '@openbenefits/domain/approvals/limits';
import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDateFrom,
  formatDate,
} from '@openbenefits/domain/calendar-date';
import type { Cents } from '@openbenefits/domain/money';
import {
  type RefundMethod,
  type RefundReason,
  refundProblem,
  type RefundStatus,
} from '@openbenefits/domain/payments/refund';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { approvalLimits } from '../../approvals/approval-limits.ts';
import { ask, requireApproval, withdraw } from '../../approvals/approvals.operations.ts';
import type { ApprovalSubject } from '../../approvals/subject.ts';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { debitAccount } from '../ach/bank-account-records.ts';
import { lockBalance } from '../group-balance.ts';
import { ProcessorSilent } from '../processor.ts';
import { sandboxProcessor } from '../sandbox-processor.ts';
import { REFUND } from './refund-approval.ts';
import {
  accountToReturnTo,
  changeRefund,
  lockedRefund,
  makePayable,
  move,
  type RefundRecord,
  rejectRequest,
  requireOwnMoney,
  requireStatus,
} from './refund-records.ts';

type Source = {
  balance: Cents;
  reserved: Cents;
  since: CalendarDate | null;
  hasCard: boolean;
  /** A check that is here and not yet in the bank. */
  isUndeposited: boolean;
  /** The day on which a check was brought to the bank. */
  depositedOn: CalendarDate | null;
};

/** What is left of a payment, or a group's credit on account, with what other requests have reserved of it. */
async function sourceOf(tx: Tx, groupId: string, paymentId: string | null): Promise<Source> {
  const { rows } =
    paymentId === null
      ? await sql<Source>`
          select coalesce(-sum(p.cents), 0)::bigint as balance, max(e.effective_on) as since, false as has_card, false as is_undeposited, null::date as deposited_on,
            (select coalesce(sum(r.cents), 0)::bigint from refunds r where r.group_id = ${groupId} and r.payment_id is null and r.status = 'requested' and r.attempts = 1) as reserved
          from ledger_postings p join ledger_entries e on e.id = p.entry_id where p.group_id = ${groupId} and p.account = '2010'`.execute(
          tx,
        )
      : await sql<Source>`
          select coalesce(x.cents, 0)::bigint as balance, y.received_on as since,
            exists (select from payment_attempts a where a.payment_id = y.id and a.status = 'succeeded') as has_card,
            coalesce((select sum(p.cents) from ledger_postings p where p.payment_id = y.id and p.account = '1020'), 0) > 0 as is_undeposited,
            (select max(e.effective_on) from ledger_postings p join ledger_entries e on e.id = p.entry_id where p.payment_id = y.id and p.account = '1020' and e.kind = 'deposit') as deposited_on,
            (select coalesce(sum(r.cents), 0)::bigint from refunds r where r.payment_id = y.id and r.status = 'requested' and r.attempts = 1) as reserved
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
  { balance, reserved, since, hasCard, isUndeposited, depositedOn }: Source,
  { mostMonths, checkDays }: AloneLimits,
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
    ...(isUndeposited ? [{ path: 'cents', message: 'This check is not deposited yet. Deposit it first.' }] : []),
    ...(depositedOn !== null && addDays(depositedOn, checkDays) > today
      ? [
          {
            path: 'cents',
            message: `This check was deposited on ${formatDate(depositedOn)}. It counts as cleared on ${formatDate(addDays(depositedOn, checkDays))}.`,
          },
        ]
      : []),
    ...(method === 'credit_card' && !(paymentId !== null && hasCard)
      ? [{ path: 'method', message: 'Only a card payment can be returned to a card.' }]
      : []),
    ...(reason === 'other' && note === '' ? [{ path: 'note', message: 'Say what the reason is.' }] : []),
  ];
}

/** The account that an ACH credit goes to, fixed with the request; null for other methods. */
async function accountFor(tx: Tx, groupId: string, method: RefundMethod): Promise<string | null> {
  if (method !== 'ach') return null;
  const account = await debitAccount(tx, groupId);
  if (account === undefined)
    throw new Refusal('invalid', 'The group has no verified bank account.', [
      { path: 'method', message: 'The group has no verified bank account. Verify one first, or pay by check.' },
    ]);
  return account;
}

/**
 * Requests a refund: the amount is reserved at once, one request after the other. It is payable without a second person
 * below the limits (approvals/). Rejects more than is available, and what is applied to bills.
 */
export async function requestRefund(
  work: Work,
  request: Request,
): Promise<{ id: string; number: string; status: RefundStatus; waitsBecause: string | null }> {
  const { tx, actor, now, today, note } = work;
  const { groupId, paymentId, cents, reason, method } = request;
  await lockBalance(tx, groupId);
  const source = await sourceOf(tx, groupId, paymentId);
  refuseIfAny(requestProblems(request, source, await approvalLimits(tx), today));
  const bankAccountId = await accountFor(tx, groupId, method);
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
      bankAccountId,
      authors: [actor.id],
      status: 'requested',
      requestedBy: actor.id,
      requestedByName: actor.name,
      requestedAt: now,
      changedAt: now,
    })
    .execute();
  note({ targetKind: 'refund', targetId: id, fields: ['premium'], reason: request.note });
  const { waitsBecause } = await ask(work, REFUND, id, request.note);
  if (waitsBecause !== null) return { id, number, status: 'requested', waitsBecause };
  await makePayable(work, await lockedRefund(tx, id), { decidedByName: null });
  return { id, number, status: 'approved', waitsBecause: null };
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

/**
 * Gives a request, or a refund that has not left, back to its balance. Money that has left once goes back to a balance
 * only with a second person: somebody may have it already.
 */
export async function withdrawRefund(
  work: Work,
  { id }: { id: string },
): Promise<{ id: string; waitsBecause: string | null }> {
  const refund = await lockedRefund(work.tx, id);
  requireStatus(refund, ['requested', 'approved', 'failed']);
  await requireInNoFile(work.tx, refund);
  if (refund.status === 'requested' && refund.attempts > 1) {
    // Only the further attempt is withdrawn.
    await withdraw(work, 'refund', id, 'The attempt was withdrawn');
    await rejectRequest(work, refund, 'The further attempt was withdrawn');
    work.note({ targetKind: 'refund', targetId: id });
    return { id, waitsBecause: null };
  }
  if (refund.status === 'failed' || refund.attempts > 1) {
    const { waitsBecause } = await ask(work, REFUND_RETURN, id);
    work.note({ targetKind: 'refund', targetId: id });
    return { id, waitsBecause };
  }
  await giveBack(work, refund);
  return { id, waitsBecause: null };
}

async function giveBack(work: Work, refund: RefundRecord): Promise<void> {
  const { id } = refund;
  if (refund.status !== 'requested' || refund.attempts > 1)
    await move(work, refund, {
      from: '2100',
      to: await accountToReturnTo(work.tx, refund),
      kind: 'refund_withdrawn',
      memo: 'withdrawn',
    });
  await withdraw(work, 'refund', id, 'The refund was withdrawn');
  await changeRefund(work, id, 'withdrawn');
  work.note({ targetKind: 'refund', targetId: id });
}

/** A refund that left and came back is given back to its balance by two people. */
export const REFUND_RETURN: ApprovalSubject = {
  kind: 'refund_return',
  async describe(work, id) {
    const described = await REFUND.describe(work, id);
    const { outcome, paidOn, reference, status } = await work.tx
      .selectFrom('refunds')
      .select(['outcome', 'paidOn', 'reference', 'status'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return {
      ...described,
      title: `Money of ${described.title} back to its balance`,
      content: { refund: described.content, status, outcome, paidOn, reference },
      facts: [
        ...described.facts,
        {
          label: 'Was paid',
          value: [paidOn && formatDate(calendarDateFrom(paidOn)), reference].filter(Boolean).join(', ') || '—',
        },
        { label: 'Came back', value: outcome ?? '—' },
      ],
      always: null,
    };
  },
  async carryOut(work, id) {
    const refund = await lockedRefund(work.tx, id);
    requireStatus(refund, ['requested', 'failed']);
    await requireInNoFile(work.tx, refund);
    await giveBack(work, refund);
  },
  giveUp: () => Promise.resolve(),
};

/** The money has left: by check, through the processor, or in an ACH file. Rejects a refund that is not payable. */
export async function markRefundPaid(
  work: Work,
  refund: RefundRecord,
  { status, reference, paidOn }: { status: 'sent' | 'paid'; reference: string; paidOn: CalendarDate },
): Promise<void> {
  requireStatus(refund, ['approved']);
  await requireApproval(work, REFUND, refund.id);
  await requireOwnMoney(work.tx, refund);
  await move(work, refund, { from: '2100', to: '1000', kind: 'refund_paid', memo: `paid, ${reference}` });
  await changeRefund(work, refund.id, status, { reference, paidOn });
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
  // Before the processor is called: it would have paid what is then refused.
  await requireApproval(work, REFUND, id);
  await requireOwnMoney(tx, refund);
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

/** Says by hand that a check or a card refund came back. An ACH credit comes back in the bank's own file. */
export async function failRefundByHand(
  work: Work,
  { id, reason }: { id: string; reason: string },
): Promise<{ id: string }> {
  const refund = await lockedRefund(work.tx, id);
  requireStatus(refund, ['sent', 'paid']);
  if (refund.method === 'ach')
    throw new Refusal('state', 'An ACH credit comes back with the bank’s return file. Import that file.');
  return failRefund(work, { id, reason });
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
    await changeRefund(work, id, 'withdrawn', {
      outcome: `${reason}. The payment was returned, so nothing is payable.`,
    });
  } else await changeRefund(work, id, 'failed', { outcome: reason });
  work.note({ targetKind: 'refund', targetId: id, reason });
  return { id };
}

/** A failed refund is paid once more, by the same way or another, once another person has approved that. */
export async function resendRefund(
  work: Work,
  { id, method }: { id: string; method: RefundMethod },
): Promise<{ id: string; waitsBecause: string | null }> {
  const { tx, actor, now } = work;
  const refund = await lockedRefund(tx, id);
  requireStatus(refund, ['failed']);
  await requireOwnMoney(tx, refund);
  if (method === 'credit_card' && refund.method !== 'credit_card')
    refuseIfAny([{ path: 'method', message: 'Only a card payment can be returned to a card.' }]);
  await changeRefund(work, id, 'requested', {
    method,
    bankAccountId: await accountFor(tx, refund.groupId, method),
    attempts: refund.attempts + 1,
    authors: [...new Set([...refund.authors, actor.id])],
    requestedBy: actor.id,
    requestedByName: actor.name,
    requestedAt: now,
    decidedBy: null,
    decidedByName: null,
    decidedAt: null,
    reference: null,
    paidOn: null,
    outcome: null,
  });
  await withdraw(work, 'refund_return', id, 'It is paid once more.');
  const { waitsBecause } = await ask(work, REFUND, id);
  work.note({ targetKind: 'refund', targetId: id });
  return { id, waitsBecause };
}

/** Nobody claims it: kept apart until it goes to the state. */
export async function markUnclaimed(work: Work, { id }: { id: string }): Promise<{ id: string }> {
  const refund = await lockedRefund(work.tx, id);
  requireStatus(refund, ['failed']);
  await withdraw(work, 'refund_return', id, 'It is unclaimed.');
  await move(work, refund, { from: '2100', to: '2110', kind: 'refund_unclaimed', memo: 'unclaimed' });
  await changeRefund(work, id, 'unclaimed');
  work.note({ targetKind: 'refund', targetId: id });
  return { id };
}
