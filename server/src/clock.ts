import { type CalendarDate, calendarDateFrom } from '@openbenefits/domain/calendar-date';

/** The only source of time. Tests put their own in; "today" is the calendar day in the organisation's time zone. */
export type Clock = {
  /** The instant as ISO text in UTC. */
  now(): string;
  today(timeZone?: string): CalendarDate;
};

const ORGANISATION_ZONE = 'America/Chicago';

function dayIn(instant: Date, timeZone: string): CalendarDate {
  // en-CA writes YYYY-MM-DD.
  return calendarDateFrom(new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant));
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
