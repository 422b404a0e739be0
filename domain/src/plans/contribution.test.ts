import { describe, expect, it } from 'vitest';
import { fromCents } from '../money.ts';
import { type ContributionRule, employerShares, percentOf } from './contribution.ts';

const cents = (...amounts: number[]) => amounts.map((amount) => fromCents(amount));
const family = (...amounts: number[]) =>
  amounts.map((amount, place) => ({ memberId: `m${place}`, isEmployee: place === 0, cents: fromCents(amount) }));
const prices = new Map(cents(40_000, 38_998, 23_944).map((price, place) => [`m${place}`, price]));
const FAM = { tier: 'FAM', subscriberAge: 40 } as const;
const sharesOf = (rule: ContributionRule, terms: Parameters<typeof employerShares>[2] = FAM) =>
  employerShares(rule, family(28_000, 27_298, 16_760), terms);

describe('a contribution', () => {
  it('gives fractions of a percent', () => {
    expect(percentOf(38_998, 62.5)).toBe(24_374);
    expect(percentOf(10_000, 66.667)).toBe(6667);
    expect(percentOf(10_000, 33.333)).toBe(3333);
  });

  it('of a reference plan has a percentage for the employee and one for each dependent', () => {
    const shares = sharesOf({ kind: 'reference_plan', percent: 75, dependents: 50, prices });
    // 75 % of 400.00 is more than the premium of 280.00, which limits it.
    expect(shares).toEqual(cents(28_000, 19_499, 11_972));
    expect(shares?.reduce<number>((sum, one) => sum + one, 0)).toBe(59_471);
  });

  it('of a reference plan has a percentage by tier, and none where the tier has none', () => {
    const rule: ContributionRule = { kind: 'reference_plan', percent: 0, tiers: { FAM: 62.5 }, prices };
    expect(sharesOf(rule)).toEqual(cents(25_000, 24_374, 14_965));
    expect(sharesOf(rule, { ...FAM, tier: 'ESP' })).toBeUndefined();
  });

  it('is a flat amount by tier, shared by price and never more than the premium', () => {
    const rule: ContributionRule = {
      kind: 'flat_by_tier',
      tiers: { FAM: fromCents(50_000), ESP: fromCents(99_999_00) },
    };
    expect(sharesOf(rule)?.reduce<number>((sum, one) => sum + one, 0)).toBe(50_000);
    expect(sharesOf(rule, { ...FAM, tier: 'ESP' })).toEqual(cents(28_000, 27_298, 16_760));
    expect(sharesOf(rule, { ...FAM, tier: 'EMP' })).toBeUndefined();
  });
});
