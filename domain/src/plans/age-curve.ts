import type { Thousandths } from './rate-table.ts';

/** A state's age curve for plan years that begin on or after a date: data, never code (45 CFR 147.102(d)). */
export type AgeCurve = {
  readonly code: string;
  readonly name: string;
  readonly from: string;
  /** By age from 0; the last stands for every older one. */
  readonly factors: readonly Thousandths[];
};

/** A factor that is lower than that of the year before: nearly always a slip of the keyboard (case M1). */
export type LowerFactor = { readonly age: number; readonly factor: Thousandths; readonly before: Thousandths };

export const lowerFactors = (factors: readonly Thousandths[]): LowerFactor[] =>
  factors.flatMap((factor, age) => {
    const before = factors[age - 1];
    return before !== undefined && factor < before ? [{ age, factor, before }] : [];
  });

/**
 * The factors relative to the rate that a carrier gives. A table with the rate at factor 1.000 takes the curve as it is;
 * one with the age-21 rate divides by the factor at 21, which is not 1.000 in every state (DC 0.727, MA 1.183).
 */
export function factorsFor(
  curve: AgeCurve,
  baseIs: 'factor_one' | 'age_21',
): { numerator: readonly number[]; denominator: number } {
  return { numerator: curve.factors, denominator: baseIs === 'age_21' ? (curve.factors[21] ?? 1000) : 1000 };
}
