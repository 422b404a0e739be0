import { type Cents, formatMoney, parseMoney } from '../money.ts';
import type { VolumePercent, VolumeStep } from './volume.ts';

export const VOLUME_STEP_LABEL: Readonly<Record<VolumeStep['step'], string>> = {
  multiply: 'Multiply',
  divide: 'Divide',
  round_up: 'Round up',
  round_down: 'Round down',
  round_nearest: 'Round to the nearest',
  cap: 'Maximum',
  minimum: 'Minimum',
  reduce_by_age: 'Reduce by age',
};

/** A percentage as it is entered and shown, without its sign: "60", "62.5", "66 2/3". */
export const volumePercentText = ({ percent, thirds }: VolumePercent): string =>
  thirds === undefined ? String(percent) : `${percent} ${thirds}/3`;

/** Reads "60", "62.5%", "66 2/3 %", "66⅔"; undefined where it is no percentage up to `most`. */
export function readVolumePercent(text: string, most: number): VolumePercent | undefined {
  const plain = text.trim().replace(/\s*%$/, '').replace('⅓', ' 1/3').replace('⅔', ' 2/3');
  const [, whole, over] = /^(\d{1,5})\s+([12])\s*\/\s*3$/.exec(plain) ?? [];
  if (whole !== undefined) {
    const percent = Number(whole);
    return percent < most ? { percent, thirds: over === '1' ? 1 : 2 } : undefined;
  }
  if (!/^\d{1,5}(\.\d{1,3})?$/.test(plain)) return undefined;
  return Number(plain) <= most ? { percent: Number(plain) } : undefined;
}

export const MOST_VOLUME_PERCENT = 10_000;

const MOST_AGE = 120;

/** "65 65%, 70 50%": from these ages on, the percentage of the volume. */
export const ageReductionText = (percents: readonly ({ fromAge: number } & VolumePercent)[]): string =>
  percents.map((one) => `${one.fromAge} ${volumePercentText(one)}%`).join(', ');

/** Reads what `ageReductionText` writes; undefined where it is none. */
export function readAgeReduction(text: string): ({ fromAge: number } & VolumePercent)[] | undefined {
  const read = text.split(',').map((part) => {
    const [, age, percent = ''] = /^\s*(\d{1,3})\s*(?::|\s)\s*(.+)$/.exec(part) ?? [];
    const share = readVolumePercent(percent, 100);
    const fromAge = Number(age);
    return share && fromAge >= 1 && fromAge <= MOST_AGE ? [{ fromAge, ...share }] : [];
  });
  return read.every((one) => one.length === 1) ? read.flat() : undefined;
}

/** A step in words, as a file holds it: "Multiply by 200%", "Round up to $1,000.00", "By age: 65 65%, 70 50%". */
export function volumeStepText(step: VolumeStep): string {
  switch (step.step) {
    case 'multiply':
      return `Multiply by ${volumePercentText(step)}%`;
    case 'divide':
      return `Divide by ${step.by}`;
    case 'round_up':
      return `Round up to ${formatMoney(step.to)}`;
    case 'round_down':
      return `Round down to ${formatMoney(step.to)}`;
    case 'round_nearest':
      return `Round to the nearest ${formatMoney(step.to)}`;
    case 'cap':
      return `At most ${formatMoney(step.at)}`;
    case 'minimum':
      return `At least ${formatMoney(step.at)}`;
    case 'reduce_by_age':
      return `By age: ${ageReductionText(step.percents)}`;
  }
}

/** Reads what `volumeStepText` writes; undefined where it is none. */
export function readVolumeStep(text: string): VolumeStep | undefined {
  const plain = text.trim();
  const [, percent] = /^multiply by (.+)$/i.exec(plain) ?? [];
  if (percent !== undefined) {
    const share = readVolumePercent(percent, MOST_VOLUME_PERCENT);
    return share && { step: 'multiply', ...share };
  }
  const [, by] = /^divide by (\d{1,4})$/i.exec(plain) ?? [];
  if (by !== undefined && Number(by) > 0) return { step: 'divide', by: Number(by) };
  const [, ages] = /^by age: *(.+)$/i.exec(plain) ?? [];
  if (ages !== undefined) {
    const percents = readAgeReduction(ages);
    return percents && { step: 'reduce_by_age', percents };
  }
  const [, what = '', amount = ''] =
    /^(round up to|round down to|round to the nearest|at most|at least) (.+)$/i.exec(plain) ?? [];
  const cents = parseMoney(amount);
  if (cents === undefined || cents <= 0) return undefined;
  return stepOf(what.toLowerCase(), cents);
}

function stepOf(what: string, cents: Cents): VolumeStep | undefined {
  if (what === 'round up to') return { step: 'round_up', to: cents };
  if (what === 'round down to') return { step: 'round_down', to: cents };
  if (what === 'round to the nearest') return { step: 'round_nearest', to: cents };
  if (what === 'at most') return { step: 'cap', at: cents };
  return what === 'at least' ? { step: 'minimum', at: cents } : undefined;
}
