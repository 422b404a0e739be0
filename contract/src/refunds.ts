import { counted } from '@openbenefits/domain/counted';
import { formatMoney } from '@openbenefits/domain/money';
import { LARGEST_PAYMENT } from '@openbenefits/domain/payments/largest-payment';
import { PAYMENT_METHODS } from '@openbenefits/domain/payments/payment-method';
import { REFUND_METHODS, REFUND_REASONS, REFUND_STATUSES } from '@openbenefits/domain/payments/refund';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { waitingApproval } from './approvals.ts';
import { errors } from './errors.ts';
import { calendarDate, cents, id, idempotencyKey, instant, page, paymentAmount, rowsOf } from './wire.ts';

const reasonText = z.string().trim().min(1, 'Enter a reason.').max(300);
const route = (path: `/${string}`, method: 'GET' | 'POST' = 'POST') =>
  oc.route({ method, path, tags: ['Refunds'] }).errors(errors);
const write = z.object({ id, idempotencyKey });
const of = z.object({ id });
/** Why a second person is needed; null where none is. */
const waitsBecause = z.string().nullable();

/** Money that can be refunded: what is left of a payment, or the credit on account of a group. */
const balance = z.object({
  groupId: id.nullable(),
  groupName: z.string().nullable(),
  payer: z.string().nullable(),
  /** Null is credit on account. */
  paymentId: id.nullable(),
  method: z.enum(PAYMENT_METHODS).nullable(),
  reference: z.string().nullable(),
  since: calendarDate.nullable(),
  balance: cents,
  reserved: cents,
});
export type RefundBalance = z.infer<typeof balance>;

const refund = z.object({
  id,
  number: z.string(),
  groupId: id,
  groupName: z.string(),
  cents,
  reason: z.enum(REFUND_REASONS),
  note: z.string(),
  method: z.enum(REFUND_METHODS),
  status: z.enum(REFUND_STATUSES),
  requestedBy: z.string(),
  requestedAt: instant,
  /** The one who requested it never approves it. */
  isOwn: z.boolean(),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  reference: z.string().nullable(),
  paidOn: calendarDate.nullable(),
  outcome: z.string().nullable(),
  changedAt: instant,
  approval: waitingApproval,
});
export type RefundRow = z.infer<typeof refund>;

const adjustment = z.object({
  id,
  groupId: id,
  groupName: z.string(),
  kind: z.enum(['write_off', 'credit']),
  billNumber: z.string().nullable(),
  cents,
  reason: z.string(),
  status: z.enum(['requested', 'posted', 'rejected', 'withdrawn']),
  requestedBy: z.string(),
  requestedAt: instant,
  isOwn: z.boolean(),
  decidedBy: z.string().nullable(),
  approval: waitingApproval,
});
export type BalanceAdjustment = z.infer<typeof adjustment>;

const limitAmount = cents
  .refine((value) => value >= 0, { message: 'Enter an amount of $0.00 or more.' })
  .refine((value) => value <= LARGEST_PAYMENT, {
    message: `Enter an amount of at most ${formatMoney(LARGEST_PAYMENT)}.`,
  });
const wholeNumber = (least: number, most: number, unit: string) =>
  z
    .number()
    .int()
    .min(least, `Enter at least ${counted(least, unit)}.`)
    .max(most, `Enter at most ${counted(most, unit)}.`);

/** What one person decides alone, and when money may be refunded (domain `AloneLimits`). */
const limits = z.object({
  money: limitAmount,
  organization: limitAmount,
  runs: limitAmount,
  newPayeeDays: wholeNumber(0, 90, 'day'),
  checkDays: wholeNumber(0, 30, 'day'),
  mostMonths: wholeNumber(1, 120, 'month'),
});

/** Premium Refunds: balances, requests, approval, payment, write-offs and credits. */
export const refunds = {
  summary: route('/refunds/summary', 'GET')
    .input(z.object({}))
    .output(
      z.object({
        available: cents,
        reserved: cents,
        payable: cents,
        inTransit: cents,
        refundedThisMonth: cents,
        needApproval: z.number().int(),
        failed: z.number().int(),
        limits,
      }),
    ),
  balances: route('/refunds/balances', 'GET')
    .input(z.object({ groupId: id.optional() }))
    .output(z.array(balance)),
  list: route('/refunds', 'GET')
    .input(z.object({ ...page, open: z.boolean().optional(), groupId: id.optional() }))
    .output(rowsOf(refund)),
  /** Reserves the amount; below the limit it is payable at once. */
  request: route('/refunds')
    .input(
      z.object({
        groupId: id,
        paymentId: id.nullable(),
        cents: paymentAmount,
        reason: z.enum(REFUND_REASONS),
        note: z.string().trim().max(300),
        method: z.enum(REFUND_METHODS),
        idempotencyKey,
      }),
    )
    .output(z.object({ id, number: z.string(), status: z.enum(REFUND_STATUSES), waitsBecause })),
  /** Gives a request or a refund that was not sent back to its balance. */
  withdraw: route('/refunds/{id}/withdraw').input(write).output(of.extend({ waitsBecause })),
  payByCheck: route('/refunds/{id}/check')
    .input(write.extend({ number: z.string().trim().min(1, 'Enter the check number.').max(30), paidOn: calendarDate }))
    .output(of),
  /** Returns a card payment through the processor. */
  reverseCard: route('/refunds/{id}/card').input(write).output(of),
  /** The check came back or the bank rejected it: payable again. */
  fail: route('/refunds/{id}/fail')
    .input(write.extend({ reason: reasonText }))
    .output(of),
  resend: route('/refunds/{id}/resend')
    .input(write.extend({ method: z.enum(REFUND_METHODS) }))
    .output(of.extend({ waitsBecause })),
  unclaimed: route('/refunds/{id}/unclaimed').input(write).output(of),
  /** Asks for other limits; they are in force once another person has approved them. */
  setLimits: route('/refunds/limits')
    .input(limits.extend({ idempotencyKey }))
    .output(z.object({ approvalId: id, waitsBecause })),
  adjustments: {
    list: route('/refunds/adjustments', 'GET').input(z.object({})).output(z.array(adjustment)),
    /** Writes off what is owed of a bill. */
    writeOff: route('/refunds/adjustments/write-off')
      .input(z.object({ billId: id, cents: paymentAmount, reason: reasonText, idempotencyKey }))
      .output(z.object({ id, status: z.enum(['requested', 'posted']), waitsBecause })),
    /** Gives a group a credit on account that no bill gave. It pays open bills at once, unless it is to stay. */
    credit: route('/refunds/adjustments/credit')
      .input(
        z.object({
          groupId: id,
          cents: paymentAmount,
          reason: reasonText,
          staysOnAccount: z.boolean().default(false),
          idempotencyKey,
        }),
      )
      .output(z.object({ id, status: z.enum(['requested', 'posted']), waitsBecause })),
  },
};
