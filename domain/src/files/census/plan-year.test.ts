import { expect, it } from 'vitest';
import { calendarDateFrom as d } from '../../calendar-date.ts';
import { matchColumns } from './census-columns.ts';
import { beginOfPlanYear } from './plan-year.ts';

const FIELDS = (headings: readonly string[]) => matchColumns(['Name', 'DOB', ...headings]).columns.filter(({ index }) => index > 1).toSorted((a, b) => a.index - b.index).map(({ heading, field }) => `${heading}=${field}`);

it.each([
  [['2027 Medical Plan', '2027 Medical Tier', '2027 Dental Plan'], ['2027 Medical Plan=plan.medical', '2027 Medical Tier=tier.medical', '2027 Dental Plan=plan.dental'], 2027],
  [['Medical 2027', 'Dental (2027)'], ['Medical 2027=plan.medical', 'Dental (2027)=plan.dental'], 2027],
  [['Medical Plan (2027)', 'PY2027 Dental'], ['Medical Plan (2027)=plan.medical', 'PY2027 Dental=plan.dental'], 2027],
  [['2026 Medical Plan', '2027 Medical Plan'], ['2027 Medical Plan=plan.medical'], 2027],
  [['2027 Medical Plan', 'Dental Plan'], ['2027 Medical Plan=plan.medical', 'Dental Plan=plan.dental'], undefined],
  [['Medical Plan', '2027 Medical Plan', '2027 Effective Date'], ['Medical Plan=plan.medical', '2027 Medical Plan=plan.medical', '2027 Effective Date=from'], 2027],
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
