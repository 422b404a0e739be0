import { expect, it } from 'vitest';
import { fromCents } from '../money.ts';
import { feesToPay } from './fees-owed.ts';

const owed = {
  fees: [
    { id: 'first', cents: fromCents(25_00) },
    { id: 'second', cents: fromCents(30_00) },
  ],
  refunds: fromCents(10_00),
};

it.each([
  [100_00, ['first', 'second'], 10_00, 65_00],
  [60_00, ['first', 'second'], 5_00, 60_00],
  [31_00, ['first'], 6_00, 31_00],
  [20_00, [], 10_00, 10_00],
  [0, [], 0, 0],
])('%d cents that no premium needs pay fees in full, then refunds owed', (left, feeIds, refunds, cents) => {
  expect(feesToPay(fromCents(left), owed)).toEqual({ feeIds, refunds, cents });
});
