import type { Insight } from '@openbenefits/contract/dashboard';
import {
  FILE_OVERDUE_DAYS,
  INSIGHT_KINDS,
  type InsightKind,
  OPEN_ENROLLMENT_DAYS,
  rankInsights,
  RENEWAL_DAYS,
} from '@openbenefits/domain/dashboard/insights';
import { AGE_OUT_DAYS, PENDING_DAYS } from '@openbenefits/domain/members/directory';
import type { DirectoryFilter } from '@openbenefits/contract/directory';
import { isEnabled } from '../admin/feature-flags.queries.ts';
import type { Work } from '../command.ts';
import { countWaitingFiles } from '../files/file-jobs.queries.ts';
import { countGroups } from '../groups/groups.queries.ts';
import type { Figures } from '../kept-figures.ts';
import { directoryTotal } from '../members/directory.queries.ts';
import { listDuplicates } from '../members/duplicates.queries.ts';

type Found = { count: number; more?: boolean };

const members = async (
  work: Work,
  filter: Omit<DirectoryFilter, 'kind'> & { kind?: 'subscriber' },
): Promise<Found> => ({
  count: (await directoryTotal(work, { kind: 'all', ...filter })).total,
});
const groups = async ({ tx, today }: Work, filter: Parameters<typeof countGroups>[1]): Promise<Found> => ({
  count: await countGroups(tx, filter, today),
});

/** Each uses the filter of the list that it links to, so the two cannot differ. */
const COUNT: Readonly<Record<InsightKind, (work: Work) => Promise<Found>>> = {
  outside_subscriber: (work) => members(work, { outsideSubscriber: true }),
  renewals_without_rates: (work) => groups(work, { renewsWithin: RENEWAL_DAYS, without: 'rates' }),
  files_held: async (work) => ({ count: await countWaitingFiles(work, 'held') }),
  files_with_refusals: async (work) => ({ count: await countWaitingFiles(work, 'refused') }),
  age_out: async (work) =>
    (await isEnabled(work.tx, 'age_out_monitoring')) ? members(work, { ageOutWithinDays: AGE_OUT_DAYS }) : { count: 0 },
  pending_long: (work) => members(work, { pendingOverDays: PENDING_DAYS }),
  missing_ssn: (work) => members(work, { kind: 'subscriber', missing: 'ssn' }),
  duplicates: async ({ tx }) => {
    const { rows, more } = await listDuplicates(tx);
    return { count: rows.length, more };
  },
  renewals_near: (work) => groups(work, { renewsWithin: RENEWAL_DAYS }),
  groups_pending: (work) => groups(work, { status: 'pending' }),
  groups_under_review: (work) => groups(work, { status: 'under_review' }),
  groups_without_plans: (work) => groups(work, { without: 'plans' }),
  files_overdue: (work) => groups(work, { noFileWithin: FILE_OVERDUE_DAYS }),
  open_enrollment: (work) => groups(work, { opensWithin: OPEN_ENROLLMENT_DAYS }),
};

/** Counts the recommendations within the reader's groups. */
async function insights(work: Work): Promise<{ rows: Insight[] }> {
  const found: Insight[] = [];
  for (const kind of INSIGHT_KINDS) found.push({ kind, more: false, ...(await COUNT[kind](work)) });
  return { rows: rankInsights(found) };
}

export const INSIGHTS = { kind: 'insights', count: insights } satisfies Figures<{ rows: Insight[] }>;
