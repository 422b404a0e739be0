/** Limits of the recommendations, in days. The linked lists use the same numbers. */
export const RENEWAL_DAYS = 60;
export const OPEN_ENROLLMENT_DAYS = 30;
/** A group that has sent no file for this long probably forgot the month's file. */
export const FILE_OVERDUE_DAYS = 35;

/** Kinds of recommendations. Each has a list with exactly as many rows as it counts. */
export const INSIGHT_KINDS = [
  'files_held',
  'outside_subscriber',
  'renewals_without_rates',
  'files_with_refusals',
  'age_out',
  'pending_long',
  'missing_ssn',
  'duplicates',
  'renewals_near',
  'groups_pending',
  'groups_under_review',
  'groups_without_plans',
  'files_overdue',
  'open_enrollment',
] as const;
export type InsightKind = (typeof INSIGHT_KINDS)[number];

/** 'act': something is wrong or will be; 'soon': a date comes near; 'tidy': it can wait. */
export type InsightSeverity = 'act' | 'soon' | 'tidy';

const ABOUT: Readonly<Record<InsightKind, { severity: InsightSeverity; one: string; other: string; advice: string }>> =
  {
    outside_subscriber: {
      severity: 'act',
      one: '1 dependent is covered without the subscriber',
      other: '# dependents are covered without their subscriber',
      advice: 'A dependent needs a covered subscriber. Terminate the coverage, or reinstate the subscriber.',
    },
    renewals_without_rates: {
      severity: 'act',
      one: '1 group renews without rates',
      other: '# groups renew without rates',
      advice: `Renewal is within ${RENEWAL_DAYS} days, and an offered plan has no rate for that date. Enter the rates before bills are due.`,
    },
    files_held: {
      severity: 'act',
      one: '1 file is held for review',
      other: '# files are held for review',
      advice: 'Nothing is applied until someone reviews it.',
    },
    files_with_refusals: {
      severity: 'act',
      one: '1 file has rejected rows',
      other: '# files have rejected rows',
      advice:
        'No later file for these groups was free of rejected rows. Download the rejected rows, fix them and send them again.',
    },
    age_out: {
      severity: 'soon',
      one: '1 dependent turns 26 within 90 days',
      other: '# dependents turn 26 within 90 days',
      advice: 'Their coverage as a child ends. Send the notice, and offer COBRA if it applies.',
    },
    pending_long: {
      severity: 'act',
      one: '1 member has been pending for more than 30 days',
      other: '# members have been pending for more than 30 days',
      advice: 'Find out what is missing, or withdraw the enrollment.',
    },
    missing_ssn: {
      severity: 'tidy',
      one: '1 subscriber has no SSN on record',
      other: '# subscribers have no SSN on record',
      advice: 'Ask the employer for the SSNs. Tax forms need them.',
    },
    duplicates: {
      severity: 'tidy',
      one: '1 pair of records may be the same person',
      other: '# pairs of records may be the same person',
      advice: 'Compare the records. Merge them, or mark them as different people.',
    },
    renewals_near: {
      severity: 'soon',
      one: `1 group renews within ${RENEWAL_DAYS} days`,
      other: `# groups renew within ${RENEWAL_DAYS} days`,
      advice: 'Confirm plans and rates with the employer.',
    },
    groups_pending: {
      severity: 'act',
      one: '1 group is pending review',
      other: '# groups are pending review',
      advice: 'Members cannot be billed until the group is approved.',
    },
    groups_under_review: {
      severity: 'tidy',
      one: '1 group is under review',
      other: '# groups are under review',
      advice: 'Finish the review, or tell the employer what is missing.',
    },
    groups_without_plans: {
      severity: 'act',
      one: '1 group offers no plans',
      other: '# groups offer no plans',
      advice: 'Members cannot enroll. Choose plans for the classes.',
    },
    files_overdue: {
      severity: 'soon',
      one: `1 group has sent no file for ${FILE_OVERDUE_DAYS} days`,
      other: `# groups have sent no file for ${FILE_OVERDUE_DAYS} days`,
      advice: 'They sent files before. Ask when to expect the next one.',
    },
    open_enrollment: {
      severity: 'soon',
      one: `1 group opens enrollment within ${OPEN_ENROLLMENT_DAYS} days`,
      other: `# groups open enrollment within ${OPEN_ENROLLMENT_DAYS} days`,
      advice: 'Check plans, rates and notices before employees choose.',
    },
  };

export const insightSeverity = (kind: InsightKind): InsightSeverity => ABOUT[kind].severity;
export const insightAdvice = (kind: InsightKind): string => ABOUT[kind].advice;

/** Returns the recommendation as a sentence with its count; `more` if only that many were counted. */
export function insightTitle(kind: InsightKind, count: number, more = false): string {
  const { one, other } = ABOUT[kind];
  return count === 1 && !more ? one : other.replace('#', `${more ? 'More than ' : ''}${count.toLocaleString('en-US')}`);
}

const WEIGHT: Readonly<Record<InsightSeverity, number>> = { act: 0, soon: 1, tidy: 2 };

/**
 * Returns the recommendations with a count: problems first, then upcoming dates, then the rest, in the order of kinds.
 */
export function rankInsights<T extends { readonly kind: InsightKind; readonly count: number }>(
  found: readonly T[],
): T[] {
  return found
    .filter(({ count }) => count > 0)
    .toSorted(
      (a, b) =>
        WEIGHT[insightSeverity(a.kind)] - WEIGHT[insightSeverity(b.kind)] ||
        INSIGHT_KINDS.indexOf(a.kind) - INSIGHT_KINDS.indexOf(b.kind),
    );
}
