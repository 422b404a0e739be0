import {
  FILE_OVERDUE_DAYS,
  type InsightKind,
  OPEN_ENROLLMENT_DAYS,
  RENEWAL_DAYS,
} from '@openbenefits/domain/dashboard/insights';
import { AGE_OUT_DAYS, PENDING_DAYS } from '@openbenefits/domain/members/directory';
import { membersAddress } from '../members/directory/directory-address.ts';
import { paths } from '../paths.ts';

/** The list of each recommendation, with as many rows as its count. */
export const INSIGHT_LINK: Readonly<Record<InsightKind, string>> = {
  outside_subscriber: membersAddress({ kind: 'all', outsideSubscriber: true }),
  renewals_without_rates: `${paths.groups}?renews=${RENEWAL_DAYS}&without=rates`,
  files_held: `${paths.filesUpload}?show=held`,
  files_with_refusals: `${paths.filesUpload}?show=refused`,
  age_out: membersAddress({ kind: 'all', ageOutWithinDays: AGE_OUT_DAYS }),
  pending_long: membersAddress({ kind: 'all', pendingOverDays: PENDING_DAYS }),
  missing_ssn: membersAddress({ kind: 'subscriber', missing: 'ssn' }),
  duplicates: paths.membersDuplicates,
  renewals_near: `${paths.groups}?renews=${RENEWAL_DAYS}`,
  groups_pending: `${paths.groups}?status=pending`,
  groups_under_review: `${paths.groups}?status=under_review`,
  groups_without_plans: `${paths.groups}?without=plans`,
  files_overdue: `${paths.groups}?nofile=${FILE_OVERDUE_DAYS}`,
  open_enrollment: `${paths.groups}?opens=${OPEN_ENROLLMENT_DAYS}`,
};
