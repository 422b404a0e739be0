import { addDays, type CalendarDate, daysBetween } from '../../calendar-date.ts';
import type { CoverageLine } from '../../coverage-line.ts';
import { type Cents, fromCents } from '../../money.ts';
import type { PlanTier } from '../../plans/tier-set.ts';

/** Where the figures come from that are compared with ours. */
export const RECONCILIATION_SOURCES = ['self_bill', 'carrier_invoice', 'remittance'] as const;
export type ReconciliationSource = (typeof RECONCILIATION_SOURCES)[number];
export const RECONCILIATION_SOURCE_LABEL: Readonly<Record<ReconciliationSource, string>> = {
  self_bill: 'Self bill',
  carrier_invoice: 'Carrier invoice',
  remittance: '820 remittance',
};

/** The nine classes of differences (domain rules 4.9). */
export const DIFFERENCE_CLASSES = [
  'wrong_rate',
  'wrong_tier',
  'terminated_billed',
  'not_billed',
  'wrong_plan',
  'duplicate',
  'timing',
  'count',
  'unexplained',
] as const;
export type DifferenceClass = (typeof DIFFERENCE_CLASSES)[number];
export const DIFFERENCE_CLASS_LABEL: Readonly<Record<DifferenceClass, string>> = {
  wrong_rate: 'Wrong rate',
  wrong_tier: 'Wrong tier',
  terminated_billed: 'Terminated, still billed',
  not_billed: 'Enrolled, not billed',
  wrong_plan: 'Wrong class or plan',
  duplicate: 'Duplicate',
  timing: 'Timing',
  count: 'Count',
  unexplained: 'Unexplained',
};

export const DIFFERENCE_ACTIONS = ['accept', 'adjust', 'dispute', 'task'] as const;
export type DifferenceAction = (typeof DIFFERENCE_ACTIONS)[number];
export const DIFFERENCE_ACTION_LABEL: Readonly<Record<DifferenceAction, string>> = {
  accept: 'Accept',
  adjust: 'Adjust on next bill',
  dispute: 'Dispute',
  task: 'Open a task',
};

/** One amount for one subscriber, plan and month, or for a plan and tier; ours or theirs. */
type Amount = {
  readonly groupId: string | null;
  readonly planId: string | null;
  readonly line: CoverageLine | null;
  readonly tier: PlanTier | null;
  /** The first of the covered month. */
  readonly month: CalendarDate;
  readonly cents: Cents;
};

export type OurLine = Amount & {
  readonly groupId: string;
  readonly subscriberId: string;
  readonly planId: string;
  readonly line: CoverageLine;
};

export type TheirLine = Amount & {
  /** The row of the file, from 1. */
  readonly row: number;
  /** Null where the file names nobody we know, or counts instead of members. */
  readonly subscriberId: string | null;
  /** The person of the row, who may be a dependent. */
  readonly memberId: string | null;
  /** How the file names the member, and the plan; for what could not be matched. */
  readonly stated: string;
  readonly statedPlan: string;
  readonly count: number | null;
};

export type Difference = {
  readonly kind: DifferenceClass | 'match';
  readonly groupId: string | null;
  readonly subscriberId: string | null;
  readonly stated: string | null;
  readonly planId: string | null;
  readonly line: CoverageLine | null;
  readonly tier: PlanTier | null;
  readonly month: CalendarDate;
  readonly theirs: Cents;
  readonly ours: Cents;
  readonly reason: string;
  /** The row of the file, where there is one. */
  readonly row: number | null;
  /** The last day of coverage that a countdown starts from. */
  readonly lastDay: CalendarDate | null;
};

export const sumOf = (lines: readonly { readonly cents: Cents }[]): Cents =>
  fromCents(lines.reduce((sum, { cents }) => sum + cents, 0));

const WITHOUT_LIMIT: ReadonlySet<Difference['kind']> = new Set(['match', 'timing', 'count', 'unexplained']);

/**
 * The last day on which a difference can still be corrected back to its month: the carrier's days for retroactive
 * changes, or the group's, after the last day of coverage, or after the first of the month (domain rules 4.10). Null where
 * none applies.
 */
export function retroLimit(
  { kind, month, lastDay }: Pick<Difference, 'kind' | 'month' | 'lastDay'>,
  retroDays: number,
): CalendarDate | null {
  if (WITHOUT_LIMIT.has(kind)) return null;
  return addDays(lastDay ?? month, retroDays);
}

/** Days until a limit; the limit itself is the last day, 0. Negative when it has passed. */
export const daysLeft = (limit: CalendarDate, today: CalendarDate): number => daysBetween(today, limit);
