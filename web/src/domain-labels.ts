import { PERMISSION_LABEL as PERMISSION } from '@openbenefits/domain/permissions';
import { BILL_ANOMALY_LABEL as BILL_ANOMALY } from '@openbenefits/domain/billing/bill-anomalies';
import { BILL_STATUS_LABEL as BILL_STATUS } from '@openbenefits/domain/billing/bill-status';
import { AGING_BUCKET_LABEL as AGING_BUCKET } from '@openbenefits/domain/billing/aging';
import { DELINQUENCY_STATE_LABEL as DELINQUENCY_STATE } from '@openbenefits/domain/billing/delinquency';
import {
  END_RULE_LABEL as END_RULE,
  FIRST_GRACE_DAY_LABEL as FIRST_GRACE_DAY,
  RULE_SCOPE_LABEL as RULE_SCOPE,
} from '@openbenefits/domain/billing/delinquency-rule';
import { LEDGER_ACCOUNTS } from '@openbenefits/domain/billing/ledger-accounts';
import { BANK_FIELD_LABEL as BANK_FIELD } from '@openbenefits/domain/payments/bank-file';
import { PAYMENT_METHOD_LABEL as RECEIVED_BY } from '@openbenefits/domain/payments/payment-method';
import { PROPOSAL_REASON_LABEL as PROPOSAL_REASON } from '@openbenefits/domain/payments/payer-proposals';
import {
  PAYMENT_KIND_LABEL as PAYMENT_KIND,
  PAYMENT_SOURCE_LABEL as PAYMENT_SOURCE,
  PAYMENT_STATUS_LABEL as PAYMENT_STATUS,
} from '@openbenefits/domain/payments/payment-status';
import { RESCISSION_BASIS_LABEL as RESCISSION_BASIS } from '@openbenefits/domain/coverage/rescission';
import {
  RECURRENCE_LABEL as RECURRENCE,
  RECURRING_STATUS_LABEL as RECURRING_STATUS,
} from '@openbenefits/domain/payments/recurrence';
import { INVOICE_FIELD_LABEL as INVOICE_FIELD } from '@openbenefits/domain/payments/reconciliation/columns';
import {
  DIFFERENCE_ACTION_LABEL as DIFFERENCE_ACTION,
  DIFFERENCE_CLASS_LABEL as DIFFERENCE_CLASS,
  RECONCILIATION_SOURCE_LABEL as RECONCILIATION_SOURCE,
} from '@openbenefits/domain/payments/reconciliation/difference';
import {
  REFUND_METHOD_LABEL as REFUND_METHOD,
  REFUND_REASON_LABEL as REFUND_REASON,
  REFUND_STATUS_LABEL as REFUND_STATUS,
} from '@openbenefits/domain/payments/refund';
import {
  LEFT_OUT_LABEL as LEFT_OUT,
  REMITTANCE_METHOD_LABEL as REMITTANCE_METHOD,
  REMITTANCE_STATUS_LABEL as REMITTANCE_STATUS,
} from '@openbenefits/domain/payments/remittance/carrier-remittance';
import { COVERAGE_LINE_LABEL as COVERAGE_LINE } from '@openbenefits/domain/coverage-line';
import { PLAN_TIER_LABEL as TIER } from '@openbenefits/domain/plans/tier-set';
import {
  CENSUS_FIELD_LABEL as CENSUS_FIELD,
  CENSUS_GROUP_TITLE as CENSUS_GROUP,
} from '@openbenefits/domain/files/census/headings/fields';
import { FILE_FORMAT_LABEL as FILE_FORMAT } from '@openbenefits/domain/files/file-format';
import { JOB_PRIORITY_LABEL as JOB_PRIORITY, PRIORITY_RULE as PRIORITY } from '@openbenefits/domain/files/file-queue';
import {
  JOB_STAGE_LABEL as JOB_STAGE,
  JOB_STATUS_LABEL as JOB_STATUS,
  SHOWN_JOB_STATUS_LABEL as SHOWN_JOB_STATUS,
} from '@openbenefits/domain/files/job-status';
import {
  ACTION_MEANING_LABEL as ACTION_MEANING,
  GENDER_MEANING_LABEL as GENDER_MEANING,
  WAIVER_LABEL as WAIVER,
  WORD_KIND_LABEL as WORD_KIND,
  YES_NO_LABEL as YES_NO,
} from '@openbenefits/domain/files/word-labels';
import {
  GROUP_STATUS_LABEL as GROUP_STATUS,
  GROUP_TYPE_LABEL as GROUP_TYPE,
} from '@openbenefits/domain/groups/group-status';
import { GROUP_FIELD_TEXTS } from '@openbenefits/domain/groups/group-fields';
import {
  BILLING_METHOD_LABEL as BILLING_METHOD,
  ENROLLMENT_PERIOD_LABEL as ENROLLMENT_PERIOD,
  NOTIFICATION_LEVEL_LABEL as NOTIFICATION_LEVEL,
  PAYMENT_METHOD_LABEL as PAYMENT_METHOD,
  WAITING_PERIOD_START_LABEL as WAITING_PERIOD_START,
} from '@openbenefits/domain/groups/group-terms';
import {
  BENEFIT_STATUS_LABEL as BENEFIT_STATUS,
  COBRA_EVENT_LABEL as COBRA_EVENT,
  MEDICARE_LABEL as MEDICARE,
} from '@openbenefits/domain/members/benefit-status';
import { MEMBER_STATUS_LABEL as MEMBER_STATUS } from '@openbenefits/domain/members/member-status';
import { MERGE_FIELD_LABEL as MERGE_FIELD } from '@openbenefits/domain/members/merge-members';
import { CONTRIBUTION_KIND_LABEL as CONTRIBUTION_KIND } from '@openbenefits/domain/plans/contribution-form';
import { BENEFIT_FIELDS } from '@openbenefits/domain/plans/benefit-form';
import {
  BENEFIT_CATEGORY_LABEL as BENEFIT_CATEGORY,
  COPAY_LABEL as COPAY,
} from '@openbenefits/domain/plans/plan-benefits';
import {
  OTHER_DEPENDENTS_LABEL as OTHER_DEPENDENTS,
  TOBACCO_SURCHARGE_LABEL as TOBACCO_SURCHARGE,
} from '@openbenefits/domain/plans/plan-rules';
import { TOBACCO_LABEL as TOBACCO } from '@openbenefits/domain/members/tobacco-use';
import { PLAN_STATUS_LABEL as PLAN_STATUS } from '@openbenefits/domain/plans/plan-status';
import { PRORATION_LABEL as PRORATION } from '@openbenefits/domain/plans/proration';
import { RATE_VERSION_LABEL as RATE_VERSION } from '@openbenefits/domain/plans/rate-version';
import { RATING_METHOD_LABEL as RATING_METHOD } from '@openbenefits/domain/plans/rate-table';
import {
  BANDED_COLUMN_NOTE as BANDED_NOTE,
  GRID_COLUMN_LABEL as GRID_COLUMN,
  type GridColumn,
  WHOLE_TIER_LABEL as WHOLE_TIER,
} from '@openbenefits/domain/plans/rate-row';
import { VOLUME_STEP_LABEL as VOLUME_STEP } from '@openbenefits/domain/plans/volume-step-text';
import { RELATIONSHIP_LABEL as RELATIONSHIP } from '@openbenefits/domain/relationship';
import { throughLingui } from './words.ts';

