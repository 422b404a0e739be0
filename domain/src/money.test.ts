import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, type Cents, formatMoney, fromCents, multiply, parseMoney, split, subtract } from './money.ts';

const cents = fc.integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 }).map(fromCents);

describe('money', () => {
  it.each([
    ['645', 64_500],
    ['$1,234.50', 123_450],
    ['(12.00)', -1200],
    ['-3.5', -350],
    ['−3.50', -350],
    ['0.01', 1],
    [' $ 7 ', 700],
  ])('reads %s', (text, amount) => expect(parseMoney(text)).toBe(amount));

  it.each(['', 'abc', '1.234', '12,34', '=1+1', '(5', '5)', '--5', '$', '1e3', '99999999999999999'])(
    'does not read %s',
    (text) => expect(parseMoney(text)).toBeUndefined(),
  );

  it('writes what it reads back', () =>
    fc.assert(
      fc.property(cents, (amount) => {
        expect(parseMoney(formatMoney(amount))).toBe(amount);
      }),
    ));

  it('is never a fraction', () => {
    expect(() => fromCents(0.5)).toThrow(RangeError);
    expect(() => fromCents(Number.NaN)).toThrow(RangeError);
    expect(Object.is(fromCents(-0), 0)).toBe(true);
  });

  it('splits into parts that add up to the whole', () =>
    fc.assert(
      fc.property(
        cents,
        fc
          .array(fc.nat(1000), { minLength: 1, maxLength: 40 })
          .filter((weights) => weights.some((weight) => weight > 0)),
        (amount, weights) => {
          const parts = split(amount, weights);
          expect(add(...parts)).toBe(amount);
          parts.forEach((part, index) =>
            expect(
              Math.abs(part - (amount * (weights[index] ?? 0)) / weights.reduce((sum, weight) => sum + weight, 0)),
            ).toBeLessThanOrEqual(1),
          );
        },
      ),
    ));

  it('rounds half away from zero, exactly', () => {
    expect(multiply(fromCents(64_500), 17, 31)).toBe(35_371); // 645.00 from the 15th of January, daily actual (domain rules 4.8)
    expect(multiply(fromCents(64_500), 17, 30)).toBe(36_550);
    expect(multiply(fromCents(1), 1, 2)).toBe(1);
    expect(multiply(fromCents(-1), 1, 2)).toBe(-1);
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 366 }), (amount, days) => {
        expect(subtract(multiply(amount, days, days), amount)).toBe(0 as Cents);
      }),
    );
  });
});

// Case M14 of the money engine: largest remainder, ties to the earlier part, none of a weight of zero.
it.each<[number, number[], number[]]>([
  [100, [3333, 3333, 3334], [33, 33, 34]],
  [12_501, [3334, 3334, 3333], [4168, 4167, 4166]],
  [1003, [49, 51], [491, 512]],
  [9999, [75, 25], [7499, 2500]],
  [1, [33, 66], [0, 1]],
  [-1003, [49, 51], [-491, -512]],
  [100, [1, 1, 1], [34, 33, 33]],
  [85_000, [38_340, 37_140, 30_000, 29_100, 26_550, 22_950, 0], [17_704, 17_149, 13_853, 13_437, 12_260, 10_597, 0]],
])('%i split by %j', (amount, weights, parts) => expect(split(fromCents(amount), weights)).toEqual(parts));
