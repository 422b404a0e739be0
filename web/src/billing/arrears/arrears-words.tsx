import type { AgingRow, DelinquentGroup, GroupDelinquency } from '@openbenefits/contract/arrears';
import { formatDate } from '@openbenefits/domain/calendar-date';
import type { GroupStatus } from '@openbenefits/domain/groups/group-status';
import { t } from '@lingui/core/macro';
import { DELINQUENCY_STATE_LABEL, GROUP_STATUS_LABEL } from '../../domain-labels.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

const FORM = {
  current: { tone: 'ok', sign: 'dot' },
  reminder: { tone: 'pending', sign: 'half' },
  grace: { tone: 'pending', sign: 'clock' },
  suspended: { tone: 'bad', sign: 'alert' },
  ended: { tone: 'bad', sign: 'alert' },
} as const satisfies Record<GroupDelinquency['state'], unknown>;

type Shown = Pick<GroupDelinquency, 'state' | 'paused'>;

/** The delinquency of a group; what was done already is named by the group's status. */
export function DelinquencyBadge({ of: { state, paused }, status }: { of: Shown; status: GroupStatus }) {
  if (paused === 'hold')
    return (
      <StatusBadge tone="idle" sign="pause">
        {t`On hold`}
      </StatusBadge>
    );
  if (paused === 'plan')
    return (
      <StatusBadge tone="busy" sign="clock">
        {t`Installment plan`}
      </StatusBadge>
    );
  if (paused === 'debit')
    return (
      <StatusBadge tone="busy" sign="half">
        {t`Debit in process`}
      </StatusBadge>
    );
  const isDone = (state === 'suspended' && status === 'suspended') || (state === 'ended' && status === 'terminated');
  return (
    <StatusBadge {...(isDone ? ({ tone: 'end', sign: 'stop' } as const) : FORM[state])}>
      {isDone ? GROUP_STATUS_LABEL[status] : DELINQUENCY_STATE_LABEL[state]}
    </StatusBadge>
  );
}

/** A group that is current needs no badge, unless a hold or a plan keeps it so. */
export const isDelinquent = ({ state, paused }: Shown): boolean => state !== 'current' || paused !== null;

export function noticeKind(kind: 'reminder' | 'letter' | 'statement'): string {
  return { reminder: t`Reminder`, letter: t`Letter`, statement: t`Statement` }[kind];
}

/** What happens next by the dates of the rule or of a plan: 'Grace ends 12/02/2026'. */
export function nextDate({
  state,
  paused,
  lastGraceDay,
  lastNotice,
  installment,
}: NonNullable<AgingRow['next']>): string {
  if (paused === 'hold') return t`On hold`;
  if (paused === 'debit') return t`Waits for the debit in process`;
  if (paused === 'plan' && installment) {
    const { number, of, on } = installment;
    return t`Installment ${number} of ${of} on ${formatDate(on)}`;
  }
  if (state === 'suspended' || state === 'ended') return DELINQUENCY_STATE_LABEL[state];
  if (state === 'current' || lastGraceDay === null) return '';
  const grace = t`Grace ends ${formatDate(lastGraceDay)}`;
  if (!lastNotice) return grace;
  return t`${grace}, ${noticeKind(lastNotice.kind)} sent ${formatDate(lastNotice.on)}`;
}

/** When the next bill was issued and is due, without the years: a column of the aging is narrow. */
export function notYetDueNote({ issueDate, dueDate }: NonNullable<AgingRow['notYetDue']>): string {
  const monthAndDay = (date: string): string => `${date.slice(5, 7)}/${date.slice(8)}`;
  return t`Issued ${monthAndDay(issueDate)}, due ${monthAndDay(dueDate)}`;
}

/** When grace ends or ended: 'grace ends 12/02/2026'; nothing for a group that is current. */
export function graceNote({ state, paused, lastGraceDay }: GroupDelinquency): string | undefined {
  if (paused !== null || lastGraceDay === null) return undefined;
  const day = formatDate(lastGraceDay);
  return state === 'suspended' || state === 'ended' ? t`grace ended ${day}` : t`grace ends ${day}`;
}

/** What a person is to do with a group, else what comes next. */
export function nextStep(group: DelinquentGroup): string {
  const { step, coverageEnd } = group;
  if (step === 'suspend') return t`Suspend the group`;
  if (step === 'end') {
    const day = coverageEnd === null ? '' : formatDate(coverageEnd);
    return t`Terminate, coverage ends ${day}`;
  }
  if (step === 'reinstate') return t`Paid, can be reinstated`;
  if (group.state === 'current' && group.paused === null)
    return group.arrears === 0 ? t`Covered by its credit` : t`Within the tolerance`;
  return nextDate(group);
}

/** Writes a list of days, '5, 15'. */
export const daysText = (days: readonly number[]): string => (days.length === 0 ? t`none` : days.join(', '));
