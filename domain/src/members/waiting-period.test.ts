import { expect, it } from 'vitest';
import { calendarDateFrom as d, daysBetween } from '../calendar-date.ts';
import { coverageStart, firstOfMonthBy, mayBeOtherMonth } from './waiting-period.ts';

/** The vectors of the domain rules, 4.5. */
it.each([
  ['2026-01-01', 0, 'first_of_month_following', '2026-02-01', 'waiting_period'],
  ['2026-01-01', 0, 'first_of_month_coincident', '2026-01-01', 'waiting_period'],
  ['2026-01-01', 0, 'date_of_hire', '2026-01-01', 'waiting_period'],
  ['2026-01-31', 30, 'first_of_month_following', '2026-04-01', 'waiting_period'],
  ['2026-05-02', 60, 'first_of_month_following', '2026-07-31', 'federal_limit'],
  ['2026-05-02', 60, 'first_of_month_coincident', '2026-07-01', 'waiting_period'],
  ['2026-06-03', 60, 'first_of_month_following', '2026-09-01', 'waiting_period'],
  ['2026-07-02', 0, 'first_of_quarter_following', '2026-09-30', 'federal_limit'],
] as const)('hired %s, %i days, %s: %s', (hire, days, start, date, rule) => {
  const found = coverageStart(d(hire), days, start, d('2020-01-01'));
  expect(found).toEqual({ date, rule });
  expect(daysBetween(d(hire), found.date)).toBeLessThanOrEqual(90);
});

it('is not before the group is in force', () => {
  expect(coverageStart(d('2020-03-01'), 0, 'date_of_hire', d('2026-01-01'))).toEqual({
    date: '2026-01-01',
    rule: 'group_effective_date',
  });
});

it.each([
  ['2026-03-05', 0, 'date_of_hire', '2026-04-01'],
  ['2026-03-01', 0, 'date_of_hire', '2026-03-01'],
  ['2026-03-01', 0, 'first_of_month_following', '2026-04-01'],
  ['2026-03-05', 30, 'date_of_hire', '2026-05-01'],
  ['2026-03-05', 30, 'first_of_month_following', '2026-05-01'],
] as const)('first of a month, hired %s, %i days, %s: %s', (hire, days, start, date) => {
  const rule = firstOfMonthBy(days, start);
  expect(coverageStart(d(hire), rule.days, rule.start, d('2020-01-01')).date).toBe(date);
});

it.each([
  ['2026-11-05', '2026-12-01', false],
  ['2026-09-05', '2026-10-01', false],
  ['2026-03-05', '2026-04-01', true],
  ['2019-03-05', '2026-12-01', false],
])('of somebody hired on %s, %s may be another first of a month: %s', (hire, counted, may) => {
  expect(mayBeOtherMonth(d(hire), d(counted), d('2026-11-20'))).toBe(may);
});
