import { describe, expect, it } from 'vitest';
import { calendarDateFrom as d, type Period } from '../calendar-date.ts';
import type { MemberStatus } from './member-status.ts';
import { statusByDates, statusOnDay } from './status-by-dates.ts';

const TODAY = d('2026-11-20');
const period = (from: string, until?: string): Period => ({ from: d(from), until: until ? d(until) : null });

it.each<[string, Period[], MemberStatus | undefined]>([
  ['no coverage', [], undefined],
  ['covered without an end', [period('2026-01-01')], 'active'],
  ['covered from today', [period('2026-11-20')], 'active'],
  ['covered from tomorrow', [period('2026-11-21')], 'pending'],
  ['covered later, with a last day', [period('2026-12-01', '2027-01-01')], 'pending'],
  ['covered with a last day', [period('2026-01-01', '2026-12-01')], 'pending_termination'],
  ['covered until yesterday', [period('2026-01-01', '2026-11-20')], 'terminated'],
  ['one line ends, another does not', [period('2026-01-01', '2026-12-01'), period('2026-01-01')], 'active'],
  ['ended, and begins again', [period('2026-01-01', '2026-06-01'), period('2027-01-01')], 'pending'],
  ['ends, and begins again at once', [period('2026-01-01', '2027-01-01'), period('2027-01-01')], 'active'],
])('%s', (_name, periods, status) => expect(statusByDates(periods, TODAY)).toBe(status));

describe('on another day than today', () => {
  const of = (status: MemberStatus, periods: Period[], hired = '2025-03-01', terminated?: string) => ({
    status,
    periods,
    hireDate: d(hired),
    terminationDate: terminated ? d(terminated) : null,
  });
  const LEFT = of('pending_termination', [period('2025-04-01', '2026-12-01')], '2025-03-01', '2026-11-30');
  it.each<[string, Parameters<typeof statusOnDay>[0], string, MemberStatus | null]>([
    ['before the hire date nothing is known', LEFT, '2025-02-28', null],
    ['hired, and not yet covered', LEFT, '2025-03-15', 'pending'],
    ['covered, before anybody knew of the end', LEFT, '2026-06-01', 'active'],
    ['today', LEFT, '2026-11-20', 'pending_termination'],
    ['the last day of coverage', LEFT, '2026-11-30', 'pending_termination'],
    ['the day after it', LEFT, '2026-12-01', 'terminated'],
    ['a leave is known for today', of('leave_of_absence', [period('2025-04-01')]), '2026-11-20', 'leave_of_absence'],
    ['and is expected to last', of('leave_of_absence', [period('2025-04-01')]), '2027-01-01', 'leave_of_absence'],
    ['and is not known of an earlier day', of('leave_of_absence', [period('2025-04-01')]), '2026-01-01', 'active'],
    ['pending until the first day', of('pending', [period('2026-12-01')]), '2026-12-01', 'active'],
    ['waived, before the hire date', of('active', []), '2025-01-01', null],
    ['waived', of('active', []), '2026-01-01', 'active'],
    ['left without coverage', of('terminated', [], '2025-03-01', '2026-06-30'), '2026-06-30', 'active'],
    [
      'left without coverage, the day after',
      of('terminated', [], '2025-03-01', '2026-06-30'),
      '2026-07-01',
      'terminated',
    ],
    ['left on an unknown day', of('terminated', []), '2026-06-30', null],
  ])('%s', (_name, facts, day, status) => expect(statusOnDay(facts, d(day), TODAY)).toBe(status));
});
