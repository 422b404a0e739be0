import type { MethodTerms } from '@openbenefits/contract/payments';
import {
  addMonths,
  type CalendarDate,
  calendarDateFrom,
  firstOfMonth,
  formatDate,
} from '@openbenefits/domain/calendar-date';
import { dateRangeProblems } from '@openbenefits/domain/date-range';
import { type Cents, formatMoney, fromCents } from '@openbenefits/domain/money';
import {
  PAYMENT_METHOD_LABEL,
  PAYMENT_METHODS,
  type PaymentMethod,
  type PaymentTerms,
} from '@openbenefits/domain/payments/payment-method';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { type ApprovedSetting, changeSetting } from '../approvals/setting-changes.ts';
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

type Terms = Omit<PaymentTerms, 'effectiveOn'>;
type Asked = Terms & { method: PaymentMethod; effectiveOn: CalendarDate };

/** A setting per method and first day: 'wire 2026-12-01'. */
const keyOf = (method: PaymentMethod, effectiveOn: CalendarDate): string => `${method} ${effectiveOn}`;
const partsOf = (key: string): { method: PaymentMethod; effectiveOn: CalendarDate } => {
  const [method = '', effectiveOn = ''] = key.split(' ');
  return { method: method as PaymentMethod, effectiveOn: calendarDateFrom(effectiveOn) };
};

async function putInForce(work: Work, key: string, terms: Terms, setByName: string): Promise<void> {
  const { tx, actor, now, today } = work;
  const { method, effectiveOn } = partsOf(key);
  if (effectiveOn < today)
    throw new Refusal('state', 'The day has passed from which these terms hold. Earlier payments keep their fee.');
  const { processingTime, feeCents, feeBasisPoints, payerBearsFee, isOffered } = terms;
  const row = {
    processingTime,
    feeCents,
    feeBasisPoints,
    payerBearsFee,
    isOffered,
    setBy: actor.id,
    setByName,
    setAt: now,
  };
  await tx
    .insertInto('paymentMethodTerms')
    .values({ method, effectiveOn, ...row })
    .onConflict((conflict) => conflict.columns(['tenantId', 'method', 'effectiveOn']).doUpdateSet(row))
    .execute();
}

/** Time, fee and who bears it, of a method from a day on. They change with a second person. */
export const METHOD_TERMS: ApprovedSetting = {
  setting: 'payment_method_terms',
  asks: 'payments.approve',
  label: 'Payment method',
  nameOf(key) {
    const { method, effectiveOn } = partsOf(key);
    return `${PAYMENT_METHOD_LABEL[method]} from ${formatDate(effectiveOn)}`;
  },
  link: '/payments?tab=methods',
  async read({ tx }, key) {
    const { method, effectiveOn } = partsOf(key);
    const { effectiveOn: _, ...terms } = (await paymentTerms(tx, effectiveOn))[method];
    return terms;
  },
  facts(value) {
    const { processingTime, feeCents, feeBasisPoints, payerBearsFee, isOffered } = value as Terms;
    return [
      { label: 'Processing time', value: processingTime },
      { label: 'Fee, fixed', value: formatMoney(feeCents) },
      { label: 'Fee, percent of the amount', value: `${feeBasisPoints / 100}%` },
      { label: 'Fee is paid by', value: payerBearsFee ? 'The payer' : 'The organization' },
      { label: 'Offered', value: isOffered ? 'Yes' : 'No' },
    ];
  },
  apply: (work, key, value, askedByName) => putInForce(work, key, value as Terms, askedByName),
};

/**
 * Asks for other terms of a method from a day on; they are in force once another person has approved them. Earlier
 * payments keep theirs.
 */
export async function configureMethod(
  work: Work,
  { method, effectiveOn, processingTime, feeCents, feeBasisPoints, payerBearsFee, isOffered }: Asked,
): Promise<{ approvalId: string; waitsBecause: string | null }> {
  refuseIfAny(
    effectiveOn < work.today
      ? [{ path: 'effectiveOn', message: 'Choose today or a later day. Earlier payments keep their fee.' }]
      : dateRangeProblems('effectiveOn', effectiveOn, work.today),
  );
  const terms: Terms = { processingTime, feeCents, feeBasisPoints, payerBearsFee, isOffered };
  return changeSetting(work, METHOD_TERMS, keyOf(method, effectiveOn), terms);
}
