import { type Cents, fromCents } from '../money.ts';
import { ratio } from './exact-cents.ts';
import type { PlanTier } from './tier-set.ts';

/** Families of a tier and the factor of its rate, in hundredths: 2.85 is 285. */
export type TierWeight = { readonly tier: PlanTier; readonly families: number; readonly factor: number };

/** The usual factors of tiers, in hundredths (case M4); the employee with one dependent has none. */
export const USUAL_FACTORS: Readonly<Partial<Record<PlanTier, number>>> = { EMP: 100, ESP: 200, ECH: 190, FAM: 285 };

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
