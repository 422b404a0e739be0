import type { Thousandths } from './rate-table.ts';

/** A factor that is lower than that of the year before: nearly always a slip of the keyboard (case M1). */
export type LowerFactor = { readonly age: number; readonly factor: Thousandths; readonly before: Thousandths };

export const lowerFactors = (factors: readonly Thousandths[]): LowerFactor[] =>
  factors.flatMap((factor, age) => {
    const before = factors[age - 1];
    return before !== undefined && factor < before ? [{ age, factor, before }] : [];
  });
