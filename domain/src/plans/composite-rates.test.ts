import { expect, it } from 'vitest';
import { type Cents, parseMoney } from '../money.ts';
import { compositeRates, familyTierRates, readTierFactor } from './composite-rates.ts';
import { lowerFactors } from './age-curve.ts';
import { FEDERAL_CURVE } from './federal-curve.test-data.ts';

it('are derived from list-bill premiums with two roundings (M4)', () => {
  expect(
    compositeRates(parseMoney('12,345.67') as Cents, [
      { tier: 'EMP', families: 5, factor: 100 },
      { tier: 'ESP', families: 2, factor: 200 },
      { tier: 'ECH', families: 1, factor: 190 },
      { tier: 'FAM', families: 2, factor: 285 },
    ]),
  ).toEqual({ base: 74_372, rates: { EMP: 74_372, ESP: 148_744, ECH: 141_307, FAM: 211_960 }, billed: 1_234_575 });
  expect(compositeRates(parseMoney('1') as Cents, [])).toBeUndefined();
});

it('factors of tiers are read to the hundredth', () => {
  expect(['2.85', ' 1 ', '1.9'].map(readTierFactor)).toEqual([285, 100, 190]);
  expect(['', '0', '-1', '2.855', '100', '2,85', 'x'].map(readTierFactor)).toEqual(Array(7).fill(undefined));
});

it('a factor lower than the year before is named (M1)', () => {
  expect(lowerFactors(FEDERAL_CURVE)).toEqual([]);
  expect(lowerFactors(FEDERAL_CURVE.with(18, 851))).toEqual([{ age: 18, factor: 851, before: 885 }]);
});

it.each([
  ['NY', { EMP: 50_000, ESP: 100_000, ECH: 85_000, FAM: 142_500 }],
  ['VT', { EMP: 50_000, ESP: 100_000, ECH: 96_500, FAM: 140_500 }],
] as const)('%s rates families by tier, from the employee’s rate', (state, rates) =>
  expect(familyTierRates(50_000 as Cents, state)).toEqual(rates),
);
