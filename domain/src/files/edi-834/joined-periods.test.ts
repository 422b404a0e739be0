import { describe, expect, it } from 'vitest';
import { calendarDateFrom } from '../../calendar-date.ts';
import type { EnrollmentCoverage } from '../enrollment-record.ts';
import { joinedPeriods } from './joined-periods.ts';

/** 'PPO 2026-01-01 2026-07-01 EMP', of medical; the second day is the first without coverage. */
function coverage(text: string): EnrollmentCoverage {
  const [planKey = '', from = '', until = '', tierKey, action = 'compare'] = text.split(' ');
  const day = (one: string): EnrollmentCoverage['from'] =>
    one === '' || one === '-' ? undefined : calendarDateFrom(one);
  return {
    line: 'medical',
    action: action as EnrollmentCoverage['action'],
    planKey,
    tierKey,
    tier: undefined,
    from: day(from),
    until: day(until),
  };
}
const joined = (...texts: string[]): string[] =>
  joinedPeriods(texts.map(coverage)).map(
    ({ planKey, from, until, tierKey }) => `${planKey} ${from ?? '-'} ${until ?? '-'} ${tierKey ?? '-'}`,
  );

describe('periods of one plan in one record', () => {
  it.each([
    [['PPO 2026-01-01 2026-07-01 EMP', 'PPO 2026-07-01 - FAM'], ['PPO 2026-01-01 - FAM']],
    [['PPO 2026-01-01 2026-08-01 EMP', 'PPO 2026-07-01 - FAM'], ['PPO 2026-01-01 - FAM']],
    [['PPO 2026-11-01 2026-12-01 EMP', 'PPO 2026-12-01 2027-01-01 EMP'], ['PPO 2026-11-01 2027-01-01 EMP']],
    [['PPO 2026-01-01 2026-12-01 FAM', 'PPO 2026-02-01 2026-03-01 EMP'], ['PPO 2026-01-01 2026-12-01 FAM']],
    [
      ['PPO 2026-01-01 2026-06-01 EMP', 'PPO 2026-07-01 - EMP'],
      ['PPO 2026-01-01 2026-06-01 EMP', 'PPO 2026-07-01 - EMP'],
    ],
    [
      ['PPO 2026-01-01 2026-07-01 EMP', 'HMO 2026-07-01 - EMP'],
      ['PPO 2026-01-01 2026-07-01 EMP', 'HMO 2026-07-01 - EMP'],
    ],
    [
      ['PPO 2026-01-01 - EMP', 'PPO 2026-07-01 - FAM'],
      ['PPO 2026-01-01 - EMP', 'PPO 2026-07-01 - FAM'],
    ],
    [
      ['PPO 2026-01-01 2026-07-01 EMP end', 'PPO 2026-07-01 - FAM'],
      ['PPO 2026-01-01 2026-07-01 EMP', 'PPO 2026-07-01 - FAM'],
    ],
  ])('%j are %j', (sent, expected) => expect(joined(...sent)).toEqual(expected));
});
