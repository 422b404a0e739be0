import { expect, it } from 'vitest';
import { averageRateChange, rateChange, rateChangeText } from './rate-change.ts';

it.each([
  [100_000, 105_000, 50],
  [100_000, 100_000, 0],
  [64_500, 67_725, 50],
  [300, 299, -3],
  [0, 100, null],
])('from %s to %s', (before, after, change) => expect(rateChange(before, after)).toBe(change));

it('is weighted by the members of the plans', () => {
  expect(
    averageRateChange([
      { change: 50, enrolled: 300 },
      { change: 10, enrolled: 100 },
    ]),
  ).toBe(40);
  expect(averageRateChange([{ change: 50, enrolled: 0 }])).toBeNull();
});

it.each([
  [42, '+4.2%'],
  [-10, '−1.0%'],
  [0, 'no change'],
])('%s in words', (change, text) => expect(rateChangeText(change)).toBe(text));
