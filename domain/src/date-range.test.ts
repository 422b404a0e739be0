import { expect, it } from 'vitest';
import { calendarDateFrom } from './calendar-date.ts';
import { dateRangeProblems } from './date-range.ts';

it('a date of money is at most ten years ago and five years ahead', () => {
  const today = calendarDateFrom('2026-11-20');
  const said = (date: string) => dateRangeProblems('on', calendarDateFrom(date), today).map(({ message }) => message);
  expect(said('2031-11-20')).toEqual([]);
  expect(said('2016-11-20')).toEqual([]);
  expect(said('9999-12-31')).toEqual(['Enter a date up to 11/20/2031.']);
  expect(said('0001-01-01')).toEqual(['Enter a date from 11/20/2016 on.']);
  expect(dateRangeProblems('on', null, today)).toEqual([]);
});
