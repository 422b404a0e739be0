import { addMonths, type CalendarDate, calendarDateFrom, partsOf } from '../calendar-date.ts';

/**
 * The first day of a group's plan year on a day: the last anniversary of its renewal; without a renewal date, January 1.
 * Same as `plan_year_start` in the database; a test compares them.
 */
export function planYearStart(renewal: CalendarDate | null, on: CalendarDate): CalendarDate {
  const { year } = partsOf(on);
  if (renewal === null) return calendarDateFrom(`${year}-01-01`);
  const thisYear = addMonths(renewal, 12 * (year - partsOf(renewal).year));
  return thisYear <= on ? thisYear : addMonths(renewal, 12 * (year - 1 - partsOf(renewal).year));
}
