import { describe, expect, it } from 'vitest';
import type { CalendarDate, Period } from '../calendar-date.ts';
import {
  nextPlanYear,
  planYearName,
  planYearPeriod,
  planYearState,
  problemsOfPlanRules,
  problemsOfPlanYear,
  yearsToClose,
} from './plan-years.ts';
import { DEFAULT_PLAN_RULES } from './plan-rules.ts';

const day = (text: string): CalendarDate => text as CalendarDate;
const period = (from: string, until: string | null): Period => ({
  from: day(from),
  until: until === null ? null : day(until),
});
const TODAY = day('2026-11-20');
const YEAR_2026 = period('2026-01-01', '2027-01-01');
const SINCE_2017 = period('2017-01-01', null);

it.each<[string, string, string, Period[], string[]]>([
  ['a calendar year after another', '2027-01-01', '2027-12-31', [YEAR_2026], []],
  ['one without an end', '2027-01-01', '', [YEAR_2026], []],
  ['no first day', '', '2027-12-31', [], ['from: Enter the first day of the plan year.']],
  ['a day that does not exist', '2027-02-30', '', [], ['from: Enter a valid date as MM/DD/YYYY.']],
  [
    'it ends before it starts',
    '2027-01-01',
    '2026-12-31',
    [],
    ['to: The plan year ends before it starts on 01/01/2027.'],
  ],
  ['it lasts more than three years', '2027-01-01', '2030-02-01', [], ['to: A plan year lasts at most three years.']],
  [
    'it starts inside another',
    '2026-07-01',
    '2027-06-30',
    [YEAR_2026],
    ['from: This overlaps plan year 2026, 01/01/2026 to 12/31/2026.'],
  ],
  [
    'it ends inside another',
    '2025-07-01',
    '2026-06-30',
    [YEAR_2026],
    ['to: This overlaps plan year 2026, 01/01/2026 to 12/31/2026.'],
  ],
  ['one without an end makes room', '2027-01-01', '2027-12-31', [SINCE_2017], []],
  [
    'one without an end that starts the same day',
    '2017-01-01',
    '',
    [SINCE_2017],
    ['from: This overlaps plan year since 2017, from 01/01/2017 on.'],
  ],
])('%s', (_name, from, to, others, expected) =>
  expect(problemsOfPlanYear({ from, to }, others).map(({ path, message }) => `${path}: ${message}`)).toEqual(expected),
);

describe('a plan year', () => {
  it.each([
    [YEAR_2026, '2026'],
    [period('2026-07-01', '2027-07-01'), '2026/27'],
    [period('2017-01-01', '2027-01-01'), '2017–2026'],
    [SINCE_2017, 'since 2017'],
  ])('is named by its days', (one, name) => expect(planYearName(one)).toBe(name));

  it.each<[Period, 'active' | 'draft', string]>([
    [YEAR_2026, 'active', 'in_force'],
    [YEAR_2026, 'draft', 'draft'],
    [period('2027-01-01', null), 'active', 'draft'],
    [period('2025-01-01', '2026-01-01'), 'active', 'ended'],
  ])('is a draft until it begins', (one, status, state) => expect(planYearState(one, status, TODAY)).toBe(state));

  it('that has no end ends where the next begins', () => {
    expect(yearsToClose([SINCE_2017, YEAR_2026], period('2027-01-01', null))).toEqual([SINCE_2017]);
  });

  it.each<[Period[], string, string]>([
    [[YEAR_2026], '2027-01-01', '2027-12-31'],
    [[], '2027-01-01', '2027-12-31'],
    [[SINCE_2017], '2027-01-01', '2027-12-31'],
    [[period('2026-07-01', '2027-07-01'), YEAR_2026], '2027-07-01', '2028-06-30'],
  ])('is usually followed by twelve months', (years, from, to) =>
    expect(nextPlanYear(years, TODAY)).toEqual({ from, to }),
  );

  it('includes its last day', () => {
    expect(planYearPeriod({ from: '2027-01-01', to: '2027-12-31' })).toEqual(period('2027-01-01', '2028-01-01'));
    expect(planYearPeriod({ from: '2027-01-01', to: '2026-12-31' })).toBeUndefined();
  });
});

it.each([
  [0, 0],
  [31, 0],
  [-1, 1],
  [1.5, 1],
  [Number.NaN, 1],
  [61, 1],
])('free days of a newborn: %s', (newbornFreeDays, problems) =>
  expect(problemsOfPlanRules({ ...DEFAULT_PLAN_RULES, newbornFreeDays })).toHaveLength(problems),
);
