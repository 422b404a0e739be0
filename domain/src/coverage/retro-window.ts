import { addDays, type CalendarDate, daysBetween, firstOfMonth, lastOfMonth } from '../calendar-date.ts';
import { type Span, subtractPeriod } from './span.ts';

/** How many days back a group lets coverage end, counted from `today`. */
export type RetroWindow = { readonly days: number; readonly today: CalendarDate };

/** The reason for an end beyond the window has at least this many characters. */
export const OVERRIDE_LEAST = 10;

/** Today minus the window is still inside it (domain rules 4.10). */
export const isBeyondRetro = (lastDay: CalendarDate, today: CalendarDate, retroDays: number): boolean =>
  daysBetween(lastDay, today) > retroDays;

/** Returns the earliest last day that the group allows: today minus the window. */
export const earliestLastDay = ({ today, days }: RetroWindow): CalendarDate => addDays(today, -days);

/**
 * Returns the corrected last day of a termination beyond the window: the later of the end of its month and the end of
 * the month of today minus the window (Enroll, domain rules 4.10).
 */
export function movedLastDay(lastDay: CalendarDate, window: RetroWindow): CalendarDate {
  const [own, limit] = [lastOfMonth(lastDay), lastOfMonth(earliestLastDay(window))];
  return own > limit ? own : limit;
}

/**
 * Returns the last month that a group's retro window keeps charged if coverage is terminated today; null where the
 * window reaches back far enough.
 */
export function lastMonthKept(lastDay: CalendarDate, today: CalendarDate, retroDays: number): CalendarDate | null {
  if (!isBeyondRetro(lastDay, today, retroDays)) return null;
  const last = firstOfMonth(addDays(today, -retroDays));
  return last > lastDay ? last : null;
}

/** Returns the first day that was covered and no longer is, whatever the plan; undefined if no day was lost. */
export function firstLostDay(before: readonly Span[], after: readonly Span[]): CalendarDate | undefined {
  let first: CalendarDate | undefined;
  for (const span of before) {
    if (after.includes(span)) continue;
    const left = after.reduce<Span[]>((parts, one) => parts.flatMap((part) => subtractPeriod(part, one)), [span]);
    for (const { from } of left) if (first === undefined || from < first) first = from;
  }
  return first;
}
