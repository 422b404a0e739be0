import { expect, it } from 'vitest';
import { fromCents } from '../money.ts';
import { refundProblem } from './refund.ts';

it.each([
  ['the whole balance', 100_00, 100_00, 0, undefined],
  ['what is not reserved', 40_00, 100_00, 60_00, undefined],
  ['more than is not reserved', 60_00, 100_00, 60_00, '$40.00 is available.'],
  ['more than the balance', 100_01, 100_00, 0, '$100.00 is available.'],
  ['from a balance that is all reserved', 1, 100_00, 120_00, '$0.00 is available.'],
  ['from nothing', 1, 0, 0, 'Nothing is overpaid. Only an overpayment or a credit can be refunded.'],
])('a refund of %s', (_, cents, balance, reserved, problem) => {
  expect(refundProblem(fromCents(cents), fromCents(balance), fromCents(reserved))).toBe(problem);
});
