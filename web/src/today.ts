import { type CalendarDate, calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { organizationZone } from './session.ts';

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
