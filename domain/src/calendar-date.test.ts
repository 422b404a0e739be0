import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  ageOn,
  calendarDateFrom,
  calendarDateOf,
  contains,
  daysBetween,
  firstOfNextMonth,
  formatDate,
  lastOfMonth,
  overlaps,
  parseCalendarDate,
  type Period,
} from './calendar-date.ts';

const d = calendarDateFrom;
const date = fc
  .tuple(fc.integer({ min: 1900, max: 2199 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .map(([year, month, day]) => calendarDateOf(year, month, Math.min(day, 28)) ?? d('2000-01-01'));
const period = fc
  .tuple(date, fc.option(fc.integer({ min: 1, max: 4000 })))
  .map(([from, days]): Period => ({ from, until: days === null ? null : addDays(from, days) }));

describe('calendar dates', () => {
  it.each(['2001-02-29', '2026-02-31', '2026-13-01', '2026-00-10', '2026-1-1', '20260101', ''])('%s is none', (text) =>
    expect(parseCalendarDate(text)).toBeUndefined(),
  );

  it('agree with the proleptic Gregorian calendar', () =>
    fc.assert(
      fc.property(date, fc.integer({ min: -40_000, max: 40_000 }), (from, days) => {
        expect(addDays(from, days)).toBe(
          new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10),
        );
      }),
    ));

  it('count days both ways', () =>
    fc.assert(
      fc.property(date, fc.integer({ min: -40_000, max: 40_000 }), (from, days) => {
        expect(daysBetween(from, addDays(from, days))).toBe(days);
      }),
    ));

  it.each([
    ['2024-01-31', 1, '2024-02-29'],
    ['2023-01-31', 1, '2023-02-28'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -13, '2024-12-15'],
  ])('%s and %i months is %s', (from, months, to) => expect(addMonths(d(from), months)).toBe(to));

  it('know the edges of a month', () => {
    expect(firstOfNextMonth(d('2026-12-31'))).toBe('2027-01-01');
    expect(lastOfMonth(d('2024-02-10'))).toBe('2024-02-29');
    expect(formatDate(d('2026-07-04'))).toBe('07/04/2026');
  });

  it('take a birthday of 29 February as 1 March in other years (domain rules 4.11)', () => {
    expect(ageOn(d('2000-02-29'), d('2026-02-28'))).toBe(25);
    expect(ageOn(d('2000-02-29'), d('2026-03-01'))).toBe(26);
    expect(ageOn(d('1985-07-17'), d('2026-07-16'))).toBe(40);
  });

  it('overlap exactly where they share a day', () =>
    fc.assert(
      fc.property(period, period, (a, b) => {
        const later = a.from > b.from ? a.from : b.from;
        expect(overlaps(a, b)).toBe(contains(a, later) && contains(b, later));
        expect(overlaps(a, b)).toBe(overlaps(b, a));
      }),
    ));
});
