import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { type Cents, formatMoney } from '@openbenefits/domain/money';
import { REFUND_METHOD_LABEL, REFUND_REASON_LABEL } from '@openbenefits/domain/payments/refund';
import { sql } from 'kysely';
import { approvalLimits } from '../../approvals/approval-limits.ts';
import type { ApprovalFact, ApprovalSubject, Described } from '../../approvals/subject.ts';
import type { Work } from '../../command.ts';
import { boundPayee, type Payee, payeeFacts, payeeOf, whyNewPayee } from '../ach/payee.ts';
import { lockedRefund, makePayable, rejectRequest, type RefundRecord } from './refund-records.ts';

async function whyAlways(work: Work, { attempts }: RefundRecord, payee: Payee | null): Promise<string | null> {
  if (attempts > 1) return 'Another person approves every further attempt to pay a refund.';
  if (payee === null) return null;
  const { newPayeeDays: days } = await approvalLimits(work.tx);
  return whyNewPayee(payee, { clock: work.services.clock, today: work.today, days });
}

/** Refunds of the same money that were paid once and withdrawn: the approver looks twice. */
async function earlierFacts({ tx }: Work, { id, groupId, paymentId }: RefundRecord): Promise<ApprovalFact[]> {
  const { rows } = await sql<{ number: string; paidOn: CalendarDate; cents: Cents }>`
    select number, paid_on, cents from refunds
    where group_id = ${groupId} and payment_id is not distinct from ${paymentId}::uuid and id <> ${id} and status = 'withdrawn' and paid_on is not null
    order by paid_on desc limit 3`.execute(tx);
  return rows.map(({ number, paidOn, cents }) => ({
    label: 'Paid before and withdrawn',
    value: `${number}, ${formatMoney(cents)}, paid on ${formatDate(paidOn)}`,
  }));
}

/** Everything of a refund that takes effect: whose money, how much, how, to which account, in which attempt. */
async function describe(work: Work, id: string): Promise<Described> {
  const refund = await lockedRefund(work.tx, id);
  const group = await work.tx
    .selectFrom('groups')
    .select('companyName')
    .where('id', '=', refund.groupId)
    .executeTakeFirst();
  const payee = refund.bankAccountId === null ? null : await payeeOf(work, refund.bankAccountId);
  const { number, groupId, paymentId, cents, method, reason, attempts } = refund;
  return {
    groupId,
    title: `Refund ${number} to ${group?.companyName ?? 'a group'}`,
    link: '/billing/refunds',
    cents,
    authors: [...refund.authors, ...(payee?.authors ?? [])],
    content: { number, groupId, paymentId, cents, method, attempts, payee: payee && boundPayee(payee) },
    facts: [
      ...(await earlierFacts(work, refund)),
      { label: 'Amount', value: formatMoney(cents) },
      { label: 'Method', value: REFUND_METHOD_LABEL[method] },
      { label: 'Reason', value: [REFUND_REASON_LABEL[reason], refund.note].filter(Boolean).join(': ') },
      { label: 'Taken from', value: paymentId === null ? 'Credit on account' : 'A payment' },
      ...(attempts > 1 ? [{ label: 'Attempt', value: `${attempts}: the one before failed` }] : []),
      ...(payee ? payeeFacts(payee, work.services.clock) : []),
    ],
    always: await whyAlways(work, refund, payee),
  };
}

/** A refund becomes payable with its approval, and is paid only as it was approved. */
export const REFUND: ApprovalSubject = {
  kind: 'refund',
  describe,
  carryOut: async (work, id) =>
    makePayable(work, await lockedRefund(work.tx, id), { decidedBy: work.actor.id, decidedByName: work.actor.name }),
  giveUp: async (work, id, reason) => rejectRequest(work, await lockedRefund(work.tx, id), reason),
};
