/**
 * A calendar date is branded `YYYY-MM-DD` text: a birthday or a coverage start has no time and no zone, so nothing can
 * shift it (decisions/0003-dates.md). Periods are half-open: `[from, until)`. Text order is date order.
 */
declare const calendarDate: unique symbol;
export type CalendarDate = string & { readonly [calendarDate]: true };

export type Period = { readonly from: CalendarDate; readonly until: CalendarDate | null };

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (DAYS[month - 1] ?? 0);
}

/**
 * The date of a year, month (1 to 12) and day, or undefined when there is no such day (02/29/2001, 02/31) or the year
 * is not 1 to 9999.
 */
export function calendarDateOf(year: number, month: number, day: number): CalendarDate | undefined {
  if (
    !Number.isInteger(year) ||
    year < 1 ||
    year > 9999 ||
    !(month >= 1 && month <= 12) ||
    !(day >= 1 && day <= daysInMonth(year, month))
  )
    return undefined;
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` as CalendarDate;
}

/** Reads exactly `YYYY-MM-DD`; undefined when it is not a real day. */
export function parseCalendarDate(text: string): CalendarDate | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return match ? calendarDateOf(Number(match[1]), Number(match[2]), Number(match[3])) : undefined;
}

/**
 * Converts text that is certainly a date (a literal, a database value), like `parseCalendarDate`. Throws RangeError
 * otherwise.
 */
export function calendarDateFrom(text: string): CalendarDate {
  const date = parseCalendarDate(text);
  if (!date) throw new RangeError('Not a calendar date (YYYY-MM-DD)');
  return date;
}

export function partsOf(date: CalendarDate): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

/** Days since 0000-03-01 in the proleptic Gregorian calendar (the algorithm of Howard Hinnant, `days_from_civil`). */
function dayNumber(date: CalendarDate): number {
  const { year, month, day } = partsOf(date);
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
}

/** Thrown when a calculated date is outside the years 1 to 9999. */
export class DateOutOfRange extends RangeError {
  override readonly message = 'The date is outside the years 1 to 9999';
}

function fromDayNumber(number: number): CalendarDate {
  const era = Math.floor(number / 146_097);
  const dayOfEra = number - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9);
  const date = calendarDateOf(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day);
  if (!date) throw new DateOutOfRange();
  return date;
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(dayNumber(date) + days);
}

export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumber(to) - dayNumber(from);
}

/**
 * Returns the same day of a later (or earlier) month; where that month is shorter, its last day. Throws RangeError
 * outside the years 1 to 9999.
 */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const { year, month, day } = partsOf(date);
  const index = year * 12 + (month - 1) + months;
  const target = { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
  const moved = calendarDateOf(target.year, target.month, Math.min(day, daysInMonth(target.year, target.month)));
  if (!moved) throw new DateOutOfRange();
  return moved;
}

export function firstOfMonth(date: CalendarDate): CalendarDate {
  return `${date.slice(0, 8)}01` as CalendarDate;
}

/** Returns the next first of a month, strictly after the date. */
export function firstOfNextMonth(date: CalendarDate): CalendarDate {
  return addMonths(firstOfMonth(date), 1);
}

export function lastOfMonth(date: CalendarDate): CalendarDate {
  return addDays(firstOfNextMonth(date), -1);
}

/**
 * Returns the age in years on a date. Someone born on February 29 has the birthday on March 1 in other years (domain
 * rules 4.11: later, so that coverage never ends early).
 */
export function ageOn(birth: CalendarDate, on: CalendarDate): number {
  const years = partsOf(on).year - partsOf(birth).year;
  return on.slice(5) < birth.slice(5) ? years - 1 : years;
}

export function contains(period: Period, date: CalendarDate): boolean {
  return period.from <= date && (period.until === null || date < period.until);
}

export function overlaps(a: Period, b: Period): boolean {
  return (b.until === null || a.from < b.until) && (a.until === null || b.from < a.until);
}

/** Writes MM/DD/YYYY, the specified default (mockups, Figures). */
export function formatDate(date: CalendarDate): string {
  return `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;
}
