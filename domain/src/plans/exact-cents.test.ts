import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromCents, multiply } from '../money.ts';
import { ratio } from './exact-cents.ts';

it('agrees with multiply for every amount', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: -(10 ** 12), max: 10 ** 12 }),
      fc.integer({ min: 0, max: 10 ** 9 }),
      fc.integer({ min: 1, max: 10 ** 9 }),
      (cents, numerator, denominator) => {
        const exact = (BigInt(cents) * BigInt(numerator)) / BigInt(denominator);
        fc.pre(exact < 9_000_000_000_000_000n && exact > -9_000_000_000_000_000n);
        expect(ratio(cents, numerator, denominator)).toBe(multiply(fromCents(cents), numerator, denominator));
      },
    ),
  ));
