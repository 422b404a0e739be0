import { addMonths, type CalendarDate, calendarDateFrom, firstOfMonth, lastOfMonth } from '../calendar-date.ts';
import { nextBankingDay, previousBankingDay } from './banking-days.ts';

export const RECURRENCES = ['monthly', 'quarterly'] as const;
export type Recurrence = (typeof RECURRENCES)[number];
export const RECURRENCE_LABEL: Readonly<Record<Recurrence, string>> = { monthly: 'Monthly', quarterly: 'Quarterly' };

/** Specification 2, section 4, with the end of one. */
export const RECURRING_STATUSES = ['active', 'paused', 'ended'] as const;
export type RecurringStatus = (typeof RECURRING_STATUSES)[number];
export const RECURRING_STATUS_LABEL: Readonly<Record<RecurringStatus, string>> = {
  active: 'Active',
  paused: 'Paused',
  ended: 'Ended',
};

export type Schedule = {
  readonly frequency: Recurrence;
  /** The day that was chosen, 1 to 31; a shorter month uses its last day, and the next one the chosen day again. */
  readonly anchorDay: number;
  /** When banks are closed on that day. */
  readonly shift: 'next' | 'previous';
  /** The first month with a payment. */
  readonly startsOn: CalendarDate;
};

const STEP: Readonly<Record<Recurrence, number>> = { monthly: 1, quarterly: 3 };

/** Returns whether a month, by its first day, has a payment. */
export function isDueMonth({ frequency, startsOn }: Schedule, month: CalendarDate): boolean {
  const start = firstOfMonth(startsOn);
  if (month < start) return false;
  const months =
    (Number(month.slice(0, 4)) - Number(start.slice(0, 4))) * 12 +
    Number(month.slice(5, 7)) -
    Number(start.slice(5, 7));
  return months % STEP[frequency] === 0;
}

/** The day of a month's payment: the chosen day or the month's last, moved to a banking day. */
export function paymentDay({ anchorDay, shift }: Schedule, month: CalendarDate): CalendarDate {
  const last = Number(lastOfMonth(month).slice(8));
  const day = calendarDateFrom(`${month.slice(0, 8)}${String(Math.min(anchorDay, last)).padStart(2, '0')}`);
  return shift === 'next' ? nextBankingDay(day) : previousBankingDay(day);
}

/** The next payment on a day or later, with its month. */
export function nextPayment(schedule: Schedule, from: CalendarDate): { month: CalendarDate; day: CalendarDate } {
  // A payment moved over the end of a month still belongs to the month before.
  let month = addMonths(firstOfMonth(from), -1);
  for (;;) {
    if (isDueMonth(schedule, month)) {
      const day = paymentDay(schedule, month);
      if (day >= from && day >= schedule.startsOn) return { month, day };
    }
    month = addMonths(month, 1);
  }
}
