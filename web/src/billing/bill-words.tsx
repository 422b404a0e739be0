import type { BillRun } from '@openbenefits/contract/bill-runs';
import type { BillLineRow, BillRow } from '@openbenefits/contract/billing';
import type { BillStatus } from '@openbenefits/domain/billing/bill-status';
import { type CalendarDate, daysBetween } from '@openbenefits/domain/calendar-date';
import type { PlanTier } from '@openbenefits/domain/plans/tier-set';
import { t } from '@lingui/core/macro';
import { plural } from '@lingui/core/macro';
import { BILL_STATUS_LABEL, TIER_LABEL } from '../domain-labels.ts';
import { today } from '../today.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';

const FORM = {
  draft: { tone: 'idle', sign: 'circle' },
  paid: { tone: 'ok', sign: 'dot' },
  outstanding: { tone: 'pending', sign: 'half' },
  overdue: { tone: 'bad', sign: 'alert' },
  replaced: { tone: 'end', sign: 'stop' },
  void: { tone: 'end', sign: 'stop' },
} as const satisfies Record<BillStatus, unknown>;

export function BillStatusBadge({ status }: { status: BillStatus }) {
  return <StatusBadge {...FORM[status]}>{BILL_STATUS_LABEL[status]}</StatusBadge>;
}

const RUN_FORM = {
  calculating: { tone: 'busy', sign: 'clock' },
  paused: { tone: 'bad', sign: 'pause' },
  review: { tone: 'review', sign: 'eye' },
  posting: { tone: 'busy', sign: 'clock' },
  posted: { tone: 'ok', sign: 'dot' },
  cancelled: { tone: 'idle', sign: 'stop' },
  nothing_to_do: { tone: 'idle', sign: 'dot' },
} as const satisfies Record<BillRun['status'], unknown>;

export function RunStatusBadge({ status }: { status: BillRun['status'] }) {
  const labels: Record<BillRun['status'], string> = {
    calculating: t`Calculating`,
    paused: t`Paused`,
    review: t`In review`,
    posting: t`Posting`,
    posted: t`Posted`,
    cancelled: t`Canceled`,
    nothing_to_do: t`Nothing to do`,
  };
  return <StatusBadge {...RUN_FORM[status]}>{labels[status]}</StatusBadge>;
}

/** Returns whether a run changes by itself, so that its page follows it. */
export const isRunning = ({ status }: BillRun): boolean => status === 'calculating' || status === 'posting';

export const percentDone = ({ groupsDone, groupsTotal }: BillRun): number =>
  groupsTotal === 0 ? 0 : Math.floor((groupsDone * 100) / groupsTotal);

/** Writes which groups a run bills: all, or the first of those chosen by name. */
export function groupsOf({ groups, groupNames }: BillRun): string {
  if (groups === null) return t`All active groups`;
  const names = groupNames.join(', ');
  const more = groups - groupNames.length;
  return more > 0 ? t`${names} and ${more.toLocaleString('en-US')} more` : names;
}

/** Says when an open bill is due from today: 'in 11 days', '19 days late'. */
export function dueNote({ status, dueDate }: Pick<BillRow, 'status' | 'dueDate'>): string | undefined {
  const days = daysBetween(today(), dueDate);
  if (status === 'overdue') return plural(-days, { one: '# day late', other: '# days late' });
  if (status !== 'outstanding') return undefined;
  return days === 0 ? t`due today` : plural(days, { one: 'in # day', other: 'in # days' });
}

/** Names a bill in a list: its number once posted, else that it is a draft. */
export const billName = ({ number, version }: Pick<BillRow, 'number' | 'version'>): string => {
  if (number === null) return t`Draft`;
  return version > 1 ? t`${number}, version ${version}` : number;
};

export function lineKind(kind: BillLineRow['kind']): string {
  const labels: Record<BillLineRow['kind'], string> = {
    premium: t`Premium`,
    waiver: t`Waiver`,
    retro: t`Adjustment`,
    credit: t`Credit`,
    uncredited: t`Not credited`,
  };
  return labels[kind];
}

export const tierName = (tier: PlanTier | null): string => (tier === null ? t`All tiers` : TIER_LABEL[tier]);

/** Writes the first and the last day of a month without repeating the year: '12/01 – 12/31/2026'. */
export const monthDays = (first: string, last: CalendarDate): string =>
  `${first.slice(5, 7)}/01 – ${last.slice(5, 7)}/${last.slice(8)}/${last.slice(0, 4)}`;