/** The labels of the domain as pages show them. */
export const ACTION_MEANING_LABEL = throughLingui(ACTION_MEANING);
export const AGING_BUCKET_LABEL = throughLingui(AGING_BUCKET);
export const BENEFIT_CATEGORY_LABEL = throughLingui(BENEFIT_CATEGORY);
/** The benefits of a plan by their path. */
export const BENEFIT_LABEL = throughLingui(
  Object.fromEntries(Object.entries(BENEFIT_FIELDS).map(([path, { label }]) => [path, label])) as Record<
    keyof typeof BENEFIT_FIELDS,
    string
  >,
);
export const BENEFIT_STATUS_LABEL = throughLingui(BENEFIT_STATUS);
export const BILL_ANOMALY_LABEL = throughLingui(BILL_ANOMALY);
export const BANK_FIELD_LABEL = throughLingui(BANK_FIELD);
export const BILL_STATUS_LABEL = throughLingui(BILL_STATUS);
export const BILLING_METHOD_LABEL = throughLingui(BILLING_METHOD);
export const CENSUS_FIELD_LABEL = throughLingui(CENSUS_FIELD);
export const CENSUS_GROUP_TITLE = throughLingui(CENSUS_GROUP);
export const COBRA_EVENT_LABEL = throughLingui(COBRA_EVENT);
export const CONTRIBUTION_KIND_LABEL = throughLingui(CONTRIBUTION_KIND);
export const COPAY_LABEL = throughLingui(COPAY);
export const COVERAGE_LINE_LABEL = throughLingui(COVERAGE_LINE);
export const DELINQUENCY_STATE_LABEL = throughLingui(DELINQUENCY_STATE);
export const END_RULE_LABEL = throughLingui(END_RULE);
export const FIRST_GRACE_DAY_LABEL = throughLingui(FIRST_GRACE_DAY);
export const RULE_SCOPE_LABEL = throughLingui(RULE_SCOPE);
export const ENROLLMENT_PERIOD_LABEL = throughLingui(ENROLLMENT_PERIOD);
export const FILE_FORMAT_LABEL = throughLingui(FILE_FORMAT);
export const GENDER_MEANING_LABEL = throughLingui(GENDER_MEANING);
/** Labels and hints of the group's fields, by their English text. */
export const GROUP_FIELD_TEXT = throughLingui(Object.fromEntries(GROUP_FIELD_TEXTS.map((text) => [text, text])));
export const GROUP_STATUS_LABEL = throughLingui(GROUP_STATUS);
export const GROUP_TYPE_LABEL = throughLingui(GROUP_TYPE);
export const JOB_PRIORITY_LABEL = throughLingui(JOB_PRIORITY);
export const JOB_STAGE_LABEL = throughLingui(JOB_STAGE);
export const JOB_STATUS_LABEL = throughLingui(JOB_STATUS);
export const SHOWN_JOB_STATUS_LABEL = throughLingui(SHOWN_JOB_STATUS);
export const LEDGER_ACCOUNT_LABEL: Readonly<Record<string, string>> = throughLingui(LEDGER_ACCOUNTS);
export const MEDICARE_LABEL = throughLingui(MEDICARE);
export const MEMBER_STATUS_LABEL = throughLingui(MEMBER_STATUS);
export const MERGE_FIELD_LABEL = throughLingui(MERGE_FIELD);
export const NOTIFICATION_LEVEL_LABEL = throughLingui(NOTIFICATION_LEVEL);
export const PAYMENT_METHOD_LABEL = throughLingui(PAYMENT_METHOD);
export const PAYMENT_KIND_LABEL = throughLingui(PAYMENT_KIND);
export const PAYMENT_SOURCE_LABEL = throughLingui(PAYMENT_SOURCE);
export const PAYMENT_STATUS_LABEL = throughLingui(PAYMENT_STATUS);
export const PROPOSAL_REASON_LABEL = throughLingui(PROPOSAL_REASON);
export const PERMISSION_LABEL = throughLingui(PERMISSION);
export const OTHER_DEPENDENTS_LABEL = throughLingui(OTHER_DEPENDENTS);
export const PLAN_STATUS_LABEL = throughLingui(PLAN_STATUS);
export const PRIORITY_RULE = throughLingui(PRIORITY);
export const PRORATION_LABEL = throughLingui(PRORATION);
export const RATE_VERSION_LABEL = throughLingui(RATE_VERSION);
export const RATING_METHOD_LABEL = throughLingui(RATING_METHOD);
/** How money came; how a group has chosen to pay is `PAYMENT_METHOD_LABEL`. */
export const RECEIVED_BY_LABEL = throughLingui(RECEIVED_BY);
export const RECURRENCE_LABEL = throughLingui(RECURRENCE);
export const RECURRING_STATUS_LABEL = throughLingui(RECURRING_STATUS);
export const INVOICE_FIELD_LABEL = throughLingui(INVOICE_FIELD);
export const DIFFERENCE_ACTION_LABEL = throughLingui(DIFFERENCE_ACTION);
export const DIFFERENCE_CLASS_LABEL = throughLingui(DIFFERENCE_CLASS);
export const RECONCILIATION_SOURCE_LABEL = throughLingui(RECONCILIATION_SOURCE);
export const REFUND_METHOD_LABEL = throughLingui(REFUND_METHOD);
export const REFUND_REASON_LABEL = throughLingui(REFUND_REASON);
export const REFUND_STATUS_LABEL = throughLingui(REFUND_STATUS);
export const RELATIONSHIP_LABEL = throughLingui(RELATIONSHIP);
export const LEFT_OUT_LABEL = throughLingui(LEFT_OUT);
export const REMITTANCE_METHOD_LABEL = throughLingui(REMITTANCE_METHOD);
export const REMITTANCE_STATUS_LABEL = throughLingui(REMITTANCE_STATUS);
export const TIER_LABEL = throughLingui(TIER);
export const WAITING_PERIOD_START_LABEL = throughLingui(WAITING_PERIOD_START);
export const TOBACCO_LABEL = throughLingui(TOBACCO);
export const TOBACCO_SURCHARGE_LABEL = throughLingui(TOBACCO_SURCHARGE);
export const WAIVER_LABEL = throughLingui(WAIVER);
export const WORD_KIND_LABEL = throughLingui(WORD_KIND);
export const YES_NO_LABEL = throughLingui(YES_NO);
export const GRID_COLUMN_LABEL = throughLingui(GRID_COLUMN);
const WHOLE_TIER_LABEL = throughLingui(WHOLE_TIER);
/** The heading of a column, which says whether a dependent's rate is that of the whole tier. */
export const gridColumnLabel = (column: GridColumn, isWhole: boolean): string =>
  isWhole && (column === 'spouse' || column === 'child') ? WHOLE_TIER_LABEL[column] : GRID_COLUMN_LABEL[column];
/** What the rates of an age group are for. */
export const BANDED_COLUMN_NOTE: Readonly<Partial<Record<string, string>>> = throughLingui(BANDED_NOTE);
export const VOLUME_STEP_LABEL = throughLingui(VOLUME_STEP);
export const RESCISSION_BASIS_LABEL = throughLingui(RESCISSION_BASIS);
