import { type CalendarDate, formatDate } from '../calendar-date.ts';

/**
 * Returns why coverage cannot begin on a day, for every way in: no member is covered before the group takes effect.
 * Undefined where it can.
 */
export const beforeGroupRefusal = (start: CalendarDate, effectiveDate: CalendarDate): string | undefined =>
  start < effectiveDate
    ? `Coverage cannot start before the group's effective date, ${formatDate(effectiveDate)}. Enter that date or a later one.`
    : undefined;
