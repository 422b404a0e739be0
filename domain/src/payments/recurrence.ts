import { addMonths, type CalendarDate, calendarDateFrom, firstOfMonth, lastOfMonth } from '../calendar-date.ts';
import { firstDate } from '../date-series.ts';
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

/** The chosen day of a month, or its last day. */
function chosenDay({ anchorDay }: Schedule, month: CalendarDate): CalendarDate {
  const last = Number(lastOfMonth(month).slice(8));
  return calendarDateFrom(`${month.slice(0, 8)}${String(Math.min(anchorDay, last)).padStart(2, '0')}`);
}

/** The day of a month's payment: the chosen day or the month's last, moved to a banking day. */
export function paymentDay(schedule: Schedule, month: CalendarDate): CalendarDate {
  const day = chosenDay(schedule, month);
  return schedule.shift === 'next' ? nextBankingDay(day) : previousBankingDay(day);
}

/** Returns the next payment on a day or later of a month that is not done yet. */
export function nextPayment(
  schedule: Schedule,
  from: CalendarDate,
  done: readonly CalendarDate[] = [],
): { month: CalendarDate; day: CalendarDate } {
  // A payment moved over the end of a month still belongs to the month before.
  const before = addMonths(firstOfMonth(from), -1);
  const start = firstOfMonth(schedule.startsOn);
  const first = start > before ? start : before;
  const doneMonths = new Set(done);
  const month = firstDate(
    (step) => addMonths(first, step),
    (one) =>
      !doneMonths.has(one) &&
      isDueMonth(schedule, one) &&
      paymentDay(schedule, one) >= from &&
      // The chosen day decides: a first payment that moves to the banking day before is still made.
      chosenDay(schedule, one) >= schedule.startsOn,
  );
  return { month, day: paymentDay(schedule, month) };
}
