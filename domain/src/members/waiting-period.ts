import {
  addDays,
  addMonths,
  type CalendarDate,
  daysBetween,
  firstOfMonth,
  firstOfNextMonth,
  partsOf,
  calendarDateFrom,
} from '../calendar-date.ts';
import type { WaitingPeriodStart } from '../groups/group-terms.ts';

/** The first day a new employee can be covered, and the rule that decided it. */
export type CoverageStart = {
  readonly date: CalendarDate;
  readonly rule: 'waiting_period' | 'federal_limit' | 'group_effective_date';
};

const FEDERAL_DAYS = 90;

function firstOfNextQuarter(date: CalendarDate): CalendarDate {
  const { year, month } = partsOf(date);
  const quarter = calendarDateFrom(
    `${String(year).padStart(4, '0')}-${String(Math.floor((month - 1) / 3) * 3 + 1).padStart(2, '0')}-01`,
  );
  return addMonths(quarter, 3);
}

function startAfter(base: CalendarDate, start: WaitingPeriodStart): CalendarDate {
  switch (start) {
    case 'date_of_hire':
      return base;
    case 'first_of_month_following':
      return firstOfNextMonth(base);
    case 'first_of_month_coincident':
      return base === firstOfMonth(base) ? base : firstOfNextMonth(base);
    case 'first_of_quarter_following':
      return firstOfNextQuarter(base);
  }
}

/**
 * When coverage can start: hire date plus the waiting days, moved by the group's start rule, never after the 91st
 * calendar day (29 CFR 2590.715-2708), never before the group itself is in force. Vectors: domain rules 4.5.
 */
export function coverageStart(
  hire: CalendarDate,
  waitingDays: number,
  start: WaitingPeriodStart,
  groupEffective: CalendarDate,
): CoverageStart {
  const wanted = startAfter(addDays(hire, waitingDays), start);
  const limit = addDays(hire, FEDERAL_DAYS);
  const lawful: CoverageStart =
    wanted > limit ? { date: limit, rule: 'federal_limit' } : { date: wanted, rule: 'waiting_period' };
  return lawful.date < groupEffective ? { date: groupEffective, rule: 'group_effective_date' } : lawful;
}

/**
 * Returns the group's rule for a list that says coverage starts on the first of a month. If the group's rule allows any
 * day, the first of the month after it.
 */
export const firstOfMonthBy = (
  days: number,
  start: WaitingPeriodStart,
): { days: number; start: WaitingPeriodStart } => ({
  days,
  start: start === 'date_of_hire' ? 'first_of_month_coincident' : start,
});

/**
 * Returns whether "the first of the month" may mean a later month than the first after the hire: no lawful waiting
 * period is running, and the date counted from the hire is before this month.
 */
export const mayBeOtherMonth = (hired: CalendarDate, counted: CalendarDate, today: CalendarDate): boolean =>
  daysBetween(hired, today) > FEDERAL_DAYS && counted < firstOfMonth(today);
