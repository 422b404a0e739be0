import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { dollarsText, enteredMoney, enteredPercent, enteredWhole } from './entered-numbers.ts';
import { formatMoney, fromCents } from './money.ts';

describe('money as it is typed', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['1,234.50', 123_450],
    ['$1,234.50', 123_450],
    ['$ 7', 700],
    ['0.1', 10],
    ['0', 0],
    ['-3.50', -350],
  ])('%s is %s cents', (text, value) => expect(enteredMoney(text)).toEqual({ value }));

  it.each(['1.234', '$1,234.505', '.123'])('%s has too many decimals', (text) =>
    expect(enteredMoney(text)).toEqual({ problem: 'Enter an amount with at most two decimals, such as 1,234.50.' }),
  );

  it.each(['abc', '12,34', '=1+1', '1e3', '$', '1.2.3'])('%s is no amount', (text) =>
    expect(enteredMoney(text)).toEqual({ problem: 'Enter an amount in dollars, such as 1,234.50.' }),
  );

  test('what is shown is read back to the same cents', () =>
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }), (cents) => {
        expect(enteredMoney(formatMoney(fromCents(cents)))).toEqual({ value: cents });
      }),
    ));
});

describe('a percentage as it is typed', () => {
  it.each([
    ['', null],
    ['60', 60],
    ['60%', 60],
    [' 60 % ', 60],
    ['0', 0],
    ['101', 101],
  ])('%s is %s', (text, value) => expect(enteredPercent(text)).toEqual({ value }));

  it.each(['12.5', '12.5%', '.5'])('%s has decimals', (text) =>
    expect(enteredPercent(text)).toEqual({ problem: 'Enter a whole percentage, without decimals.' }),
  );

  it.each(['half', '-5', '1e2', '60%%', '6 0'])('%s is no percentage', (text) =>
    expect(enteredPercent(text)).toEqual({ problem: 'Enter a percentage, such as 60.' }),
  );
});

test.each([
  ['42', 0, 42],
  [' 1,250 ', 0, 1250],
  ['12.7', 0, 12],
  ['-5', 0, -5],
  ['abc', 0, 0],
  ['', 30, 30],
  ['x', 31, 31],
])('the whole number of %j, or else %i, is %i', (text, fallback, whole) => {
  expect(enteredWhole(text, fallback)).toBe(whole);
});

test('dollars without their sign are written as they are read', () => {
  expect(dollarsText(fromCents(100_000))).toBe('1,000');
  expect(dollarsText(fromCents(7550))).toBe('75.50');
  expect(dollarsText(null)).toBe('');
  for (const amount of [0, 5, 7550, 100_000, 123_456_700])
    expect(enteredMoney(dollarsText(fromCents(amount)))).toEqual({ value: amount });
});
