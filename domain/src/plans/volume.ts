import type { Cents } from '../money.ts';
import { ratio } from './exact-cents.ts';

/**
 * What is rated of life and disability coverage, worked out from the annual salary in the plan's own order: multiple,
 * rounding, cap and age reduction give another amount in another order (domain rules, case M5). Amounts are cents,
 * percentages whole.
 */
export type VolumeStep =
  | { readonly step: 'multiply'; readonly percent: number }
  | { readonly step: 'divide'; readonly by: number }
  | { readonly step: 'round_up'; readonly to: Cents }
  | { readonly step: 'round_nearest'; readonly to: Cents }
  | { readonly step: 'cap'; readonly at: Cents }
  | { readonly step: 'minimum'; readonly at: Cents }
  | {
      readonly step: 'reduce_by_age';
      readonly percents: readonly { readonly fromAge: number; readonly percent: number }[];
    };

/** The dollars of volume that one rate is for: 1,000 of life volume, 10 of weekly benefit, 100 of monthly payroll. */
export type VolumeUnit = 1000 | 10 | 100;

/** Applies the steps in order; returns the volume after each of them. */
export function volumeAfterSteps(salary: Cents, age: number, steps: readonly VolumeStep[]): Cents[] {
  let volume = salary;
  return steps.map((step) => (volume = afterStep(volume, age, step)));
}

function afterStep(volume: Cents, age: number, step: VolumeStep): Cents {
  switch (step.step) {
    case 'multiply':
      return ratio(volume, step.percent, 100);
    case 'divide':
      return ratio(volume, 1, step.by);
    case 'round_up':
      return (Math.ceil(volume / step.to) * step.to) as Cents;
    case 'round_nearest':
      return (ratio(volume, 1, step.to) * step.to) as Cents;
    case 'cap':
      return volume > step.at ? step.at : volume;
    case 'minimum':
      return volume < step.at ? step.at : volume;
    case 'reduce_by_age': {
      const reached = step.percents.filter(({ fromAge }) => age >= fromAge);
      const last = reached.reduce<(typeof reached)[number] | undefined>(
        (best, one) => (best === undefined || one.fromAge > best.fromAge ? one : best),
        undefined,
      );
      return last ? ratio(volume, last.percent, 100) : volume;
    }
  }
}

/** The monthly premium of a volume: per unit of dollars, the rate in ten-thousandths of a dollar. */
export const premiumOfVolume = (volume: Cents, unit: VolumeUnit, perUnit: number): Cents =>
  ratio(volume, perUnit, unit * 10_000);
