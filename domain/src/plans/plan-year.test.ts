import { expect, it } from 'vitest';
import { calendarDateFrom } from '../calendar-date.ts';
import { planYearStart } from './plan-year.ts';

it.each([
  [null, '2026-11-20', '2026-01-01'],
  ['2027-01-01', '2026-11-20', '2026-01-01'],
  ['2026-07-01', '2026-11-20', '2026-07-01'],
  ['2026-12-01', '2026-11-20', '2025-12-01'],
  ['2026-12-01', '2026-12-01', '2026-12-01'],
  ['2024-02-29', '2026-02-28', '2026-02-28'],
  ['2024-02-29', '2026-02-27', '2025-02-28'],
])('of a renewal on %s, on %s: %s', (renewal, on, start) => {
  expect(planYearStart(renewal === null ? null : calendarDateFrom(renewal), calendarDateFrom(on))).toBe(start);
});
