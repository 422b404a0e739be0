import { expect, it } from 'vitest';
import { calendarDateFrom as d } from '../../../calendar-date.ts';
import type { EnrollmentCoverage, EnrollmentRecord } from '../../enrollment-record.ts';
import { holdFrom } from './change-day.ts';

const DAY = d('2026-12-01');

it.each<[string, Partial<EnrollmentCoverage>, Partial<EnrollmentCoverage>]>([
  ['a plan without a start', {}, { from: DAY }],
  ['a plan with the start of the line', { from: d('2026-02-01') }, { from: d('2026-02-01'), changedOn: DAY }],
  ['a plan that begins later', { from: d('2027-01-01') }, { from: d('2027-01-01') }],
  [
    'a plan that has ended before',
    { from: d('2026-02-01'), until: d('2026-11-01') },
    { from: d('2026-02-01'), until: d('2026-11-01') },
  ],
  ['what is declined', { action: 'waive' }, { action: 'waive' }],
])('a change from a day on, of %s', (_, said, expected) => {
  const coverage: EnrollmentCoverage = { line: 'medical', action: 'compare', ...said };
  holdFrom({ action: 'compare', coverages: [coverage] } as unknown as EnrollmentRecord, DAY);
  expect(coverage).toEqual({ line: 'medical', action: 'compare', ...expected });
});
