import { ENROLLMENT_FILE } from './files/rehearsal/file-approval.ts';
import { CHECK_ADDRESS } from './admin/check-address.ts';
import { LIMITS } from './approvals/changed-limits.ts';
import { settingSubject } from './approvals/setting-changes.ts';
import type { ApprovalSubject } from './approvals/subject.ts';
import { MONTH_CLOSE, MONTH_REOPEN } from './ledger/month-close/month-close.operations.ts';
import { BANK_SETTINGS } from './payments/ach/bank-settings.ts';
import { ACH_FILE } from './payments/ach/file-approval.ts';
import { BILL_VOID } from './billing/bill-void.ts';
import { BILL_RUN } from './billing/post-run.ts';
import { ADJUSTMENT } from './payments/refunds/adjustments.operations.ts';
import { CARRIER_COLLECTION } from './payments/carrier-remittances/carriers.operations.ts';
import { CARRIER_REMITTANCE } from './payments/carrier-remittances/remittance-approval.ts';
import { REMITTANCE_VOID } from './payments/carrier-remittances/remittance-void.ts';
import { METHOD_TERMS } from './payments/payment-methods.operations.ts';
import { RECONCILIATION_ADJUSTMENT } from './payments/reconciliation/adjustments.operations.ts';
import { RETRO_LIMIT } from './payments/reconciliation/retro-limits.ts';
import { REFUND } from './payments/refunds/refund-approval.ts';
import { REFUND_RETURN } from './payments/refunds/refunds.operations.ts';
import { RULE_CORRECTION } from './plans/rule-corrections.ts';
import { RATE_VERSION } from './plans/rates/rate-approval.ts';
import { RATE_UNDO } from './plans/rates/rate-undo.ts';
import { RATING_AREAS } from './plans/rates/rating-areas.ts';

/** Everything that a second person approves. */
export const APPROVAL_FEATURES: readonly ApprovalSubject[] = [
  settingSubject([LIMITS, CHECK_ADDRESS, BANK_SETTINGS, METHOD_TERMS, CARRIER_COLLECTION, RETRO_LIMIT]),
  MONTH_CLOSE,
  MONTH_REOPEN,
  REFUND,
  REFUND_RETURN,
  ADJUSTMENT,
  RECONCILIATION_ADJUSTMENT,
  ACH_FILE,
  CARRIER_REMITTANCE,
  REMITTANCE_VOID,
  settingSubject([RATING_AREAS], 'rating_data'),
  BILL_RUN,
  BILL_VOID,
  RATE_VERSION,
  RATE_UNDO,
  RULE_CORRECTION,
  ENROLLMENT_FILE,
];
