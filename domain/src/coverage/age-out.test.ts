import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, calendarDateFrom, calendarDateOf, type CalendarDate } from '../calendar-date.ts';
import { birthdayAt, birthMonthsTurning26, isAgedOut, lastCoveredDay, turns26Between } from './age-out.ts';

const day = calendarDateFrom;

describe('a child outgrows coverage', () => {
  it.each([
    // The regulation's example: birthday 17 July, last day 16 July.
    ['2000-07-17', '2026-07-17', '2026-07-16', '2026-07-31'],
    ['2000-12-31', '2026-12-31', '2026-12-30', '2026-12-31'],
    // Born on 29 February: 1 March in other years (domain rules 4.11).
    ['2000-02-29', '2026-03-01', '2026-02-28', '2026-03-31'],
    ['2001-01-01', '2027-01-01', '2026-12-31', '2027-01-31'],
  ])('born %s: birthday %s, last day %s by law and %s by the end of the month', (birth, birthday, byLaw, byMonth) => {
    expect(birthdayAt(day(birth), 26)).toBe(birthday);
    expect(lastCoveredDay(day(birth), 'day_before')).toBe(byLaw);
    expect(lastCoveredDay(day(birth), 'end_of_month')).toBe(byMonth);
  });

  const births = fc
    .tuple(fc.integer({ min: 1990, max: 2010 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
    .map(([year, month, dayOfMonth]) => calendarDateOf(year, month, dayOfMonth))
    .filter((date): date is CalendarDate => date !== undefined);

  it('is not aged out on the last lawful day and is on the next', () => {
    fc.assert(
      fc.property(births, (birth) => {
        const last = lastCoveredDay(birth, 'day_before');
        expect(isAgedOut(birth, last)).toBe(false);
        expect(isAgedOut(birth, addDays(last, 1))).toBe(true);
      }),
    );
  });

  it('is never missed by the months that are searched', () => {
    fc.assert(
      fc.property(births, fc.integer({ min: 0, max: 120 }), fc.integer({ min: 1, max: 366 }), (birth, before, days) => {
        const from = addDays(birthdayAt(birth, 26), -Math.min(before, days));
        const until = addDays(from, days);
        expect(turns26Between(birth, from, until)).toBe(true);
        expect(birthMonthsTurning26(from, until)).toContain(birth.slice(0, 7));
      }),
    );
  });
});
