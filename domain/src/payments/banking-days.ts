import { addDays, type CalendarDate, calendarDateFrom, calendarDateOf, daysBetween } from '../calendar-date.ts';
import { firstDate } from '../date-series.ts';

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

const A_SUNDAY = calendarDateFrom('1970-01-04');
/** 0 is Sunday. */
const weekdayOf = (day: CalendarDate): number => ((daysBetween(A_SUNDAY, day) % 7) + 7) % 7;

const dayOf = (year: number, month: number, day: number): CalendarDate => calendarDateOf(year, month, day) ?? A_SUNDAY;

/** The nth weekday of a month, from 1. */
function nth(year: number, month: number, weekday: number, count: number): CalendarDate {
  const first = dayOf(year, month, 1);
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (count - 1) * 7);
}

const lastMondayOfMay = (year: number): CalendarDate => {
  const last = dayOf(year, 5, 31);
  return addDays(last, -((weekdayOf(last) - MONDAY + 7) % 7));
};

/**
 * The holidays of the Federal Reserve Banks in a year, on the days on which they are closed. One on a Sunday is kept on
 * the Monday after; one on a Saturday is not moved, the Friday before is a banking day (case M16).
 */
export function bankHolidays(year: number): ReadonlySet<CalendarDate> {
  const fixed = [dayOf(year, 1, 1), dayOf(year, 6, 19), dayOf(year, 7, 4), dayOf(year, 11, 11), dayOf(year, 12, 25)];
  const moving = [
    nth(year, 1, MONDAY, 3),
    nth(year, 2, MONDAY, 3),
    lastMondayOfMay(year),
    nth(year, 9, MONDAY, 1),
    nth(year, 10, MONDAY, 2),
    nth(year, 11, THURSDAY, 4),
  ];
  return new Set([...moving, ...fixed.map((day) => (weekdayOf(day) === SUNDAY ? addDays(day, 1) : day))]);
}

const known = new Map<number, ReadonlySet<CalendarDate>>();

export function isBankingDay(day: CalendarDate): boolean {
  const weekday = weekdayOf(day);
  if (weekday === SUNDAY || weekday === SATURDAY) return false;
  const year = Number(day.slice(0, 4));
  let holidays = known.get(year);
  if (!holidays) known.set(year, (holidays = bankHolidays(year)));
  return !holidays.has(day);
}

/** The day itself if banks are open, else the next day on which they are. */
export const nextBankingDay = (day: CalendarDate): CalendarDate =>
  firstDate((step) => addDays(day, step), isBankingDay);

/** The day itself if banks are open, else the last day before on which they were. */
export const previousBankingDay = (day: CalendarDate): CalendarDate =>
  firstDate((step) => addDays(day, -step), isBankingDay);

/** So many banking days after a day: 1 is the next one. */
export function bankingDaysAfter(day: CalendarDate, count: number): CalendarDate {
  if (count <= 0) return day;
  let left = count;
  return firstDate(
    (step) => addDays(day, step + 1),
    (date) => isBankingDay(date) && --left === 0,
  );
}
