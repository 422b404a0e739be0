import { describe, expect, it } from 'vitest';
import { calendarDateFrom as d } from '../calendar-date.ts';
import { earliestLastDay, firstLostDay, isBeyondRetro, lastMonthKept, movedLastDay } from './retro-window.ts';

describe('the retro window', () => {
  it.each([
    // today, last day, days, whether it lies beyond, where it moves to (domain rules 4.10: today minus 60 is inside)
    ['2026-03-01', '2025-12-31', 60, false, '2025-12-31'],
    ['2026-03-01', '2025-12-30', 60, true, '2025-12-31'],
    ['2026-03-01', '2025-10-31', 60, true, '2025-12-31'],
    ['2026-03-02', '2025-12-31', 60, true, '2026-01-31'],
    ['2026-03-15', '2025-12-31', 60, true, '2026-01-31'],
    ['2026-11-20', '2026-09-21', 60, false, '2026-09-30'],
    ['2026-11-20', '2026-09-20', 60, true, '2026-09-30'],
    ['2028-04-29', '2027-06-30', 60, true, '2028-02-29'],
    ['2026-11-20', '2026-11-19', 0, true, '2026-11-30'],
    ['2026-11-20', '2026-11-20', 0, false, '2026-11-30'],
  ])('on %s, a last day of %s with %i days', (today, lastDay, days, isBeyond, moved) => {
    expect(isBeyondRetro(d(lastDay), d(today), days)).toBe(isBeyond);
    expect(lastDay < earliestLastDay({ today: d(today), days })).toBe(isBeyond);
    expect(movedLastDay(d(lastDay), { today: d(today), days })).toBe(moved);
  });
});

describe('the first day that is lost', () => {
  const span = (from: string, until: string | null, planId = 'ppo') => ({
    planId,
    from: d(from),
    until: until === null ? null : d(until),
  });
  const open = [span('2026-01-01', null)];
  it.each([
    ['of an end', open, [span('2026-01-01', '2026-07-01')], '2026-07-01'],
    ['of a cancellation', open, [], '2026-01-01'],
    ['of a change of plan', open, [span('2026-01-01', '2026-07-01'), span('2026-07-01', null, 'hmo')], undefined],
    ['of a later start', open, [span('2026-03-01', null)], '2026-01-01'],
  ])('%s', (_name, before, after, lost) => expect(firstLostDay(before, after)).toBe(lost));
});

it.each([
  ['2025-12-31', '2026-03-01', 60, null],
  ['2025-10-31', '2026-03-01', 60, '2025-12-01'],
  ['2024-06-30', '2026-03-01', 60, '2025-12-01'],
  ['2026-01-03', '2026-03-31', 60, null],
] as const)('coverage that ends on %s, terminated on %s: months kept charged through %s', (last, today, days, kept) => {
  expect(lastMonthKept(d(last), d(today), days)).toBe(kept);
});
