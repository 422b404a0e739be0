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
 * and children each add their rate once, and with both the family rate is the whole. Where `dependents` is 'whole', the
 * spouse and child rates are those of the whole tier. Age rates: an amount per person by age. Age curve: the base rate
 * (factor 1.000) times area, age and tobacco factors, per person. Volume: an amount per unit of life or disability volume.
 */
export type RateTable =
  | {
      readonly method: 'composite';
      readonly tiers: TierSet;
      readonly rates: Readonly<Partial<Record<PlanTier, Cents>>>;
    }
  | { readonly method: 'banded'; readonly dependents?: DependentRates; readonly rows: readonly BandedRow[] }
  | {
      readonly method: 'age_rates';
      /** `tobacco` is the whole rate of a tobacco user; null where it is the same. */
      readonly rows: readonly (AgeBand & { readonly rate: Cents; readonly tobacco: Cents | null })[];
      readonly chargedChildren: number | null;
    }
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
      /** Tobacco factors by age, where they differ from `tobacco`. */
      readonly tobaccoByAge?: readonly (Thousandths | null)[];
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
/** Whether the spouse and child rates of an age group are added to the employee's, or are those of the whole tier. */
export type DependentRates = 'added' | 'whole';
export const RATING_METHODS = ['composite', 'banded', 'age_rates', 'age_curve', 'volume'] as const;
export type RatingMethod = (typeof RATING_METHODS)[number];

export const RATING_METHOD_LABEL: Readonly<Record<RatingMethod, string>> = {
  composite: 'Composite',
  banded: 'Age banded',
  age_rates: 'Rates per age',
  age_curve: 'Age curve',
  volume: 'Volume',
};

export const inBand = ({ from, to }: AgeBand, age: number): boolean => age >= from && (to === null || age <= to);

/** Whether a method rates each person by age. */
export const isByPerson = (method: RatingMethod): boolean => method === 'age_curve' || method === 'age_rates';

/** Rates may vary by tobacco only for those who may legally use it (45 CFR 147.102(a)(1)(iv), 21 U.S.C. 387f(d)(5)). */
export const LEGAL_TOBACCO_AGE = 21;

/** Children from this age on are charged for themselves and use up no slot (domain rules 4.4). */
export const ADULT_CHILD_AGE = 21;
