import { type CalendarDate, calendarDateFrom } from '@openbenefits/domain/calendar-date';

/** The only source of time. Tests put their own in; "today" is the calendar day in the organization's time zone. */
export type Clock = {
  /** The instant as ISO text in UTC. */
  now(): string;
  today(): CalendarDate;
  /** The calendar day of an instant in the organization's time zone. */
  dayOf(instant: string): CalendarDate;
  /** The organization's time zone, an IANA name. */
  zone(): string;
  /** Follows the organization's profile. */
  useZone(zone: string): void;
};

/**
 * Created once per zone, because creating one takes 0.09 ms, ninety times its use, and every request needs the date.
 */
const formats = new Map<string, Intl.DateTimeFormat>();

function dayIn(instant: Date, timeZone: string): CalendarDate {
  let format = formats.get(timeZone);
  // en-CA writes YYYY-MM-DD.
  if (!format)
    formats.set(
      timeZone,
      (format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })),
    );
  return calendarDateFrom(format.format(instant));
}

/** Time zone offsets are multiples of 15 minutes, so a day starts with a quarter hour. */
const QUARTER_HOUR_MS = 15 * 60_000;

function clockOver(instant: () => Date, firstZone: string): Clock {
  let zone = firstZone;
  let known: { quarter: number; zone: string; day: CalendarDate } | undefined;
  return {
    now: () => instant().toISOString(),
    today() {
      const now = instant();
      const quarter = Math.floor(now.getTime() / QUARTER_HOUR_MS);
      if (known?.quarter !== quarter || known.zone !== zone) known = { quarter, zone, day: dayIn(now, zone) };
      return known.day;
    },
    dayOf: (one) => dayIn(new Date(one), zone),
    zone: () => zone,
    useZone: (next) => {
      zone = next;
    },
  };
}

/** The machine's clock, in UTC until the organization's profile has been read. */
export const systemClock = (): Clock => clockOver(() => new Date(), 'UTC');

/** Returns a clock that shows a fixed instant until moved. */
export function clockAt(instant: string, zone = 'America/Chicago'): Clock & { set(instant: string): void } {
  let current = new Date(instant);
  return {
    ...clockOver(() => current, zone),
    set: (next) => {
      current = new Date(next);
    },
  };
}

const words = new Map<string, Intl.DateTimeFormat>();

/** Formats an instant in the organization's time zone: '11/20/2026 at 12:00 PM'. */
export function timeWords(instant: string, { zone }: Pick<Clock, 'zone'>): string {
  const timeZone = zone();
  let format = words.get(timeZone);
  if (!format) {
    const date = { month: '2-digit', day: '2-digit', year: 'numeric' } as const;
    words.set(
      timeZone,
      (format = new Intl.DateTimeFormat('en-US', { timeZone, ...date, hour: 'numeric', minute: '2-digit' })),
    );
  }
  return format.format(new Date(instant)).replace(', ', ' at ');
}
