import { describe, expect, it } from 'vitest';
import { calendarDateFrom } from '../calendar-date.ts';
import { bankHolidays, bankingDaysAfter, isBankingDay, nextBankingDay, previousBankingDay } from './banking-days.ts';

const day = calendarDateFrom;

describe('banking days (case M16)', () => {
  it.each([
    // Independence Day on a Saturday: banks are open on the Friday before.
    ['2026-07-02', '2026-07-03'],
    // Independence Day on a Sunday: closed on the Monday.
    ['2027-07-02', '2027-07-06'],
    // Juneteenth on a Friday.
    ['2026-06-18', '2026-06-22'],
  ])('a file built on %s takes effect on %s', (built, effective) => {
    expect(bankingDaysAfter(day(built), 1)).toBe(effective);
  });

  it('knows Fridays before a holiday on Saturday as banking days', () => {
    expect([isBankingDay(day('2027-12-31')), isBankingDay(day('2028-11-10'))]).toEqual([true, true]);
  });

  it('moves a draft of a holiday to the next or the previous banking day', () => {
    expect(nextBankingDay(day('2027-07-05'))).toBe('2027-07-06');
    expect(previousBankingDay(day('2027-07-05'))).toBe('2027-07-02');
    expect(nextBankingDay(day('2026-11-27'))).toBe('2026-11-27');
  });

  it('has the holidays of a year', () => {
    expect([...bankHolidays(2026)].toSorted()).toEqual([
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-05-25',
      '2026-06-19',
      '2026-07-04',
      '2026-09-07',
      '2026-10-12',
      '2026-11-11',
      '2026-11-26',
      '2026-12-25',
    ]);
  });
});
