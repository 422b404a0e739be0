import { type CalendarDate, calendarDateFrom } from '../calendar-date.ts';
import { add, type Cents, fromCents, multiply } from '../money.ts';

/** How money comes (specification 2, Payment Methods). */
export const PAYMENT_METHODS = ['ach', 'wire', 'credit_card', 'check'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_METHOD_LABEL: Readonly<Record<PaymentMethod, string>> = {
  ach: 'ACH',
  wire: 'Wire',
  credit_card: 'Credit Card',
  check: 'Check',
};

/** The terms of a method from a day on. `feeBasisPoints` are hundredths of a percent of the amount. */
export type PaymentTerms = {
  readonly effectiveOn: CalendarDate;
  readonly processingTime: string;
  readonly feeCents: Cents;
  readonly feeBasisPoints: number;
  readonly payerBearsFee: boolean;
  readonly isOffered: boolean;
};

const SINCE = calendarDateFrom('2020-01-01');
const terms = (processingTime: string, cents: number, feeBasisPoints = 0): PaymentTerms => ({
  effectiveOn: SINCE,
  processingTime,
  feeCents: fromCents(cents),
  feeBasisPoints,
  payerBearsFee: false,
  isOffered: true,
});

/** Times and fees until an organization sets its own (specification 2, section 9). */
export const FIRST_TERMS: Readonly<Record<PaymentMethod, PaymentTerms>> = {
  ach: terms('1-2 business days', 2_50),
  wire: terms('Same day', 25_00),
  credit_card: { ...terms('Instant', 30, 290), payerBearsFee: true },
  check: terms('3-5 business days', 5_00),
};

/** The processing fee of an amount: a share of it, rounded half up, and a fixed part. */
export const processingFee = (
  amount: Cents,
  { feeCents, feeBasisPoints }: Pick<PaymentTerms, 'feeCents' | 'feeBasisPoints'>,
): Cents => add(multiply(amount, feeBasisPoints, 10_000), feeCents);
