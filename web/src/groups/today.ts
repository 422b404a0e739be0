import { type CalendarDate, calendarDateFrom, daysBetween } from '@openbenefits/domain/calendar-date';
import { organizationZone } from '../session.ts';

/** Today in the organization's time zone: near midnight the browser's own day may be another one. */
export function today(): CalendarDate {
  const day = new Intl.DateTimeFormat('en-CA', {
    timeZone: organizationZone(),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return calendarDateFrom(day.format(new Date()));
}

/** A renewal is near, and counted as due, this many days ahead. */
export const RENEWAL_DAYS = 60;

/** Days until a date that is near; undefined when it is past or further away. */
export function daysUntil(date: CalendarDate | null): number | undefined {
  if (date === null) return undefined;
  const days = daysBetween(today(), date);
  return days >= 0 && days <= RENEWAL_DAYS ? days : undefined;
}
