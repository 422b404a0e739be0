import type { Cents } from '../money.ts';
import type { PlanTier, TierSet } from './tier-set.ts';
import type { VolumeStep, VolumeUnit } from './volume.ts';

/** Age limits are inclusive; `to` null is "and older". */
export type AgeBand = { readonly from: number; readonly to: number | null };

/** The specified rate row: an age group with the rates of employee, spouse, child and family (specification 2, section 3). */
export type BandedRow = AgeBand & {
  readonly employee: Cents;
  readonly spouse: Cents;
  readonly child: Cents;
  readonly family: Cents;
};

/** Factors are integer thousandths: 1.278 is 1278. */
export type Thousandths = number;

/**
 * One version of a plan's rates. Composite: an amount per tier. Banded: the row of the subscriber's age group; a spouse
 * and children each add their rate once, and with both the family rate is the whole. Age curve: the base rate (factor
 * 1.000) times area, age and tobacco factors, per person. Volume: an amount per unit of life or disability volume.
 */
export type RateTable =
  | {
      readonly method: 'composite';
      readonly tiers: TierSet;
      readonly rates: Readonly<Partial<Record<PlanTier, Cents>>>;
    }
  | { readonly method: 'banded'; readonly rows: readonly BandedRow[] }
  | {
      readonly method: 'age_curve';
      readonly base: Cents;
      /** The factor that the base rate stands for, in thousandths; 1000 where left out (DC and MA: age 21 is another). */
      readonly per?: Thousandths;
      /** Factor by age; the last age stands for every older one. */
      readonly ages: readonly Thousandths[];
      /** By rating area; null where everybody is rated alike. */
      readonly areas: ReadonlyMap<string, Thousandths> | null;
      readonly tobacco: Thousandths;
      /** How many children under 21 are charged at most; null for no limit (45 CFR 147.102(c)(1): medical only). */
      readonly chargedChildren: number | null;
    }
  | {
      readonly method: 'volume';
      readonly steps: readonly VolumeStep[];
      readonly unit: VolumeUnit;
      /** Per unit, in ten-thousandths of a dollar, by the subscriber's age: $0.080 per $1,000 is 800. */
      readonly rates: readonly (AgeBand & { readonly perUnit: number })[];
    };
export const RATING_METHODS = ['composite', 'banded', 'age_curve', 'volume'] as const;
export type RatingMethod = (typeof RATING_METHODS)[number];

export const RATING_METHOD_LABEL: Readonly<Record<RatingMethod, string>> = {
  composite: 'Composite',
  banded: 'Age banded',
  age_curve: 'Age curve',
  volume: 'Volume',
};

export const inBand = ({ from, to }: AgeBand, age: number): boolean => age >= from && (to === null || age <= to);

/** Children from this age on are charged for themselves and use up no slot (domain rules 4.4). */
export const ADULT_CHILD_AGE = 21;
