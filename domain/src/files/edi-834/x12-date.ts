import { calendarDateOf } from '../../calendar-date.ts';

/** Whether the text is a day of the calendar as X12 writes it, CCYYMMDD. */
export function isCalendarDay(text: string): boolean {
  return (
    /^\d{8}$/.test(text) &&
    calendarDateOf(Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6))) !== undefined
  );
}
