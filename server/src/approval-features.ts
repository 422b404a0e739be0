import { ENROLLMENT_FILE } from './files/rehearsal/file-approval.ts';
import { LIMITS } from './approvals/changed-limits.ts';
import { settingSubject } from './approvals/setting-changes.ts';
import type { ApprovalSubject } from './approvals/subject.ts';
import { BILL_VOID } from './billing/bill-void.ts';
import { BILL_RUN } from './billing/post-run.ts';
import { ADJUSTMENT } from './payments/refunds/adjustments.operations.ts';
import { RECONCILIATION_ADJUSTMENT } from './payments/reconciliation/adjustments.operations.ts';
import { REFUND } from './payments/refunds/refund-approval.ts';
import { RULE_CORRECTION } from './plans/rule-corrections.ts';
import { RATE_VERSION } from './plans/rates/rate-approval.ts';
import { RATING_AREAS } from './plans/rates/rating-areas.ts';

/** Everything that a second person approves. */
export const APPROVAL_FEATURES: readonly ApprovalSubject[] = [
  settingSubject([LIMITS]),
  settingSubject([RATING_AREAS], 'rating_data'),
  REFUND,
  ADJUSTMENT,
  RECONCILIATION_ADJUSTMENT,
  BILL_RUN,
  BILL_VOID,
  RATE_VERSION,
  RULE_CORRECTION,
  ENROLLMENT_FILE,
];
