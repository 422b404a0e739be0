import { type CalendarDate, calendarDateFrom } from '@openbenefits/domain/calendar-date';

/** The only source of time. Tests put their own in; "today" is the calendar day in the organisation's time zone. */
export type Clock = {
  /** The instant as ISO text in UTC. */
  now(): string;
  today(timeZone?: string): CalendarDate;
};

const ORGANISATION_ZONE = 'America/Chicago';

/** Made once for a zone: to make one costs ninety times its use (0.09 ms), and every request asks for the day. */
const formats = new Map<string, Intl.DateTimeFormat>();

function dayIn(instant: Date, timeZone: string): CalendarDate {
  let format = formats.get(timeZone);
  // en-CA writes YYYY-MM-DD.
  if (!format) formats.set(timeZone, (format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })));
  return calendarDateFrom(format.format(instant));
}

export const systemClock: Clock = {
  now: () => new Date().toISOString(),
  today: (timeZone = ORGANISATION_ZONE) => dayIn(new Date(), timeZone),
};

/** A clock that stands at an instant until moved. */
export function clockAt(instant: string): Clock & { set(instant: string): void } {
  let current = new Date(instant);
  return {
    now: () => current.toISOString(),
    today: (timeZone = ORGANISATION_ZONE) => dayIn(current, timeZone),
    set: (next) => {
      current = new Date(next);
    },
  };
}
