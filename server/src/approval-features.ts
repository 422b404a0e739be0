import { LIMITS } from './approvals/changed-limits.ts';
import { settingSubject } from './approvals/setting-changes.ts';
import type { ApprovalSubject } from './approvals/subject.ts';
import { MONTH_CLOSE, MONTH_REOPEN } from './ledger/month-close/month-close.operations.ts';
import { ADJUSTMENT } from './payments/refunds/adjustments.operations.ts';
import { RECONCILIATION_ADJUSTMENT } from './payments/reconciliation/adjustments.operations.ts';
import { REFUND } from './payments/refunds/refund-approval.ts';

/** Everything that a second person approves. */
export const APPROVAL_FEATURES: readonly ApprovalSubject[] = [
  settingSubject([LIMITS]),
  MONTH_CLOSE,
  MONTH_REOPEN,
  REFUND,
  ADJUSTMENT,
  RECONCILIATION_ADJUSTMENT,
];
