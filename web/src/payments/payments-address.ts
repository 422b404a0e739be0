import { PAYMENT_METHODS, type PaymentMethod } from '@openbenefits/domain/payments/payment-method';
import { PAYMENT_STATUSES, type PaymentStatus } from '@openbenefits/domain/payments/payment-status';
import { parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { useSearchParams } from 'react-router';

/** What the transaction history shows, in its address, so that links and Back show the same. */
export type PaymentsQuestion = {
  readonly paymentId: string | undefined;
  readonly search: string;
  readonly status: PaymentStatus | 'all';
  readonly method: PaymentMethod | 'all';
  readonly from: string;
  readonly to: string;
  readonly unapplied: boolean;
  readonly cursors: readonly string[];
};

const day = (params: URLSearchParams, name: string): string => parseCalendarDate(params.get(name) ?? '') ?? '';

const read = (params: URLSearchParams): PaymentsQuestion => ({
  paymentId: /^[0-9a-f-]{36}$/.exec(params.get('payment') ?? '')?.[0],
  search: (params.get('search') ?? '').slice(0, 200),
  status: PAYMENT_STATUSES.find((status) => status === params.get('status')) ?? 'all',
  method: PAYMENT_METHODS.find((method) => method === params.get('method')) ?? 'all',
  from: day(params, 'from'),
  to: day(params, 'to'),
  unapplied: params.get('unapplied') === 'yes',
  cursors: params.getAll('after'),
});

/** Writes the question into the address; what else it holds (tab, group) stays. */
function write(before: URLSearchParams, question: PaymentsQuestion): URLSearchParams {
  const params = new URLSearchParams(before);
  const { paymentId, search, status, method, from, to, unapplied, cursors } = question;
  const texts: Record<string, string> = {
    payment: paymentId ?? '',
    search,
    status: status === 'all' ? '' : status,
    method: method === 'all' ? '' : method,
    from,
    to,
    unapplied: unapplied ? 'yes' : '',
  };
  for (const [name, text] of Object.entries(texts)) {
    if (text === '') params.delete(name);
    else params.set(name, text);
  }
  params.delete('after');
  for (const cursor of cursors) params.append('after', cursor);
  return params;
}

export function usePaymentsAddress() {
  const [params, setParams] = useSearchParams();
  const question = read(params);
  return {
    question,
    /** A changed question starts at its first page again. */
    ask: (change: Partial<PaymentsQuestion>, { replace = false } = {}) =>
      setParams((before) => write(before, { ...read(before), cursors: [], ...change }), {
        replace,
        preventScrollReset: true,
      }),
    /** The same page with a payment open over it, or without. */
    withPayment: (paymentId: string | undefined): { search: string } => ({
      search: write(params, { ...question, paymentId }).toString(),
    }),
  };
}
export type PaymentsAddress = ReturnType<typeof usePaymentsAddress>;
