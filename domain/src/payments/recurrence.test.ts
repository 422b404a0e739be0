import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, type CalendarDate, calendarDateFrom, firstOfMonth } from '../calendar-date.ts';
import { isBankingDay } from './banking-days.ts';
import { isDueMonth, nextPayment, paymentDay, RECURRENCES, type Schedule } from './recurrence.ts';

const day = calendarDateFrom;
const schedule = (more: Partial<Schedule> = {}): Schedule => ({
  frequency: 'monthly',
  anchorDay: 31,
  shift: 'next',
  startsOn: day('2026-01-01'),
  ...more,
});

describe('a recurring payment', () => {
  it('on the 31st comes in every month, and on the 31st again after a short one', () => {
    const days = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01'].map((month) =>
      paymentDay(schedule({ shift: 'previous' }), day(month)),
    );
    expect(days).toEqual(['2026-01-30', '2026-02-27', '2026-03-31', '2026-04-30', '2026-05-29']);
  });

  it('moves to the next or the previous banking day; the 5th of July 2027 becomes the 6th (case M16)', () => {
    const fifth = schedule({ anchorDay: 5 });
    expect(paymentDay(fifth, day('2027-07-01'))).toBe('2027-07-06');
    expect(paymentDay({ ...fifth, shift: 'previous' }, day('2027-07-01'))).toBe('2027-07-02');
  });

  it('of a quarter comes every third month from its first', () => {
    const quarterly = schedule({ frequency: 'quarterly', anchorDay: 1, startsOn: day('2026-02-15') });
    expect(
      ['2026-01-01', '2026-02-01', '2026-03-01', '2026-05-01'].map((one) => isDueMonth(quarterly, day(one))),
    ).toEqual([false, true, false, true]);
    expect(nextPayment(quarterly, day('2026-01-10'))).toEqual({ month: '2026-05-01', day: '2026-05-01' });
  });

  it('that moves past the end of its month is followed by the payment of the next month', () => {
    // January 31, 2026 is a Saturday: the payment of January is made on the day before February 2.
    expect(nextPayment(schedule(), day('2026-01-30'), [day('2026-01-01')])).toEqual({
      month: '2026-02-01',
      day: '2026-03-02',
    });
  });

  it('that starts on the 31st and moves to the banking day before keeps its first payment', () => {
    const previous = schedule({ shift: 'previous', startsOn: day('2026-01-31') });
    expect(nextPayment(previous, day('2026-01-15'))).toEqual({ month: '2026-01-01', day: '2026-01-30' });
    const sunday = schedule({ shift: 'previous', anchorDay: 1, startsOn: day('2026-02-01') });
    expect(nextPayment(sunday, day('2026-01-15'))).toEqual({ month: '2026-02-01', day: '2026-01-30' });
  });

  it('is made once in every due month of ten years, in order, on banking days', () => {
    const arbitrary = fc.record({
      anchorDay: fc.integer({ min: 1, max: 31 }),
      frequency: fc.constantFrom(...RECURRENCES),
      shift: fc.constantFrom('next' as const, 'previous' as const),
      startsOn: fc.integer({ min: 0, max: 400 }).map((offset) => addDays(day('2026-01-01'), offset)),
    });
    fc.assert(
      fc.property(arbitrary, fc.integer({ min: 0, max: 5 }), (one, daysBefore) => {
        const done: CalendarDate[] = [];
        const step = one.frequency === 'monthly' ? 1 : 3;
        let today = addDays(one.startsOn, -10);
        while (done.length < 120 / step) {
          const next = nextPayment(one, today, done);
          expect(isBankingDay(next.day)).toBe(true);
          expect(next.day >= today).toBe(true);
          expect(next.day).toBe(paymentDay(one, next.month));
          const last = done.at(-1);
          if (last) expect(next.month).toBe(addMonths(last, step));
          else expect(next.month <= addMonths(firstOfMonth(one.startsOn), step)).toBe(true);
          done.push(next.month);
          // The debit is made up to some days before its day, and the schedule is read again on that day.
          const made = addDays(next.day, -daysBefore);
          if (made > today) today = made;
        }
      }),
      { numRuns: 40 },
    );
  });
});
