import type { Permission } from '../permissions.ts';

/**
 * What a second person approves. `label` names it in lists; `asks` is what the requester holds, `approves` what the
 * approver holds. `limit` says which of the organization's limits lets one person decide alone; null where a second
 * person is always asked.
 */
export const APPROVAL_SUBJECTS = {
  refund: { label: 'Refund', asks: 'payments.refund', approves: 'payments.approve', limit: 'money' },
  refund_return: { label: 'Refund that came back', asks: 'payments.refund', approves: 'payments.approve', limit: null },
  adjustment: { label: 'Write-off or credit', asks: 'payments.refund', approves: 'payments.approve', limit: 'money' },
  reconciliation_adjustment: {
    label: 'Adjustment of the next bill',
    asks: 'payments.refund',
    approves: 'payments.approve',
    limit: 'money',
  },
  bill_void: { label: 'Void bill', asks: 'billing.post', approves: 'billing.post', limit: 'money' },
  bill_run: { label: 'Bill run', asks: 'billing.post', approves: 'billing.post', limit: 'runs' },
  ach_file: { label: 'ACH file', asks: 'payments.take', approves: 'payments.approve', limit: null },
  carrier_remittance: { label: 'Carrier remittance', asks: 'payments.take', approves: 'payments.approve', limit: null },
  remittance_void: {
    label: 'Void of a sent remittance',
    asks: 'payments.approve',
    approves: 'payments.approve',
    limit: null,
  },
  rate_version: { label: 'Rates', asks: 'plans.edit', approves: 'plans.activate', limit: null },
  rate_undo: { label: 'Undo of rates', asks: 'plans.activate', approves: 'plans.activate', limit: null },
  rule_correction: { label: 'Plan rule correction', asks: 'plans.edit', approves: 'plans.activate', limit: null },
  month_close: { label: 'Month close', asks: 'billing.post', approves: 'payments.approve', limit: null },
  month_reopen: { label: 'Month reopened', asks: 'billing.post', approves: 'payments.approve', limit: null },
  rating_data: { label: 'Rating areas', asks: 'plans.edit', approves: 'plans.activate', limit: null },
  setting: { label: 'Payment setting', asks: 'signed_in', approves: 'payments.approve', limit: null },
  enrollment_file: { label: 'Enrollment file', asks: 'files.process', approves: 'files.process', limit: null },
} as const satisfies Readonly<
  Record<
    string,
    { label: string; asks: Permission | 'signed_in'; approves: Permission; limit: 'money' | 'runs' | null }
  >
>;
export type SubjectKind = keyof typeof APPROVAL_SUBJECTS;
export const SUBJECT_KINDS = Object.keys(APPROVAL_SUBJECTS) as [SubjectKind, ...SubjectKind[]];

export const APPROVAL_STATUSES = ['alone', 'waiting', 'approved', 'rejected', 'withdrawn', 'void'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];
