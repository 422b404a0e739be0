import { describe, expect, it } from 'vitest';
import { type Cents, fromCents } from '../money.ts';
import { premiumOfVolume, type VolumeStep, volumeAfterSteps } from './volume.ts';
import { readAgeReduction, readVolumePercent, volumePercentText } from './volume-step-text.ts';

const $ = (dollars: number): Cents => fromCents(Math.round(dollars * 100));
const after = (salary: number, age: number, steps: readonly VolumeStep[]) => volumeAfterSteps($(salary), age, steps);
const DOLLAR = { to: $(1) };

describe('the volume of a salary', () => {
  it('is rounded by the steps of the plan and in their order', () => {
    // A weekly disability benefit of 60 %, to the dollar below, at 0.260 per 10.
    const volumes = after(35_400, 40, [
      { step: 'divide', by: 52 },
      { step: 'round_nearest', ...DOLLAR },
      { step: 'multiply', percent: 60 },
      { step: 'round_down', ...DOLLAR },
    ]);
    expect(volumes).toEqual([$(680.77), $(681), $(408.6), $(408)]);
    expect(premiumOfVolume($(408), 10, 2600)).toBe($(10.61));
  });

  it('takes two thirds exactly', () => {
    const weekly: VolumeStep = { step: 'multiply', percent: 66, thirds: 2 };
    expect(after(30_000, 40, [weekly])).toEqual([$(20_000)]);
    expect(after(30_000, 40, [{ step: 'multiply', percent: 66.667 }])).toEqual([$(20_000.1)]);
    const ages: VolumeStep = { step: 'reduce_by_age', percents: [{ fromAge: 65, percent: 33, thirds: 1 }] };
    expect(after(30_000, 65, [ages])).toEqual([$(10_000)]);
    expect(after(30_000, 64, [ages])).toEqual([$(30_000)]);
  });

  it.each<[string, number, VolumeStep[], number]>([
    // 25,500 / 52 is 490.3846...
    [
      'up',
      25_500,
      [
        { step: 'divide', by: 52 },
        { step: 'round_up', to: $(0.5) },
      ],
      490.5,
    ],
    [
      'down',
      99_999.99,
      [
        { step: 'multiply', percent: 33, thirds: 1 },
        { step: 'round_down', ...DOLLAR },
      ],
      33_333,
    ],
    // 680.4961... is 680.50 to the cent, and 680 to the dollar.
    [
      'to the nearest',
      35_385.8,
      [
        { step: 'divide', by: 52 },
        { step: 'round_nearest', ...DOLLAR },
      ],
      680,
    ],
    ['up from a whole unit', 40_000, [{ step: 'round_up', to: $(1000) }], 40_000],
  ])('is rounded %s from the exact amount', (_, salary, steps, expected) =>
    expect(after(salary, 40, steps).at(-1)).toBe($(expected)),
  );
});

it.each([
  ['60', { percent: 60 }],
  ['62.5 %', { percent: 62.5 }],
  ['66 2/3', { percent: 66, thirds: 2 }],
  ['66⅔%', { percent: 66, thirds: 2 }],
  ['33⅓', { percent: 33, thirds: 1 }],
  ['66 2/4', undefined],
  ['101', undefined],
  ['100 1/3', undefined],
  ['', undefined],
])('the percentage “%s” is read', (text, expected) => {
  const read = readVolumePercent(text, 100);
  expect(read).toEqual(expected);
  if (read) expect(readVolumePercent(volumePercentText(read), 100)).toEqual(read);
});

it('an age reduction has percentages of thirds, and is read as a whole or not at all', () => {
  expect(readAgeReduction('65: 66 2/3%, 70 50')).toEqual([
    { fromAge: 65, percent: 66, thirds: 2 },
    { fromAge: 70, percent: 50 },
  ]);
  expect(readAgeReduction('65 65%, 70')).toBeUndefined();
});
