import { add, type Cents, fromCents, subtract, ZERO } from '../money.ts';
import type { PaymentMethod } from './payment-method.ts';

/** What a group owes besides premium: return fees, and refunds of payments that came back afterwards. */
export type FeesOwed = {
  readonly fees: readonly { readonly id: string; readonly cents: Cents }[];
  readonly refunds: Cents;
};
export type FeesPaid = { readonly feeIds: readonly string[]; readonly refunds: Cents; readonly cents: Cents };

/** A debit never carries a fee (NACHA Operating Rules 2.14); checks and wires may pay one. */
export const PAYS_FEES: ReadonlySet<PaymentMethod> = new Set(['check', 'wire']);

/** What money that no premium needs pays: each fee in full, the oldest first, then refunds owed, also in part. */
export function feesToPay(left: Cents, { fees, refunds }: FeesOwed): FeesPaid {
  const feeIds: string[] = [];
  let rest = left;
  for (const { id, cents } of fees) {
    if (cents > rest) continue;
    feeIds.push(id);
    rest = subtract(rest, cents);
  }
  const paid = fromCents(Math.min(Math.max(ZERO, rest), refunds));
  return { feeIds, refunds: paid, cents: add(subtract(left, rest), paid) };
}
