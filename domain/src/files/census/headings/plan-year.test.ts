import { expect, it } from 'vitest';
import { calendarDateFrom as d } from '../../../calendar-date.ts';
import { matchColumns } from './columns.ts';
import { beginOfPlanYear, startInPlanYear, startWithPlanYear } from './plan-year.ts';
import type { EnrollmentRecord } from '../../enrollment-record.ts';

const FIELDS = (headings: readonly string[]) =>
  matchColumns(['Name', 'DOB', ...headings])
    .columns.filter(({ index }) => index > 1)
    .toSorted((a, b) => a.index - b.index)
    .map(({ heading, field }) => `${heading}=${field}`);

it.each([
  [
    ['2027 Medical Plan', '2027 Medical Tier', '2027 Dental Plan'],
    ['2027 Medical Plan=plan.medical', '2027 Medical Tier=tier.medical', '2027 Dental Plan=plan.dental'],
    2027,
  ],
  [['Medical 2027', 'Dental (2027)'], ['Medical 2027=plan.medical', 'Dental (2027)=plan.dental'], 2027],
  [['Medical Plan (2027)', 'PY2027 Dental'], ['Medical Plan (2027)=plan.medical', 'PY2027 Dental=plan.dental'], 2027],
  [['2026 Medical Plan', '2027 Medical Plan'], ['2027 Medical Plan=plan.medical'], 2027],
  [['2027 Medical Plan', 'Dental Plan'], ['2027 Medical Plan=plan.medical', 'Dental Plan=plan.dental'], undefined],
  [
    ['Medical Plan', '2027 Medical Plan', '2027 Effective Date'],
    ['Medical Plan=plan.medical', '2027 Medical Plan=plan.medical', '2027 Effective Date=from'],
    2027,
  ],
  [['Medical Plan', '2027 Rate'], ['Medical Plan=plan.medical'], undefined],
])('%j is read as %j, of %s', (headings, fields, year) => {
  expect(FIELDS(headings)).toEqual(fields);
  expect(matchColumns(['Name', 'DOB', ...headings]).planYear).toBe(year);
});

it('begins on the renewal day', () => {
  expect(beginOfPlanYear(2027, d('2027-01-01'))).toBe('2027-01-01');
  expect(beginOfPlanYear(2027, d('2026-07-01'))).toBe('2027-07-01');
  expect(beginOfPlanYear(2027, d('2029-10-01'))).toBe('2027-10-01');
});

const ROW = (part: Partial<EnrollmentRecord>): EnrollmentRecord => ({
  recordNo: 1,
  source: 'census',
  line: 2,
  isSubscriber: true,
  relationship: 'self',
  action: 'compare',
  planYear: 2027,
  coverages: [],
  problems: [],
  warnings: [],
  raw: '',
  ...part,
});
const PPO = { line: 'medical', action: 'compare', planKey: 'MED-PPO' } as const;

it.each<[string, Partial<EnrollmentRecord>, Partial<EnrollmentRecord>]>([
  ['stays', { coverages: [{ ...PPO }] }, { action: 'compare', coverages: [{ ...PPO, from: d('2027-01-01') }] }],
  [
    'leaves in that year',
    { othersUntil: d('2027-04-01'), coverages: [{ ...PPO, until: d('2027-04-01') }] },
    { action: 'compare', coverages: [{ ...PPO, from: d('2027-01-01'), until: d('2027-04-01') }] },
  ],
  [
    'leaves before',
    { othersUntil: d('2026-12-01'), coverages: [{ ...PPO, until: d('2026-12-01') }] },
    { action: 'end', endsUntil: d('2026-12-01'), coverages: [] },
  ],
  [
    'leaves on the day before',
    { othersUntil: d('2027-01-01'), coverages: [{ ...PPO, until: d('2027-01-01') }] },
    { action: 'end', endsUntil: d('2027-01-01'), coverages: [] },
  ],
  [
    'loses the line before',
    { coverages: [{ ...PPO, until: d('2026-12-01') }] },
    { action: 'compare', coverages: [{ line: 'medical', action: 'end', until: d('2026-12-01') }] },
  ],
  [
    'declines',
    { coverages: [{ line: 'medical', action: 'waive' }] },
    { action: 'compare', coverages: [{ line: 'medical', action: 'waive', from: d('2027-01-01') }] },
  ],
])('of plans of a year to come, who %s', (_who, part, expected) => {
  const record = ROW(part);
  startWithPlanYear(record, d('2026-01-01'));
  expect(record).toMatchObject(expected);
});

it('a column that says when the plan year begins is a start of the year to come, and of this year a day before which nothing begins', () => {
  const told = (day: string): EnrollmentRecord => {
    const record = ROW({ coverages: [{ ...PPO }] });
    startInPlanYear(record, d(day), d('2026-11-25'));
    return record;
  };
  expect(told('2027-01-01')).toMatchObject({
    coverages: [{ from: d('2027-01-01') }],
    warnings: [{ code: 'of_plan_year' }],
  });
  expect(told('2026-01-01')).toMatchObject({
    eligibilityFrom: d('2026-01-01'),
    coverages: [{ line: 'medical' }],
    warnings: [{ code: 'of_plan_year' }],
  });
  expect(told('2026-01-01').coverages[0]?.from).toBeUndefined();
  expect(FIELDS(['Plan Year Start', 'Plan Effective'])).toEqual([
    'Plan Year Start=planYearStart',
    'Plan Effective=from',
  ]);
});
