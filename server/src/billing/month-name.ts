import { type CalendarDate, partsOf } from '@openbenefits/domain/calendar-date';

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** Writes the month of a date: December 2026. */
export const monthName = (date: CalendarDate): string => {
  const { year, month } = partsOf(date);
  return MONTH.format(Date.UTC(year, month - 1, 1));
};
