import type { MethodTerms } from '@openbenefits/contract/payments';
import { addMonths, type CalendarDate, firstOfMonth } from '@openbenefits/domain/calendar-date';
import { dateRangeProblems } from '@openbenefits/domain/date-range';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import { PAYMENT_METHODS, type PaymentMethod } from '@openbenefits/domain/payments/payment-method';
import { refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import { paymentTerms } from './payment-terms.ts';

const MONTHS = 12;
/** Rates are shown with one decimal. */
const PER_MILLE = 1000;

type Volume = { method: PaymentMethod; cents: number; payments: number; ended: number; through: number };

/** The terms of each method, with success and volume of the last twelve months computed from its payments. */
export async function listMethods({ tx, today }: Pick<Work, 'tx' | 'today'>): Promise<MethodTerms[]> {
  const { rows } = await sql<Volume>`
    select method, coalesce(sum(cents) filter (where status = 'completed'), 0)::bigint as cents, count(*) filter (where status = 'completed')::integer as payments,
      count(*) filter (where status in ('completed', 'failed', 'returned'))::integer as ended, count(*) filter (where status = 'completed')::integer as through
    from payments where received_on > ${addMonths(today, -MONTHS)}::date group by method`.execute(tx);
  const found = new Map(rows.map((row) => [row.method, row]));
  const all = rows.reduce((sum, { cents }) => sum + cents, 0);
  const terms = await paymentTerms(tx, today);
  return PAYMENT_METHODS.map((method) => {
    const { cents = 0, payments = 0, ended = 0, through = 0 } = found.get(method) ?? {};
    return {
      method,
      ...terms[method],
      successRate: ended === 0 ? null : Math.round((through * PER_MILLE) / ended) / PER_MILLE,
      volume: all === 0 ? 0 : Math.round((cents * PER_MILLE) / all) / PER_MILLE,
      cents: fromCents(cents),
      payments,
    };
  });
}

type Month = { month: CalendarDate; payments: number; cents: Cents; failed: number; fees: Cents };

/** What came and failed by a method in each of the last twelve months. */
export async function methodStats({ tx, today }: Work, { method }: { method: PaymentMethod }): Promise<Month[]> {
  const first = addMonths(firstOfMonth(today), 1 - MONTHS);
  const { rows } = await sql<Month>`
    select m.month::date as month, count(y.id) filter (where y.status = 'completed')::integer as payments, coalesce(sum(y.cents) filter (where y.status = 'completed'), 0)::bigint as cents,
      count(y.id) filter (where y.status in ('failed', 'returned'))::integer as failed, coalesce(sum(y.fee_cents) filter (where y.status = 'completed'), 0)::bigint as fees
    from generate_series(${first}::date, ${firstOfMonth(today)}::date, interval '1 month') as m (month)
      left join payments y on y.method = ${method} and y.received_on >= m.month::date and y.received_on < (m.month + interval '1 month')::date
    group by m.month order by m.month`.execute(tx);
  return rows;
}

type Terms = {
  method: PaymentMethod;
  effectiveOn: CalendarDate;
  processingTime: string;
  feeCents: Cents;
  feeBasisPoints: number;
  payerBearsFee: boolean;
  isOffered: boolean;
};

/** Sets the terms of a method from a day on; earlier payments keep theirs. */
export async function configureMethod(
  { tx, actor, now, today, note }: Work,
  { method, effectiveOn, processingTime, feeCents, feeBasisPoints, payerBearsFee, isOffered }: Terms,
): Promise<{ effectiveOn: CalendarDate }> {
  refuseIfAny(
    effectiveOn < today
      ? [{ path: 'effectiveOn', message: 'Choose today or a later day. Earlier payments keep their fee.' }]
      : dateRangeProblems('effectiveOn', effectiveOn, today),
  );
  const terms = {
    processingTime,
    feeCents,
    feeBasisPoints,
    payerBearsFee,
    isOffered,
    setBy: actor.id,
    setByName: actor.name,
    setAt: now,
  };
  await tx
    .insertInto('paymentMethodTerms')
    .values({ method, effectiveOn, ...terms })
    .onConflict((row) => row.columns(['tenantId', 'method', 'effectiveOn']).doUpdateSet(terms))
    .execute();
  note({ targetKind: 'payment_method', targetId: method });
  return { effectiveOn };
}
