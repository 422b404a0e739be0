import type { CalendarDate } from '@openbenefits/domain/calendar-date';

const formats = {
  long: new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  short: new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' }),
};

/** Writes the month of a date: 'December 2026', or 'Dec 2026'. */
export const monthName = (month: CalendarDate, length: 'long' | 'short' = 'long'): string =>
  formats[length].format(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1, 1));
