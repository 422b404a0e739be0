import { type CalendarDate, formatDate } from '../calendar-date.ts';

/**
 * Returns why coverage cannot start on a day: no member is covered before the group's effective date. Used by every way
 * in. Undefined if it can.
 */
export const beforeGroupRefusal = (start: CalendarDate, effectiveDate: CalendarDate): string | undefined =>
  start < effectiveDate
    ? `Coverage cannot start before the group's effective date, ${formatDate(effectiveDate)}. Enter that date or a later one.`
    : undefined;
