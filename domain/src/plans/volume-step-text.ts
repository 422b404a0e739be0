import { type Cents, formatMoney, parseMoney } from '../money.ts';
import type { VolumeStep } from './volume.ts';

export const VOLUME_STEP_LABEL: Readonly<Record<VolumeStep['step'], string>> = {
  multiply: 'Multiply',
  divide: 'Divide',
  round_up: 'Round up',
  round_nearest: 'Round to the nearest',
  cap: 'Maximum',
  minimum: 'Minimum',
  reduce_by_age: 'Reduce by age',
};

/** A step in words, as a file holds it: "Multiply by 200%", "Round up to $1,000.00", "By age: 65 65%, 70 50%". */
export function volumeStepText(step: VolumeStep): string {
  switch (step.step) {
    case 'multiply':
      return `Multiply by ${step.percent}%`;
    case 'divide':
      return `Divide by ${step.by}`;
    case 'round_up':
      return `Round up to ${formatMoney(step.to)}`;
    case 'round_nearest':
      return `Round to the nearest ${formatMoney(step.to)}`;
    case 'cap':
      return `At most ${formatMoney(step.at)}`;
    case 'minimum':
      return `At least ${formatMoney(step.at)}`;
    case 'reduce_by_age':
      return `By age: ${step.percents.map(({ fromAge, percent }) => `${fromAge} ${percent}%`).join(', ')}`;
  }
}

/** Reads what `volumeStepText` writes; undefined where it is none. */
export function readVolumeStep(text: string): VolumeStep | undefined {
  const plain = text.trim();
  const [, percent] = /^multiply by (\d{1,4})\s*%$/i.exec(plain) ?? [];
  if (percent !== undefined) return { step: 'multiply', percent: Number(percent) };
  const [, by] = /^divide by (\d{1,4})$/i.exec(plain) ?? [];
  if (by !== undefined && Number(by) > 0) return { step: 'divide', by: Number(by) };
  const [, ages] = /^by age: *(.+)$/i.exec(plain) ?? [];
  if (ages !== undefined) return reductionOf(ages);
  const [, what = '', amount = ''] = /^(round up to|round to the nearest|at most|at least) (.+)$/i.exec(plain) ?? [];
  const cents = parseMoney(amount);
  if (cents === undefined || cents <= 0) return undefined;
  return stepOf(what.toLowerCase(), cents);
}

function stepOf(what: string, cents: Cents): VolumeStep | undefined {
  if (what === 'round up to') return { step: 'round_up', to: cents };
  if (what === 'round to the nearest') return { step: 'round_nearest', to: cents };
  if (what === 'at most') return { step: 'cap', at: cents };
  return what === 'at least' ? { step: 'minimum', at: cents } : undefined;
}

function reductionOf(text: string): VolumeStep | undefined {
  const percents = text.split(',').map((part) => {
    const [, age, percent] = /^\s*(\d{1,3})\s*:?\s+(\d{1,3})\s*%\s*$/.exec(part) ?? [];
    return age === undefined ? undefined : { fromAge: Number(age), percent: Number(percent) };
  });
  const read = percents.filter((part) => part !== undefined);
  return read.length === percents.length ? { step: 'reduce_by_age', percents: read } : undefined;
}
