import { addDays, type CalendarDate, daysBetween, parseCalendarDate } from '../calendar-date.ts';
import { OVERRIDE_LEAST } from '../coverage/retro-window.ts';
import type { Problem } from '../refusal.ts';
import { Findings } from './findings.ts';
import { GROUP_STATUS_LABEL, type GroupStatus } from './group-status.ts';

/**
 * Actions on a group's status with the states that allow them (the specification names states but no transitions;
 * decisions/0014).
 */
export const STATUS_ACTIONS = {
  start_review: { label: 'Start review', to: 'under_review', from: ['pending'] },
  approve: { label: 'Approve group', to: 'active', from: ['pending', 'under_review'] },
  send_back: { label: 'Return to pending', to: 'pending', from: ['under_review'] },
  withdraw: { label: 'Withdraw group', to: 'inactive', from: ['pending', 'under_review'] },
  suspend: { label: 'Suspend group', to: 'suspended', from: ['active'] },
  lift: { label: 'Lift suspension', to: 'active', from: ['suspended'] },
  terminate: { label: 'Terminate group', to: 'terminated', from: ['active', 'suspended'] },
  reinstate: { label: 'Reinstate group', to: 'active', from: ['terminated'] },
  reopen: { label: 'Reopen group', to: 'pending', from: ['inactive'] },
} as const satisfies Record<string, { label: string; to: GroupStatus; from: readonly GroupStatus[] }>;
export type StatusAction = keyof typeof STATUS_ACTIONS;

/** Returns the action from one status to another; undefined if there is none. */
export function statusAction(from: GroupStatus, to: GroupStatus): StatusAction | undefined {
  return (Object.keys(STATUS_ACTIONS) as StatusAction[]).find((name) => {
    const action: { to: GroupStatus; from: readonly GroupStatus[] } = STATUS_ACTIONS[name];
    return action.to === to && action.from.includes(from);
  });
}

export const statusesAfter = (from: GroupStatus): readonly GroupStatus[] =>
  Object.values(STATUS_ACTIONS).flatMap((action: { to: GroupStatus; from: readonly GroupStatus[] }) =>
    action.from.includes(from) ? [action.to] : [],
  );

/**
 * Returns why a group cannot change from one status to another; undefined if it can. Page and server use the same
 * message.
 */
export function statusRefusal(from: GroupStatus, to: GroupStatus): string | undefined {
  if (from === to) return `The group is already ${GROUP_STATUS_LABEL[to]}.`;
  if (statusAction(from, to)) return undefined;
  const next = statusesAfter(from).map((status) => GROUP_STATUS_LABEL[status]);
  return `A group that is ${GROUP_STATUS_LABEL[from]} cannot become ${GROUP_STATUS_LABEL[to]}. It can become ${next.join(' or ')}.`;
}

/** Whether a group gets back what was suspended or terminated. */
export const isReinstatement = (from: GroupStatus, to: GroupStatus): boolean =>
  to === 'active' && (from === 'suspended' || from === 'terminated');

/** Returns why a group accepts no enrollment file; undefined if it does. */
export const filesHeldText = (name: string, status: GroupStatus): string | undefined =>
  status === 'suspended' || status === 'terminated'
    ? `${name} is ${GROUP_STATUS_LABEL[status]}, so its files are held. Change the group's status first.`
    : undefined;

/** How far ahead a status can be planned. */
const AHEAD_DAYS = 366;
const MAX_REASON = 500;

export type StatusChange = {
  to: GroupStatus;
  effectiveDate: string;
  reason: string;
  overrideReason?: string | undefined;
};

/**
 * A termination before the group's retro window needs an override reason. Other changes need only a reason. The
 * effective date of a termination is the last day of coverage.
 */
export const isBeyondRetro = (
  change: Pick<StatusChange, 'to' | 'effectiveDate'>,
  today: CalendarDate,
  retroTermDays: number,
): boolean => {
  const date = parseCalendarDate(change.effectiveDate);
  return change.to === 'terminated' && date !== undefined && daysBetween(date, today) > retroTermDays;
};

/** Only an active group can be suspended or terminated; it is reviewed and approved before it takes effect. */
const isOfGroupInForce = (to: GroupStatus): boolean => to === 'suspended' || to === 'terminated';

export function problemsOfStatusChange(
  change: StatusChange,
  group: { effectiveDate: CalendarDate; retroTermDays: number },
  today: CalendarDate,
): Problem[] {
  const found = new Findings();
  if (change.effectiveDate === '') found.add('effectiveDate', 'Enter the effective date.');
  const date = found.date('effectiveDate', change.effectiveDate);
  if (date && date > addDays(today, AHEAD_DAYS)) found.add('effectiveDate', 'Enter a date within the next year.');
  // Coverage that had not begun never takes effect; a group ends at the earliest on the day before it began.
  if (date && isOfGroupInForce(change.to) && date < addDays(group.effectiveDate, -1))
    found.add('effectiveDate', 'Enter a date on or after the effective date of the group.');
  if (change.reason.trim() === '') found.add('reason', 'Enter a reason.');
  if (change.reason.length > MAX_REASON) found.add('reason', `Use at most ${MAX_REASON} characters.`);
  if (
    isBeyondRetro(change, today, group.retroTermDays) &&
    (change.overrideReason ?? '').trim().length < OVERRIDE_LEAST
  ) {
    found.add(
      'overrideReason',
      `This date is more than ${group.retroTermDays} days back, the group's retro term limit. Enter a reason of at least ${OVERRIDE_LEAST} characters to override it.`,
    );
  }
  return found.list;
}
