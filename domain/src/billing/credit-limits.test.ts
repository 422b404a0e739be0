import { expect, it } from 'vitest';
import { addDays, calendarDateFrom } from '../calendar-date.ts';
import { fromCents } from '../money.ts';
import { billLines, type BillLine, type Posted } from './bill-lines.ts';
import { billPostings } from './bill-postings.ts';
import { uncreditedLines, uncreditedReason, writeOffReversals } from './credit-limits.ts';

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
    () => ({ limit, retroDays: undefined }),
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
      .map(({ noticeDays, limitSource }) => uncreditedReason(noticeDays, limitSource)),
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
      () => ({ limit, retroDays: 60 }),
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

it.each([
  // On 03/01, 60 days back is 12/31: a last day of 12/31 is inside the window, one of 10/31 is 121 days ago.
  ['2025-12-31', '2026-03-01', []],
  ['2025-10-31', '2026-03-01', ['11', '12']],
  // A part of a month after a last day inside the window is credited.
  ['2026-01-10', '2026-03-05', []],
  // However far back: nothing is lost behind a horizon.
  ['2024-06-30', '2026-03-01', ['07', '08', '09', '10', '11', '12']],
] as const)(
  'the retro window of 60 days, coverage ended %s, recorded %s: months kept charged',
  (last, noticed, kept) => {
    const first = day(last) < day('2025-01-01') ? '2024' : '2025';
    const all = ['07', '08', '09', '10', '11', '12'].map((month) => day(`${first}-${month}-01`));
    const credits = [...all, day('2026-01-01'), day('2026-02-01')].filter(
      (month) => month >= addDays(day(last), 1).slice(0, 7),
    );
    const lines = billLines(
      day('2026-04-01'),
      [],
      credits.map((month) => ({
        ...key(month),
        billed: fromCents(4500),
        employer: fromCents(0),
        uncredited: fromCents(0),
      })),
    );
    const terms = () => ({ limit: undefined, retroDays: 60 });
    const notice = { lastDay: day(last), noticedOn: day(noticed) };
    const withheld = uncreditedLines(lines, terms, () => notice);
    expect(withheld.map(({ month }) => month.slice(5, 7)).toSorted()).toEqual(kept);
    expect(withheld.every(({ limitSource, noticeDays }) => limitSource === 'group' && noticeDays === 60)).toBe(true);
    // Coverage that ends because premium was not paid is credited in full.
    expect(uncreditedLines(lines, terms, () => ({ ...notice, isNonPayment: true }))).toEqual([]);
  },
);

it('a credit for a month that was written off reverses the write-off first, and only the rest is credited', () => {
  const credits = billLines(day('2026-05-01'), [], billed(2));
  const reversals = writeOffReversals(credits, new Map([[day('2026-02-01'), 3000]]));
  expect(shown([...credits, ...reversals])).toEqual([
    ['retro', '02', -4500],
    ['retro', '03', -4500],
    ['uncredited', '02', 3000],
  ]);
  const postings = billPostings([...credits, ...reversals], day('2026-05-01'));
  expect(postings.map(({ account, cents }) => [account, cents])).toEqual([
    ['2010', -6000],
    ['4010', 4500],
    ['4010', 4500],
    ['5000', -3000],
  ]);
  // What is charged again later is written off again, and nothing of it is owed.
  const covered = [{ ...key(), premium: fromCents(4500), waiver: fromCents(0), employer: fromCents(0) }];
  const known: Posted = { ...key(), billed: fromCents(3000), employer: fromCents(0), uncredited: fromCents(3000) };
  expect(shown(billLines(day('2026-06-01'), covered, [known]))).toEqual([
    ['retro', '02', 4500],
    ['uncredited', '02', -3000],
  ]);
});
