import { describe, expect, it } from 'vitest';
import { calendarDateFrom } from '../calendar-date.ts';
import { DEFAULT_PLAN_RULES } from './plan-rules.ts';
import { problemsOfRuleCorrection } from './rule-correction.ts';

const YEAR = { from: calendarDateFrom('2026-01-01'), until: calendarDateFrom('2027-01-01') };
const DAILY = { ...DEFAULT_PLAN_RULES, proration: { ...DEFAULT_PLAN_RULES.proration, start: 'daily_actual' as const } };
const FORM = { from: '2026-03-01', rules: DAILY, reason: 'Contract says days of the month' };

describe('a correction of the rules of a plan year', () => {
  it.each([
    ['a month of the year', {}, []],
    ['a day within a month', { from: '2026-03-15' }, ['from']],
    ['a month of another year', { from: '2027-01-01' }, ['from']],
    ['rules that apply already', { rules: DEFAULT_PLAN_RULES }, ['from']],
    ['more free days than a newborn can have', { rules: { ...DAILY, newbornFreeDays: 61 } }, ['rules.newbornFreeDays']],
    ['no reason', { reason: ' no ' }, ['reason']],
  ])('with %s', (_, change, paths) => {
    const problems = problemsOfRuleCorrection({ ...FORM, ...change }, YEAR, DEFAULT_PLAN_RULES);
    expect(problems.map(({ path }) => path)).toEqual(paths);
  });
});
