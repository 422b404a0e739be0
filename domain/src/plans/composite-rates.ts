import { type Cents, fromCents } from '../money.ts';
import { ratio } from './exact-cents.ts';
import { type PlanTier, TIER_SETS } from './tier-set.ts';

/** Families of a tier and the factor of its rate, in hundredths: 2.85 is 285. */
export type TierWeight = { readonly tier: PlanTier; readonly families: number; readonly factor: number };

/** The usual factors of tiers, in hundredths (case M4); the employee with one dependent has none. */
export const USUAL_FACTORS: Readonly<Partial<Record<PlanTier, number>>> = { EMP: 100, ESP: 200, ECH: 190, FAM: 285 };

/** States that require family tiers in place of ages and tobacco, and the tiers' factors (45 CFR 147.102(c)(3), (e)). */
export const FAMILY_TIER_STATES = ['NY', 'VT'] as const;
export type FamilyTierState = (typeof FAMILY_TIER_STATES)[number];

/** In hundredths of the employee's rate; `childrenTo` is the age to which a plan may cover children at these tiers. */
export const STATE_FAMILY_TIERS: Readonly<
  Record<
    FamilyTierState,
    { readonly factors: Readonly<Partial<Record<PlanTier, number>>>; readonly childrenTo: number }
  >
> = {
  // New York: the coverage of children may be extended to 29 (Insurance Law 4235(f)(1)(B)).
  NY: { factors: { EMP: 100, ESP: 200, ECH: 170, FAM: 285 }, childrenTo: 29 },
  VT: { factors: { EMP: 100, ESP: 200, ECH: 193, FAM: 281 }, childrenTo: 26 },
};

/** The rates of a state's four tiers from the employee's rate, rounded per tier. */
export function familyTierRates(employee: Cents, state: FamilyTierState): Partial<Record<PlanTier, Cents>> {
  const { factors } = STATE_FAMILY_TIERS[state];
  return Object.fromEntries(TIER_SETS.four.map((tier) => [tier, ratio(employee, factors[tier] ?? 100, 100)]));
}

/** Reads a factor such as '2.85' as hundredths, of at most 99.99; undefined for anything else. */
export function readTierFactor(text: string): number | undefined {
  const [, whole, decimals = ''] = /^\s*(\d{1,2})(?:\.(\d{1,2}))?\s*$/.exec(text) ?? [];
  const factor = whole === undefined ? 0 : Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return factor > 0 ? factor : undefined;
}

/**
 * Composite rates from the premiums of a list bill (case M4): the base is the total over the weighted families, rounded
 * to cents first, and each tier's rate is the base times its factor, rounded again. The bill by these rates may differ
 * from the list total by cents; that is right, and there is no balancing line. Undefined without families.
 */
export function compositeRates(
  listTotal: Cents,
  weights: readonly TierWeight[],
): { base: Cents; rates: Partial<Record<PlanTier, Cents>>; billed: Cents } | undefined {
  const weighted = weights.reduce((sum, { families, factor }) => sum + families * factor, 0);
  if (weighted <= 0) return undefined;
  const base = ratio(listTotal, 100, weighted);
  const rates: Partial<Record<PlanTier, Cents>> = {};
  let billed = 0;
  for (const { tier, families, factor } of weights) {
    const rate = ratio(base, factor, 100);
    rates[tier] = rate;
    billed += rate * families;
  }
  return { base, rates, billed: fromCents(billed) };
}
