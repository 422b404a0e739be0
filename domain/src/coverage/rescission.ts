import {
  addDays,
  addMonths,
  type CalendarDate,
  firstOfMonth,
  formatDate,
  lastOfMonth,
  parseCalendarDate,
  type Period,
} from '../calendar-date.ts';
import { COVERAGE_LINES, type CoverageLine } from '../coverage-line.ts';
import type { Problem } from '../refusal.ts';
import { type CoverageByLine, type Span, subtractPeriod } from './span.ts';

/**
 * Why coverage that an employee paid for may end in the past without being a rescission, or although it is one
 * (45 CFR 147.128(a)).
 */
const RESCISSION_BASES = [
  { value: 'non_payment', label: 'Failure to pay premiums or contributions' },
  { value: 'nothing_paid', label: 'Employee paid nothing for the period (administrative delay)' },
  { value: 'requested', label: 'The member asked for it, without influence of the employer' },
  { value: 'fraud', label: 'Fraud or intentional misrepresentation, with 30 days’ notice' },
] as const;
export type RescissionBasis = (typeof RESCISSION_BASES)[number]['value'];
export const RESCISSION_BASIS_LABEL = Object.fromEntries(
  RESCISSION_BASES.map(({ value, label }) => [value, label]),
) as Record<RescissionBasis, string>;
export const RESCISSION_BASIS_VALUES = RESCISSION_BASES.map(({ value }) => value) as [
  RescissionBasis,
  ...RescissionBasis[],
];

/** The reason of a termination for unpaid premium, in the words of every form. */
export const PREMIUM_NOT_PAID = 'Premium not paid';

/** Returns whether the recorded reason of a change says that premium was not paid. */
export const saysNonPayment = (reason: string | null): boolean =>
  reason !== null && (reason.includes(PREMIUM_NOT_PAID) || reason.includes(RESCISSION_BASIS_LABEL.non_payment));

/** The documented reason for ending coverage that was paid for. */
export type RescissionGround = {
  readonly basis: RescissionBasis;
  /** The day of the written notice, where the basis is fraud. */
  readonly noticeOn?: string | undefined;
  /** The user confirms that it is so: for everything but fraud. */
  readonly confirmed?: boolean | undefined;
};

/** Days from the written notice to the first day on which coverage may be rescinded (45 CFR 147.128(a)(1)). */
const NOTICE_DAYS = 30;

/** A past period of a line that a change takes away. */
export type LostPeriod = { readonly line: CoverageLine; readonly from: CalendarDate; readonly until: CalendarDate };

/**
 * Returns the periods before today that were covered and no longer are, whatever the plan: another plan from an earlier
 * day cancels no coverage.
 */
export function lostInPast(before: CoverageByLine, after: CoverageByLine, today: CalendarDate): LostPeriod[] {
  return COVERAGE_LINES.flatMap((line) => {
    const kept = after[line] ?? [];
    return (before[line] ?? [])
      .filter((span) => span.from < today && !kept.includes(span))
      .flatMap((span) =>
        kept.reduce<Span[]>((parts, one) => parts.flatMap((part) => subtractPeriod(part, one)), [span]),
      )
      .filter(({ from }) => from < today)
      .map(({ from, until }) => ({ line, from, until: until !== null && until < today ? until : today }));
  });
}

const isIn = (month: CalendarDate, { from, until }: Period): boolean =>
  month >= firstOfMonth(from) && (until === null || month < until);

/** Returns the months of lost periods that an employee paid a share of, in order. */
export function paidMonths(
  lost: readonly LostPeriod[],
  shares: readonly { readonly line: CoverageLine; readonly month: CalendarDate }[],
): CalendarDate[] {
  const months = shares.filter(({ line, month }) => lost.some((one) => one.line === line && isIn(month, one)));
  return [...new Set(months.map(({ month }) => month))].toSorted();
}

const monthText = (month: CalendarDate): string => `${month.slice(5, 7)}/${month.slice(0, 4)}`;

/** Writes months: '10/2026', '09/2026 and 10/2026', '06/2026 to 10/2026'. */
export function monthsText(months: readonly CalendarDate[]): string {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return '';
  if (months.length === 1) return monthText(first);
  const isUnbroken = months.every((month, index) => index === 0 || month === addMonths(months[index - 1] ?? month, 1));
  return months.length > 2 && isUnbroken
    ? `${monthText(first)} to ${monthText(last)}`
    : `${months.slice(0, -1).map(monthText).join(', ')} and ${monthText(last)}`;
}

/** Returns the first day on which coverage may be rescinded after a notice. */
const rescindableFrom = (noticeOn: CalendarDate): CalendarDate => addDays(noticeOn, NOTICE_DAYS);

/**
 * Returns why coverage cannot end in the past although the employee paid for some of it: without a documented reason,
 * or with one that is not complete. Source: 45 CFR 147.128; domain rules 4.10.
 */
export function problemsOfRescission(
  months: readonly CalendarDate[],
  ground: RescissionGround | undefined,
  today: CalendarDate,
): Problem[] {
  if (months.length === 0) return [];
  if (!ground)
    return [
      {
        path: 'rescission.basis',
        message: `The employee paid a share of the premium for ${monthsText(months)}, so coverage cannot end before today (45 CFR 147.128). End it on ${formatDate(lastOfMonth(today))}, or choose a reason that allows it.`,
      },
    ];
  if (ground.basis === 'fraud') return problemsOfNotice(ground.noticeOn ?? '', today);
  return ground.confirmed
    ? []
    : [{ path: 'rescission.confirmed', message: 'Confirm that this reason applies. It is kept with the change.' }];
}

function problemsOfNotice(noticeOn: string, today: CalendarDate): Problem[] {
  const path = 'rescission.noticeOn';
  const date = parseCalendarDate(noticeOn);
  if (!date) return [{ path, message: 'Enter the date of the written notice as MM/DD/YYYY.' }];
  if (date > today) return [{ path, message: 'The notice cannot be dated in the future. Send it first.' }];
  const earliest = rescindableFrom(date);
  return earliest > today
    ? [
        {
          path,
          message: `The notice must be ${NOTICE_DAYS} days old. Coverage can be rescinded from ${formatDate(earliest)} on.`,
        },
      ]
    : [];
}

/** Writes the documented reason, as the history keeps it. */
export function rescissionText({ basis, noticeOn }: RescissionGround, months: readonly CalendarDate[]): string {
  const label = RESCISSION_BASES.find(({ value }) => value === basis)?.label ?? '';
  const date = basis === 'fraud' ? parseCalendarDate(noticeOn ?? '') : undefined;
  const notice = date ? `, notice of ${formatDate(date)}` : '';
  return `Coverage paid for ${monthsText(months)} ended: ${label}${notice}`;
}
