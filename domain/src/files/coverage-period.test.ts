import { describe, expect, it } from 'vitest';
import { addDays, calendarDateFrom } from '../calendar-date.ts';
import { coveragePeriod, lastCovered, type StatedDates } from './coverage-period.ts';
import type { CoverageAction } from './enrollment-record.ts';

const NOTHING: StatedDates = {
  benefitBegin: undefined,
  benefitEnd: undefined,
  maintenance: undefined,
  eligibilityBegin: undefined,
  eligibilityUntil: undefined,
  personMaintenance: undefined,
};
const period = (action: CoverageAction, dates: Partial<Record<keyof StatedDates, string>>) =>
  coveragePeriod(action, {
    ...NOTHING,
    ...Object.fromEntries(Object.entries(dates).map(([name, text]) => [name, calendarDateFrom(text)])),
  });

describe('coveragePeriod (domain rules 4.1)', () => {
  it('takes 348 first, then 356, then 303; a change takes 303 before 356', () => {
    expect(period('add', { benefitBegin: '2026-01-01', eligibilityBegin: '2025-01-01' }).from).toBe('2026-01-01');
    expect(period('add', { eligibilityBegin: '2025-01-01', maintenance: '2024-01-01' }).from).toBe('2025-01-01');
    expect(period('change', { maintenance: '2026-02-10', personMaintenance: '2026-02-01' }).from).toBe('2026-02-10');
    expect(period('add', { personMaintenance: '2026-02-01' }).from).toBe('2026-02-01');
    expect(period('change', { eligibilityBegin: '2019-04-01', personMaintenance: '2026-02-01' }).from).toBe(
      '2026-02-01',
    );
  });

  it('ends the day after 349, which is the last day', () => {
    expect(period('end', { benefitBegin: '2026-01-01', benefitEnd: '2026-02-28' })).toEqual({
      action: 'end',
      from: '2026-01-01',
      until: '2026-03-01',
    });
    expect(period('add', { benefitBegin: '2026-01-01', benefitEnd: '2026-12-31' }).until).toBe('2027-01-01');
  });

  it.each<[CoverageAction, Partial<Record<keyof StatedDates, string>>, CoverageAction]>([
    ['change', { benefitEnd: '2026-11-30' }, 'end'],
    ['compare', { benefitEnd: '2026-11-30' }, 'end'],
    ['change', { benefitEnd: '2026-11-30', personMaintenance: '2026-12-01' }, 'end'],
    ['change', { benefitEnd: '2026-11-30', maintenance: '2026-11-01' }, 'change'],
    ['compare', { benefitEnd: '2026-11-30', eligibilityBegin: '2026-01-01' }, 'compare'],
    ['add', { benefitEnd: '2026-11-30' }, 'add'],
  ])('%s with a last day and no first, %o, is %s', (action, dates, expected) =>
    expect(period(action, dates)).toMatchObject({ action: expected, until: '2026-12-01' }),
  );

  it('is void when the last day is the first day or the day before it', () => {
    expect(period('add', { benefitBegin: '2026-01-01', benefitEnd: '2026-01-01' })).toEqual({
      action: 'void',
      from: '2026-01-01',
      until: undefined,
    });
    expect(period('end', { benefitBegin: '2026-01-01', benefitEnd: '2025-12-31' }).action).toBe('void');
    expect(period('end', { benefitBegin: '2026-01-01', benefitEnd: '2025-12-30' })).toEqual({
      action: 'end',
      from: '2026-01-01',
      until: '2025-12-31',
    });
    expect(period('add', { benefitBegin: '2026-01-01', benefitEnd: '2026-01-02' }).action).toBe('add');
  });

  it('ends a line without 349 with the person: 357, else 303', () => {
    expect(period('end', { eligibilityUntil: '2026-03-01', personMaintenance: '2026-01-31' }).until).toBe('2026-03-01');
    expect(period('end', { personMaintenance: '2026-01-31' }).until).toBe('2026-02-01');
    expect(period('end', { eligibilityBegin: '2021-01-01' }).from).toBeUndefined();
  });

  it('closes an open line where eligibility ends, unless that lies before it', () => {
    expect(period('add', { benefitBegin: '2026-04-01', eligibilityUntil: '2027-01-01' }).until).toBe('2027-01-01');
    expect(period('add', { benefitBegin: '2026-04-01', eligibilityUntil: '2026-01-01' }).until).toBeUndefined();
  });

  it('of a sender whose end is the first day without coverage ends on that day, and is void where it is the first day too', () => {
    const under = (end: string) =>
      coveragePeriod(
        'end',
        { ...NOTHING, benefitBegin: calendarDateFrom('2026-01-01'), benefitEnd: calendarDateFrom(end) },
        true,
      );
    expect(under('2026-03-01')).toEqual({ action: 'end', from: '2026-01-01', until: '2026-03-01' });
    expect(under('2026-01-02')).toEqual({ action: 'end', from: '2026-01-01', until: '2026-01-02' });
    expect(under('2026-01-01')).toEqual({ action: 'void', from: '2026-01-01', until: undefined });
    // Before the first day is a question, which the judge asks.
    expect(under('2025-12-31')).toEqual({ action: 'end', from: '2026-01-01', until: '2025-12-31' });
  });

  it('gives every period back as it was sent, by its last day or by the first without coverage; one day of coverage only by the latter, since 349 = 348 means none', () => {
    const from = calendarDateFrom('2026-02-20');
    for (let days = 1; days <= 20; days++) {
      const until = addDays(from, days);
      expect(coveragePeriod('add', { ...NOTHING, benefitBegin: from, benefitEnd: until }, true)).toEqual({
        action: 'add',
        from,
        until,
      });
      if (days > 1)
        expect(coveragePeriod('add', { ...NOTHING, benefitBegin: from, benefitEnd: addDays(until, -1) })).toEqual({
          action: 'add',
          from,
          until,
        });
      expect(lastCovered(until, true)).toBe(addDays(until, -1));
    }
  });
});
