import { describe, expect, it } from 'vitest';
import { addDays, addMonths, calendarDateFrom } from './calendar-date.ts';
import { EndlessDates, firstDate } from './date-series.ts';

const day = calendarDateFrom('2024-02-29');

describe('a series of dates', () => {
  it('returns the first date that fulfills a condition', () => {
    expect(
      firstDate(
        (step) => addDays(day, step),
        (date) => date > '2024-03-01',
      ),
    ).toBe('2024-03-02');
    // Each step counts from the first date, so February 29 returns in the next leap year.
    expect(
      firstDate(
        (step) => addMonths(day, 12 * step),
        (date) => date >= '2028-02-01',
      ),
    ).toBe('2028-02-29');
  });

  it('ends with an error instead of running forever', () => {
    expect(() =>
      firstDate(
        () => day,
        () => false,
      ),
    ).toThrow(EndlessDates);
    expect(() =>
      firstDate(
        (step) => addDays(day, -(step % 7)),
        (date) => date > day,
      ),
    ).toThrow(EndlessDates);
  });
});
