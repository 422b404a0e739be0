import { addMonths, type CalendarDate, formatDate } from './calendar-date.ts';
import type { Problem } from './refusal.ts';

/** How far ahead a date of money may be: later ones are typing errors (01/01/9999). */
const YEARS_AHEAD = 5;
const YEARS_BACK = 10;

/** A date of an agreement, term or notice is at most ten years ago and at most five years ahead. */
export function dateRangeProblems(path: string, date: CalendarDate | null, today: CalendarDate): Problem[] {
  if (date === null) return [];
  const [first, last] = [addMonths(today, -12 * YEARS_BACK), addMonths(today, 12 * YEARS_AHEAD)];
  if (date > last) return [{ path, message: `Enter a date up to ${formatDate(last)}.` }];
  if (date < first) return [{ path, message: `Enter a date from ${formatDate(first)} on.` }];
  return [];
}
