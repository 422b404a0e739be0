import { addDays, addMonths, type CalendarDate, daysBetween, formatDate } from '../calendar-date.ts';
import { isBeyondRetro, OVERRIDE_LEAST } from '../coverage/retro-window.ts';
import { PREMIUM_NOT_PAID } from '../coverage/rescission.ts';
import { coveredUntil } from '../coverage/span.ts';
import type { Problem } from '../refusal.ts';
import type { PersonDraft } from './person-draft.ts';

/**
 * Reasons in the termination dialog. `cobra` is the months of continuation for the subscriber and for dependents
 * (domain rules 4.7).
 */
export const TERMINATION_REASONS = [
  { value: 'employment_ended', label: 'Employment ended', cobra: 18 },
  { value: 'hours_reduced', label: 'Hours reduced below the requirement', cobra: 18 },
  { value: 'gross_misconduct', label: 'Employment ended for gross misconduct', cobra: 0 },
  { value: 'voluntary', label: 'Coverage dropped by the member', cobra: 0 },
  { value: 'retirement', label: 'Retirement', cobra: 18 },
  { value: 'death', label: 'Death', cobra: 36 },
  { value: 'divorce', label: 'Divorce or legal separation', cobra: 36 },
  { value: 'aged_out', label: 'Dependent no longer eligible by age', cobra: 36 },
  { value: 'non_payment', label: PREMIUM_NOT_PAID, cobra: 0 },
  { value: 'other', label: 'Other', cobra: 0 },
] as const;
export type TerminationReason = (typeof TERMINATION_REASONS)[number]['value'];
export const TERMINATION_REASON_VALUES = TERMINATION_REASONS.map(({ value }) => value) as [
  TerminationReason,
  ...TerminationReason[],
];
/** Reasons that only a dependent can have. */
export const DEPENDENT_REASONS: readonly TerminationReason[] = ['divorce', 'aged_out'];

export const reasonLabel = (reason: TerminationReason): string =>
  TERMINATION_REASONS.find(({ value }) => value === reason)?.label ?? 'Other';

export type TerminationTerms = {
  /** The last day of coverage. */
  readonly lastDay: CalendarDate;
  readonly hireDate: CalendarDate | null;
  readonly today: CalendarDate;
  /** The number of days back without an override; the limit itself is included (domain rules 4.10). */
  readonly retroDays: number;
  /** The reason for going beyond the retro window; empty without. */
  readonly overrideReason: string;
};

/** Later dates are probably typing errors. */
const FARTHEST_MONTHS = 24;

/**
 * Returns why a member's coverage cannot end on a day, at the dialog's fields. A day before coverage starts is allowed:
 * that coverage never takes effect, as the preview says. Source: domain rules 4.10.
 */
export function problemsOfTermination(person: PersonDraft, terms: TerminationTerms): Problem[] {
  const { lastDay, hireDate, today, retroDays, overrideReason } = terms;
  if (person.status === 'terminated' || person.status === 'inactive')
    return [{ path: 'lastDay', message: 'This member is already terminated.' }];
  if (hireDate !== null && lastDay < hireDate)
    return [{ path: 'lastDay', message: `The last day is before the hire date, ${formatDate(hireDate)}.` }];
  if (lastDay > addMonths(today, FARTHEST_MONTHS))
    return [{ path: 'lastDay', message: `Enter a date within ${FARTHEST_MONTHS} months of today.` }];
  const covered = coveredUntil(person);
  if (covered && covered <= addDays(lastDay, 1) && person.status === 'pending_termination')
    return [
      {
        path: 'lastDay',
        message: `Coverage already ends on ${formatDate(addDays(covered, -1))}. Enter an earlier date, or reinstate the member first.`,
      },
    ];
  if (isBeyondRetro(lastDay, today, retroDays) && overrideReason.trim().length < OVERRIDE_LEAST) {
    const daysBack = daysBetween(lastDay, today);
    const limit = formatDate(addDays(today, -retroDays));
    return [
      overrideReason.trim() === ''
        ? {
            path: 'lastDay',
            message: `This date is ${daysBack} days back. The group allows ${retroDays} days, back to ${limit}. Enter a later date, or override with a reason.`,
          }
        : {
            path: 'overrideReason',
            message: `Enter a reason of at least ${OVERRIDE_LEAST} characters for going beyond the retro window.`,
          },
    ];
  }
  return [];
}

/**
 * Returns the months of COBRA continuation, 0 for none: only for a group with COBRA and a member with health coverage
 * on the last day (29 U.S.C. 1163; domain rules 4.7). Life and disability do not count.
 */
export function cobraMonths(
  person: PersonDraft,
  reason: TerminationReason,
  lastDay: CalendarDate,
  cobraEnabled: boolean,
): number {
  if (!cobraEnabled) return 0;
  const covered = (['medical', 'dental', 'vision'] as const).some((line) =>
    (person.spans[line] ?? []).some((span) => span.from <= lastDay && (span.until === null || span.until > lastDay)),
  );
  return covered ? (TERMINATION_REASONS.find(({ value }) => value === reason)?.cobra ?? 0) : 0;
}
