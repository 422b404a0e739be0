import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDateFrom,
  daysBetween,
  firstOfMonth,
} from '../calendar-date.ts';

/** When the bill of a month is made and due: days of the month before, and of the month itself. */
export type BillingDays = { readonly invoiceDay: number; readonly dueDay: number };

const dayOf = (month: CalendarDate, day: number): CalendarDate =>
  calendarDateFrom(`${month.slice(0, 8)}${String(day).padStart(2, '0')}`);

/**
 * The dates of the bill for a month. A bill that is made later than its day is issued on the day it is made, and the
 * group has its usual days to pay from then on.
 */
export function billDates(
  period: CalendarDate,
  { invoiceDay, dueDay }: BillingDays,
  madeOn: CalendarDate,
): { issueDate: CalendarDate; dueDate: CalendarDate } {
  const planned = dayOf(addMonths(firstOfMonth(period), -1), invoiceDay);
  const due = dayOf(firstOfMonth(period), dueDay);
  if (madeOn <= planned) return { issueDate: planned, dueDate: due };
  return { issueDate: madeOn, dueDate: addDays(madeOn, daysBetween(planned, due)) };
}

/** A bill's number: the group's initials would repeat, so it is the period and a count, as 2026-12-0042. */
export const billNumber = (period: CalendarDate, count: number): string =>
  `${period.slice(0, 7)}-${String(count).padStart(4, '0')}`;
