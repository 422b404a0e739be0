import type { Cents } from '../money.ts';
import { ratio } from './exact-cents.ts';

/** A percentage of a volume: up to three decimals, or a whole number and thirds, since 66 2/3 has no decimals. */
export type VolumePercent = { readonly percent: number; readonly thirds?: 1 | 2 | undefined };

/**
 * What is rated of life and disability coverage, worked out from the annual salary in the plan's own order: multiple,
 * rounding, cap and age reduction give another amount in another order. Amounts are cents.
 */
export type VolumeStep =
  | ({ readonly step: 'multiply' } & VolumePercent)
  | { readonly step: 'divide'; readonly by: number }
  | { readonly step: 'round_up'; readonly to: Cents }
  | { readonly step: 'round_down'; readonly to: Cents }
  | { readonly step: 'round_nearest'; readonly to: Cents }
  | { readonly step: 'cap'; readonly at: Cents }
  | { readonly step: 'minimum'; readonly at: Cents }
  | {
      readonly step: 'reduce_by_age';
      readonly percents: readonly ({ readonly fromAge: number } & VolumePercent)[];
    };

/** The dollars of volume that one rate is for: 1,000 of life volume, 10 of weekly benefit, 100 of monthly payroll. */
export type VolumeUnit = 1000 | 10 | 100;

/** A volume between two steps: cents as a fraction, so that only the plan's own rounding steps round. */
type Exact = { readonly over: bigint; readonly under: bigint };

const exactly = (cents: number): Exact => ({ over: BigInt(cents), under: 1n });
const times = ({ over, under }: Exact, by: bigint, of: bigint): Exact => ({ over: over * by, under: under * of });

/** The whole part of a fraction; amounts are not negative. */
const floorOf = ({ over, under }: Exact): bigint => over / under;
const nearestOf = ({ over, under }: Exact): bigint => (2n * over + under) / (2n * under);
const ceilingOf = ({ over, under }: Exact): bigint => (over + under - 1n) / under;

/** Applies the steps in order; returns the volume after each of them, to the cent. */
export function volumeAfterSteps(salary: Cents, age: number, steps: readonly VolumeStep[]): Cents[] {
  let volume = exactly(salary);
  return steps.map((step) => {
    volume = afterStep(volume, age, step);
    return Number(nearestOf(volume)) as Cents;
  });
}

const share = (volume: Exact, { percent, thirds }: VolumePercent): Exact =>
  times(volume, BigInt(Math.round(percent * 1000)) * 3n + BigInt(thirds ?? 0) * 1000n, 300_000n);

/** Rounds to a multiple of a unit. */
function roundedTo(volume: Exact, unit: Cents, whole: (units: Exact) => bigint): Exact {
  return { over: whole(times(volume, 1n, BigInt(unit))) * BigInt(unit), under: 1n };
}

function afterStep(volume: Exact, age: number, step: VolumeStep): Exact {
  switch (step.step) {
    case 'multiply':
      return share(volume, step);
    case 'divide':
      return times(volume, 1n, BigInt(step.by));
    case 'round_up':
      return roundedTo(volume, step.to, ceilingOf);
    case 'round_down':
      return roundedTo(volume, step.to, floorOf);
    case 'round_nearest':
      return roundedTo(volume, step.to, nearestOf);
    case 'cap':
      return volume.over > BigInt(step.at) * volume.under ? exactly(step.at) : volume;
    case 'minimum':
      return volume.over < BigInt(step.at) * volume.under ? exactly(step.at) : volume;
    case 'reduce_by_age': {
      const reached = step.percents.filter(({ fromAge }) => age >= fromAge);
      const last = reached.reduce<(typeof reached)[number] | undefined>(
        (best, one) => (best === undefined || one.fromAge > best.fromAge ? one : best),
        undefined,
      );
      return last ? share(volume, last) : volume;
    }
  }
}

/** The monthly premium of a volume: per unit of dollars, the rate in ten-thousandths of a dollar. */
export const premiumOfVolume = (volume: Cents, unit: VolumeUnit, perUnit: number): Cents =>
  ratio(volume, perUnit, unit * 10_000);
