import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { fromCents } from '@openbenefits/domain/money';
import {
  FIRST_TERMS,
  PAYMENT_METHODS,
  type PaymentMethod,
  type PaymentTerms,
} from '@openbenefits/domain/payments/payment-method';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';

/** The terms of every method on a day: what the organization set, or the first ones. */
export async function paymentTerms(tx: Tx, on: CalendarDate): Promise<Record<PaymentMethod, PaymentTerms>> {
  const { rows } = await sql<Omit<PaymentTerms, 'feeCents'> & { method: PaymentMethod; feeCents: number }>`
    select distinct on (method) method, effective_on, processing_time, fee_cents, fee_basis_points, payer_bears_fee, is_offered
    from payment_method_terms where effective_on <= ${on}::date order by method, effective_on desc`.execute(tx);
  const set = new Map(rows.map(({ method, feeCents, ...row }) => [method, { ...row, feeCents: fromCents(feeCents) }]));
  const entries = PAYMENT_METHODS.map((method) => [method, set.get(method) ?? FIRST_TERMS[method]] as const);
  return Object.fromEntries(entries) as Record<PaymentMethod, PaymentTerms>;
}
