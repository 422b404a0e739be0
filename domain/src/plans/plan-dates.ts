import { type CalendarDate, parseCalendarDate } from '../calendar-date.ts';

const FIRST = '1990-01-01';
const LAST = '2199-12-31';

/** Returns the day of a plan, a plan year, a version of rates, a curve or a contribution; undefined outside 1990 to 2199. */
export function planDate(text: string): CalendarDate | undefined {
  const date = parseCalendarDate(text);
  return date && date >= FIRST && date <= LAST ? date : undefined;
}

export const PLAN_DATE_RANGE = 'Enter a date from 01/01/1990 to 12/31/2199.';
