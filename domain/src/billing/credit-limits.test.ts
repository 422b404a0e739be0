import { expect, it } from 'vitest';
import { calendarDateFrom } from '../calendar-date.ts';
import { fromCents } from '../money.ts';
import { billLines, type BillLine, type Posted } from './bill-lines.ts';
import { uncreditedLines, uncreditedReason } from './credit-limits.ts';

const day = calendarDateFrom;
const months = [day('2026-02-01'), day('2026-03-01'), day('2026-04-01')];
const key = (month = day('2026-02-01')) => ({ subscriberId: 'ann', line: 'dental', planId: 'dpo', month }) as const;
const billed = (count: number, uncredited = 0): Posted[] =>
  months.slice(0, count).map((month) => ({
    ...key(month),
    billed: fromCents(4500),
    employer: fromCents(0),
    uncredited: fromCents(uncredited),
  }));
const limit = { noticeDays: 30, creditMonths: 1 };
const withLimit = (lines: BillLine[], noticedOn: string): BillLine[] => [
  ...lines,
  ...uncreditedLines(
    lines,
    () => limit,
    () => ({ lastDay: day('2026-01-10'), noticedOn: day(noticedOn) }),
  ),
];
const shown = (lines: readonly BillLine[]) => lines.map(({ kind, month, cents }) => [kind, month.slice(5, 7), cents]);

it('a carrier that is told within 30 days credits every month (case M9 a)', () => {
  const lines = withLimit(billLines(day('2026-03-01'), [], billed(1)), '2026-02-05');
  expect(shown(lines)).toEqual([['retro', '02', -4500]]);
});

it('a carrier that is told later credits the latest month only, and says why (case M9 b)', () => {
  const lines = withLimit(billLines(day('2026-05-01'), [], billed(3)), '2026-04-20');
  expect(shown(lines)).toEqual([
    ['retro', '02', -4500],
    ['retro', '03', -4500],
    ['retro', '04', -4500],
    ['uncredited', '03', 4500],
    ['uncredited', '02', 4500],
  ]);
  expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(-4500);
  expect(
    lines
      .filter(({ noticeDays }) => noticeDays !== undefined)
      .map(({ noticeDays }) => uncreditedReason(noticeDays ?? 0)),
  ).toEqual(['notice later than 30 days', 'notice later than 30 days']);
  // The next run is empty: billed 45.00 is 0.00 of coverage and 45.00 that was not credited.
  expect(billLines(day('2026-06-01'), [], billed(2, 4500))).toEqual([]);
});

it('coverage that is reinstated is paid once: what was not credited is released', () => {
  const again = billLines(
    day('2026-06-01'),
    [{ ...key(), premium: fromCents(4500), waiver: fromCents(0), employer: fromCents(0) }],
    billed(1, 4500),
  );
  expect(shown(again)).toEqual([
    ['retro', '02', 4500],
    ['uncredited', '02', -4500],
  ]);
});

it('a corrected rate is credited in full, however late', () => {
  const lower = [{ ...key(), premium: fromCents(4000), waiver: fromCents(0), employer: fromCents(0) }];
  const lines = billLines(day('2026-06-01'), lower, billed(1));
  expect(
    uncreditedLines(
      lines,
      () => limit,
      () => undefined,
    ),
  ).toEqual([]);
});

it('a release whose withholding ended with its bill is reversed, and is no credit of a month', () => {
  // February was billed, withheld, and released; then the bills that charged and withheld it were voided.
  const released: Posted = { ...key(), billed: fromCents(0), employer: fromCents(0), uncredited: fromCents(-4500) };
  const ended = withLimit(billLines(day('2026-06-01'), [], [released]), '2026-04-20');
  expect(shown(ended)).toEqual([
    ['retro', '02', -4500],
    ['uncredited', '02', 4500],
  ]);
  const covered = [{ ...key(), premium: fromCents(4500), waiver: fromCents(0), employer: fromCents(0) }];
  expect(shown(billLines(day('2026-06-01'), covered, [released]))).toEqual([['uncredited', '02', 4500]]);
});
