import { LIMITS } from './approvals/changed-limits.ts';
import { settingSubject } from './approvals/setting-changes.ts';
import type { ApprovalSubject } from './approvals/subject.ts';
import { MONTH_CLOSE, MONTH_REOPEN } from './ledger/month-close/month-close.operations.ts';
import { BANK_SETTINGS } from './payments/ach/bank-settings.ts';
import { ACH_FILE } from './payments/ach/file-approval.ts';
import { ADJUSTMENT } from './payments/refunds/adjustments.operations.ts';
import { CARRIER_COLLECTION } from './payments/carrier-remittances/carriers.operations.ts';
import { CARRIER_REMITTANCE } from './payments/carrier-remittances/remittance-approval.ts';
import { METHOD_TERMS } from './payments/payment-methods.operations.ts';
import { RECONCILIATION_ADJUSTMENT } from './payments/reconciliation/adjustments.operations.ts';
import { RETRO_LIMIT } from './payments/reconciliation/retro-limits.ts';
import { REFUND } from './payments/refunds/refund-approval.ts';

/** Everything that a second person approves. */
export const APPROVAL_FEATURES: readonly ApprovalSubject[] = [
  settingSubject([LIMITS, BANK_SETTINGS, METHOD_TERMS, CARRIER_COLLECTION, RETRO_LIMIT]),
  MONTH_CLOSE,
  MONTH_REOPEN,
  REFUND,
  ADJUSTMENT,
  RECONCILIATION_ADJUSTMENT,
  ACH_FILE,
  CARRIER_REMITTANCE,
];
