import { PAYMENT_METHODS } from '@openbenefits/domain/payments/payment-method';
import { PAYMENT_KINDS, PAYMENT_SOURCES, PAYMENT_STATUSES } from '@openbenefits/domain/payments/payment-status';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { askedApproval } from './approvals.ts';
import { errors } from './errors.ts';
import { calendarDate, cents, id, idempotencyKey, instant, page, paymentAmount, rowsOf } from './wire.ts';

const tile = z.object({ cents, payments: z.number().int() });

/** A payment in a list. */
const paymentRow = z.object({
  id,
  groupId: id.nullable(),
  /** Null until somebody says whose payment it is. */
  groupName: z.string().nullable(),
  /** The payer as the bank names it. */
  payer: z.string().nullable(),
  method: z.enum(PAYMENT_METHODS),
  kind: z.enum(PAYMENT_KINDS),
  source: z.enum(PAYMENT_SOURCES),
  reference: z.string(),
  cents,
  fee: cents,
  payerBearsFee: z.boolean(),
  receivedOn: calendarDate,
  processedAt: instant.nullable(),
  status: z.enum(PAYMENT_STATUSES),
  /** What is not applied to a bill. */
  unapplied: cents,
  reason: z.string().nullable(),
});
export type PaymentRow = z.infer<typeof paymentRow>;

const paymentDetail = paymentRow.extend({
  createdBy: z.string(),
  createdAt: instant,
  isDeposited: z.boolean(),
  applications: z.array(
    z.object({
      id,
      billId: id,
      billNumber: z.string(),
      period: calendarDate,
      cents,
      appliedOn: calendarDate,
      by: z.string(),
      undoneBy: z.string().nullable(),
      undoneAt: instant.nullable(),
    }),
  ),
  events: z.array(z.object({ at: instant, status: z.enum(PAYMENT_STATUSES), note: z.string(), by: z.string() })),
  attempts: z.array(
    z.object({
      id,
      processor: z.string(),
      label: z.string(),
      status: z.enum(['created', 'sent', 'unknown', 'succeeded', 'failed']),
      message: z.string().nullable(),
      madeAt: instant,
    }),
  ),
  entries: z.array(
    z.object({
      id,
      effectiveOn: calendarDate,
      kind: z.string(),
      memo: z.string(),
      by: z.string(),
      postings: z.array(z.object({ account: z.string(), name: z.string(), cents })),
    }),
  ),
});
export type PaymentDetail = z.infer<typeof paymentDetail>;

const methodTerms = z.object({
  method: z.enum(PAYMENT_METHODS),
  effectiveOn: calendarDate,
  processingTime: z.string(),
  feeCents: cents,
  feeBasisPoints: z.number().int(),
  payerBearsFee: z.boolean(),
  isOffered: z.boolean(),
  /** Of the payments of twelve months that have ended one way or the other, the share that came through; null without one. */
  successRate: z.number().nullable(),
  /** Share of the money received in twelve months, of 1. */
  volume: z.number(),
  cents,
  payments: z.number().int(),
});
export type MethodTerms = z.infer<typeof methodTerms>;

/** What a payment is of; the dialog's preview and its sending share this. */
const payment = z.object({
  groupId: id,
  method: z.enum(PAYMENT_METHODS),
  kind: z.enum(PAYMENT_KINDS),
  cents: paymentAmount,
  receivedOn: calendarDate,
  billId: id.nullable(),
});

const openBill = z.object({ id, number: z.string(), period: calendarDate, dueDate: calendarDate, due: cents });

const filter = {
  groupId: id.optional(),
  search: z.string().max(200).optional(),
  status: z.enum(PAYMENT_STATUSES).optional(),
  method: z.enum(PAYMENT_METHODS).optional(),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  unapplied: z.boolean().optional(),
};

const route = (path: `/${string}`, method: 'GET' | 'POST' = 'POST') =>
  oc.route({ method, path, tags: ['Payments'] }).errors(errors);
const write = z.object({ id, idempotencyKey });
const of = z.object({ id });

