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
