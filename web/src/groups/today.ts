import { type CalendarDate, daysBetween } from '@openbenefits/domain/calendar-date';
import { today } from '../today.ts';

export { today } from '../today.ts';

/** A renewal is due this many days ahead. */
export const RENEWAL_DAYS = 60;

/** Returns the days until a near date; undefined if it is past or further away. */
export function daysUntil(date: CalendarDate | null): number | undefined {
  if (date === null) return undefined;
  const days = daysBetween(today(), date);
  return days >= 0 && days <= RENEWAL_DAYS ? days : undefined;
}
