import type { Permission } from '../permissions.ts';

/**
 * What a second person approves. `label` names it in lists; `permission` is what the approver holds. `limit` says which
 * of the organization's limits lets one person decide alone: none where a second person is always asked.
 */
const APPROVAL_SUBJECTS = {
  refund: { label: 'Refund', permission: 'payments.approve', limit: 'money' },
  adjustment: { label: 'Write-off or credit', permission: 'payments.approve', limit: 'money' },
  bill_void: { label: 'Void bill', permission: 'billing.post', limit: 'money' },
  bill_run: { label: 'Bill run', permission: 'billing.post', limit: 'runs' },
  ach_file: { label: 'ACH file', permission: 'payments.approve', limit: null },
  carrier_remittance: { label: 'Carrier remittance', permission: 'payments.approve', limit: null },
  rate_version: { label: 'Rates', permission: 'plans.activate', limit: null },
  rule_correction: { label: 'Plan rule correction', permission: 'plans.activate', limit: null },
  setting: { label: 'Payment setting', permission: 'payments.approve', limit: null },
  enrollment_file: { label: 'Enrollment file', permission: 'files.process', limit: null },
} as const satisfies Readonly<
  Record<string, { label: string; permission: Permission; limit: 'money' | 'runs' | null }>
>;
export type SubjectKind = keyof typeof APPROVAL_SUBJECTS;
