import { type Cents, formatMoney, fromCents } from '../money.ts';

export const REFUND_STATUSES = [
  'requested',
  'approved',
  'sent',
  'paid',
  'failed',
  'rejected',
  'withdrawn',
  'unclaimed',
] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];
export const REFUND_STATUS_LABEL: Readonly<Record<RefundStatus, string>> = {
  requested: 'Needs approval',
  approved: 'Payable',
  sent: 'Processing',
  paid: 'Paid',
  failed: 'Failed',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  unclaimed: 'Unclaimed',
};

export const REFUND_REASONS = ['paid_twice', 'overpaid', 'coverage_ended', 'billing_error', 'other'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];
export const REFUND_REASON_LABEL: Readonly<Record<RefundReason, string>> = {
  paid_twice: 'Paid twice',
  overpaid: 'Overpaid',
  coverage_ended: 'Coverage ended',
  billing_error: 'Billing error',
  other: 'Other',
};

export const REFUND_METHODS = ['ach', 'check', 'credit_card'] as const;
export type RefundMethod = (typeof REFUND_METHODS)[number];
export const REFUND_METHOD_LABEL: Readonly<Record<RefundMethod, string>> = {
  ach: 'ACH credit',
  check: 'Check',
  credit_card: 'Card reversal',
};

/** Why an amount cannot be taken from a balance; undefined where it can (case M13). */
export function refundProblem(cents: Cents, balance: Cents, reserved: Cents): string | undefined {
  if (balance <= 0) return 'Nothing is overpaid. Only an overpayment or a credit can be refunded.';
  const available = fromCents(Math.max(0, balance - reserved));
  if (cents > available) return `${formatMoney(available)} is available.`;
  return undefined;
}
