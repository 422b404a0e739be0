import { calendarDateFrom, daysBetween } from '@openbenefits/domain/calendar-date';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { Random } from './random.ts';

const EPOCH = calendarDateFrom('1970-01-01');

/** A moment of a calendar day, as the instant text that the database reads and as milliseconds for an id. */
export type Moment = { readonly on: CalendarDate; readonly at: string; readonly ms: number };

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * During office hours in the United States (14:00 to 22:59 UTC), so that the date is the same in each of its time
 * zones.
 */
export function momentOn(on: CalendarDate, random: Random): Moment {
  const hour = random.int(14, 22);
  const minute = random.int(0, 59);
  const second = random.int(0, 59);
  return {
    on,
    at: `${on}T${two(hour)}:${two(minute)}:${two(second)}.000Z`,
    ms: daysBetween(EPOCH, on) * 86_400_000 + ((hour * 60 + minute) * 60 + second) * 1000,
  };
}
