import type { CalendarDate } from './calendar-date.ts';

/** A hundred years of days. A longer series is a fault of its rule, not a long period. */
const MOST_DATES = 36_525;

/** Thrown when a series of dates reaches no end. */
export class EndlessDates extends RangeError {
  override readonly message = 'A series of dates has no end';
}

/**
 * Yields `at(0)`, `at(1)`, and so on until the caller breaks. Every loop over dates is one over this series, so that
 * none runs forever and stops the process; the lint rule `bounded-dates` checks it.
 */
export function* dateSeries(at: (step: number) => CalendarDate): Generator<CalendarDate, never> {
  for (let step = 0; step < MOST_DATES; step++) yield at(step);
  throw new EndlessDates();
}

/** Returns the first date of a series that fulfills a condition. */
export function firstDate(at: (step: number) => CalendarDate, isWanted: (date: CalendarDate) => boolean): CalendarDate {
  for (const date of dateSeries(at)) if (isWanted(date)) return date;
  throw new EndlessDates();
}
