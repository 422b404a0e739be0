import {
  addDays,
  addMonths,
  ageOn,
  calendarDateOf,
  type CalendarDate,
  firstOfMonth,
  lastOfMonth,
  partsOf,
} from '../calendar-date.ts';
import { dateSeries } from '../date-series.ts';

/** Children are covered until their 26th birthday (26 CFR 54.9815-2714; domain rules 4.11). */
export const AGE_OUT_AGE = 26;

/**
 * Returns the day a person reaches an age; born on 29 February it is 1 March in other years, so that coverage never
 * ends early (domain rules 4.11).
 */
export function birthdayAt(birth: CalendarDate, age: number): CalendarDate {
  const { year, month, day } = partsOf(birth);
  const birthday = calendarDateOf(year + age, month, day) ?? calendarDateOf(year + age, 3, 1);
  if (!birthday) throw new RangeError('The date is outside the years 1 to 9999');
  return birthday;
}

/**
 * Returns the last covered day of a child: by law the day before the birthday at the earliest, by the common plan rule
 * the end of the birthday's month.
 */
export function lastCoveredDay(birth: CalendarDate, rule: 'day_before' | 'end_of_month'): CalendarDate {
  const birthday = birthdayAt(birth, AGE_OUT_AGE);
  return rule === 'day_before' ? addDays(birthday, -1) : lastOfMonth(birthday);
}

/** Returns whether the 26th birthday is between `from` and `until`, both included. */
export function turns26Between(birth: CalendarDate, from: CalendarDate, until: CalendarDate): boolean {
  const birthday = birthdayAt(birth, AGE_OUT_AGE);
  return birthday >= from && birthday <= until;
}

/**
 * Returns the months of birth (YYYY-MM) of members who may turn 26 between `from` and `until`; one more month for
 * births on February 29.
 */
export function birthMonthsTurning26(from: CalendarDate, until: CalendarDate): string[] {
  const months: string[] = [];
  const before = addMonths(firstOfMonth(from), -1);
  for (const day of dateSeries((step) => addMonths(before, step))) {
    if (day > until) break;
    const { year, month } = partsOf(day);
    months.push(`${String(year - AGE_OUT_AGE).padStart(4, '0')}-${String(month).padStart(2, '0')}`);
  }
  return months;
}

/** Returns whether a child is too old for coverage on a day. */
export const isAgedOut = (birth: CalendarDate, on: CalendarDate): boolean => ageOn(birth, on) >= AGE_OUT_AGE;
