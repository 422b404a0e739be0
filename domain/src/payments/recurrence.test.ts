import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, calendarDateFrom, firstOfMonth } from '../calendar-date.ts';
import { isBankingDay } from './banking-days.ts';
import { isDueMonth, nextPayment, paymentDay, type Schedule } from './recurrence.ts';

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

  it('comes once per month, on banking days, whatever the day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 31 }),
        fc.constantFrom('next' as const, 'previous' as const),
        fc.integer({ min: 0, max: 700 }),
        (anchorDay, shift, offset) => {
          const one = schedule({ anchorDay, shift });
          const from = addDays(day('2026-02-01'), offset);
          const first = nextPayment(one, from);
          expect(isBankingDay(first.day)).toBe(true);
          expect(first.day >= from).toBe(true);
          const second = nextPayment(one, addDays(first.day, 1));
          expect(second.month).toBe(addMonths(firstOfMonth(first.month), 1));
        },
      ),
    );
  });
});
