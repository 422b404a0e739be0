import { type CalendarDate, calendarDateFrom, daysBetween } from '@openbenefits/domain/calendar-date';
import { organizationZone } from '../session.ts';

/** Today in the organization's time zone, which may differ from the browser's date near midnight. */
export function today(): CalendarDate {
  const day = new Intl.DateTimeFormat('en-CA', {
    timeZone: organizationZone(),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return calendarDateFrom(day.format(new Date()));
}

/** A renewal is due this many days ahead. */
export const RENEWAL_DAYS = 60;

/** Returns the days until a near date; undefined if it is past or further away. */
export function daysUntil(date: CalendarDate | null): number | undefined {
  if (date === null) return undefined;
  const days = daysBetween(today(), date);
  return days >= 0 && days <= RENEWAL_DAYS ? days : undefined;
}