/** Money that arrives: payments, what they pay, and how they come. */
export const payments = {
  /** Sums of the month, and what is unapplied now. */
  tiles: route('/payments/tiles', 'GET')
    .input(z.object({}))
    .output(
      z.object({
        month: calendarDate,
        completed: tile,
        processing: tile,
        pending: tile,
        failed: tile,
        unapplied: tile,
      }),
    ),
  /** How far the bills and payments of sample data are; null where none are being made. */
  sampleHistory: route('/payments/sample-history', 'GET')
    .input(z.object({}))
    .output(z.object({ made: z.number().int(), months: z.number().int() }).nullable()),
  list: route('/payments', 'GET')
    .input(z.object({ ...page, ...filter }))
    .output(rowsOf(paymentRow)),
  /** What the same filter finds in all. */
  totals: route('/payments/totals', 'GET')
    .input(z.object(filter))
    .output(z.object({ total: z.number().int(), amount: cents })),
  get: route('/payments/{id}', 'GET').input(of).output(paymentDetail),
  /** What a group owes, with what it has and what is on its way. */
  owed: route('/payments/owed', 'GET')
    .input(z.object({ groupId: id }))
    .output(
      z.object({
        bills: z.array(openBill),
        /** Return fees that no open ACH file collects; a check or wire pays them after premium. */
        fees: cents,
        /** Refunds of payments that were returned afterwards. */
        refunds: cents,
        credit: cents,
        unapplied: cents,
        onItsWay: cents,
      }),
    ),
  /** What a payment would pay, with its fee; nothing is saved. */
  preview: route('/payments/preview', 'GET')
    .input(payment)
    .output(
      z.object({
        applications: z.array(openBill.extend({ cents })),
        /** Fees and refunds owed that the payment would pay. */
        fees: cents,
        unapplied: cents,
        fee: cents,
        payerBearsFee: z.boolean(),
        charged: cents,
        processingTime: z.string(),
        /** A payment of the same group that looks the same, or one that is on its way. */
        warnings: z.array(z.string()),
      }),
    ),
  /**
   * Process Payment. ACH is a debit of the group's bank account or a credit that arrived; a card is charged by the
   * processor. `override` takes a second card payment while one is unknown.
   */
  process: route('/payments')
    .input(
      payment.extend({
        reference: z.string().trim().max(60),
        isDebit: z.boolean(),
        cardToken: z.string().max(60).nullable(),
        override: z.boolean(),
        idempotencyKey,
      }),
    )
    .output(z.object({ id, status: z.enum(PAYMENT_STATUSES), applied: cents, unapplied: cents })),
  /** Applies what is left of a payment: to a bill, or the oldest first. */
  apply: route('/payments/{id}/apply')
    .input(write.extend({ billId: id.nullable() }))
    .output(z.object({ applied: cents })),
  /** Says whose payment it is. */
  assign: route('/payments/{id}/assign')
    .input(write.extend({ groupId: id }))
    .output(z.object({ applied: cents })),
  /** Takes a payment away from a group that it is not of; the group's bills are owed again. */
  unassign: route('/payments/{id}/unassign')
    .input(write.extend({ reason: z.string().trim().min(1, 'Enter a reason.').max(300) }))
    .output(of),
  undoApplication: route('/payments/applications/{id}/undo').input(write).output(of),
  void: route('/payments/{id}/void')
    .input(write.extend({ reason: z.string().trim().min(1, 'Enter a reason.').max(300) }))
    .output(of),
  /** Marks received checks as deposited. */
  deposit: route('/payments/deposit')
    .input(z.object({ ids: z.array(id).min(1).max(500), idempotencyKey }))
    .output(z.object({ deposited: z.number().int() })),
  /** The processor of cards, and the ways of payment to choose from. */
  processor: route('/payments/processor', 'GET')
    .input(z.object({}))
    .output(
      z.object({
        name: z.string(),
        isSandbox: z.boolean(),
        ways: z.array(z.object({ token: z.string(), label: z.string() })),
      }),
    ),
  methods: {
    list: route('/payments/methods', 'GET').input(z.object({})).output(z.array(methodTerms)),
    /** Received and failed per month, the newest last. */
    stats: route('/payments/methods/{method}/stats', 'GET')
      .input(z.object({ method: z.enum(PAYMENT_METHODS) }))
      .output(
        z.array(
          z.object({ month: calendarDate, payments: z.number().int(), cents, failed: z.number().int(), fees: cents }),
        ),
      ),
    /** In force once another person has approved it. */
    configure: route('/payments/methods/{method}')
      .input(
        z.object({
          method: z.enum(PAYMENT_METHODS),
          effectiveOn: calendarDate,
          processingTime: z.string().trim().min(1, 'Enter a processing time.').max(60),
          feeCents: cents.refine((value) => value >= 0 && value <= 1_000_00, {
            message: 'Enter a fee of at most $1,000.00.',
          }),
          feeBasisPoints: z.number().int().min(0).max(2000, 'Enter at most 20%.'),
          payerBearsFee: z.boolean(),
          isOffered: z.boolean(),
          idempotencyKey,
        }),
      )
      .output(askedApproval),
  },
};
