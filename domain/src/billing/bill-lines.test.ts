import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDateFrom } from '../calendar-date.ts';
import { fromCents } from '../money.ts';
import { billKey, type BillLine, billLines, type Expected, type Posted } from './bill-lines.ts';
import { billPostings, recognitionPostings } from './bill-postings.ts';

const month = (no: number) => calendarDateFrom(`2026-${String(no).padStart(2, '0')}-01`);
const expected = (no: number, premium: number, subscriberId = 'ann', waiver = 0): Expected => ({
  subscriberId,
  line: 'medical',
  planId: 'ppo',
  month: month(no),
  premium: fromCents(premium),
  waiver: fromCents(waiver),
  employer: fromCents(0),
});
/** What all bills so far have for each key. */
function postedOf(bills: readonly (readonly BillLine[])[]): Posted[] {
  const sums = new Map<string, Posted>();
  for (const line of bills.flat()) {
    const before = sums.get(billKey(line));
    sums.set(billKey(line), {
      ...line,
      billed: fromCents((before?.billed ?? 0) + line.cents),
      employer: fromCents((before?.employer ?? 0) + line.employer),
      uncredited: fromCents(0),
    });
  }
  return [...sums.values()];
}
const shown = (lines: readonly BillLine[]) => lines.map(({ kind, month: of, cents }) => [kind, of.slice(5, 7), cents]);

describe('a credit uses the price at which the month was billed (case M8)', () => {
  const prices = [28_500, 28_500, 28_500, 30_500];
  const bills = prices.map((price, index) => billLines(month(index + 1), [expected(index + 1, price)], []));

  it('a termination in February gives March and April back, each with its month', () => {
    const known = [expected(1, 28_500), expected(2, 28_500)];
    const may = billLines(month(5), known, postedOf(bills));
    expect(shown(may)).toEqual([
      ['retro', '03', -28_500],
      ['retro', '04', -30_500],
    ]);
    // The rate of April is corrected afterwards: billed 0.00 is due 0.00.
    expect(billLines(month(6), known, postedOf([...bills, may]))).toEqual([]);
  });
});

it('a newborn’s charge and waiver are two lines (case M7); a second run is empty', () => {
  const known = [expected(7, 30_600, 'ann', -9871)];
  const july = billLines(month(7), known, []);
  expect(shown(july)).toEqual([
    ['premium', '07', 30_600],
    ['waiver', '07', -9871],
  ]);
  expect(billLines(month(7), known, postedOf([july]))).toEqual([]);
});

it('whatever is believed one month after the other, the bills add up to what is believed last', () => {
  const belief = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom('ann', 'bob'), fc.integer({ min: 0, max: 90_000 })),
    {
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(fc.array(belief, { minLength: 1, maxLength: 6 }), (beliefs) => {
      const bills: BillLine[][] = [];
      let last: Expected[] = [];
      for (const [index, one] of beliefs.entries()) {
        const byKey = new Map(
          one.filter(([no]) => no <= index + 1).map(([no, who, cents]) => [`${no} ${who}`, expected(no, cents, who)]),
        );
        last = [...byKey.values()];
        bills.push(billLines(month(index + 1), last, postedOf(bills)));
        expect(billLines(month(index + 1), last, postedOf(bills))).toEqual([]);
      }
      const sums = new Map(postedOf(bills).map((key) => [billKey(key), key.billed]));
      for (const key of last) expect(sums.get(billKey(key)) ?? 0).toBe(key.premium);
      expect([...sums.values()].reduce<number>((sum, cents) => sum + cents, 0)).toBe(
        last.reduce((sum, { premium }) => sum + premium, 0),
      );
      for (const lines of bills)
        expect(billPostings(lines, month(3)).reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
    }),
  );
});

it('the postings of a bill: receivable against income that has begun, against the future, against adjustments', () => {
  const lines = [
    ...billLines(month(7), [expected(7, 30_600, 'ann', -9871)], []),
    ...billLines(month(7), [expected(5, 500)], []),
  ];
  expect(billPostings(lines, month(6)).map(({ account, cents }) => [account, cents])).toEqual([
    ['1100', 21_229],
    ['2200', -30_600],
    ['4020', 9871],
    ['4010', -500],
  ]);
  expect(
    billPostings(billLines(month(7), [], postedOf([lines])), month(8)).map(({ account, cents }) => [account, cents]),
  ).toEqual([
    ['2010', -21_229],
    ['4010', 20_729],
    ['4010', 500],
  ]);
  const advance = billPostings(lines, month(6)).filter(({ account }) => account === '2200');
  expect(recognitionPostings(advance).map(({ account, cents }) => [account, cents])).toEqual([
    ['2200', 30_600],
    ['4000', -30_600],
  ]);
});
