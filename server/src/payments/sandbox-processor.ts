import { type ChargeOutcome, type PaymentProcessor, ProcessorSilent } from './processor.ts';

const WAYS = [
  { token: 'sandbox-approved', label: 'Sandbox card: approved' },
  { token: 'sandbox-declined', label: 'Sandbox card: declined, insufficient funds' },
  { token: 'sandbox-delayed', label: 'Sandbox card: approved after a minute' },
  { token: 'sandbox-silent', label: 'Sandbox card: no answer, settled later' },
  { token: 'sandbox-returned', label: 'Sandbox card: approved, returned after a day' },
] as const;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const settled = (key: string): ChargeOutcome => ({ status: 'succeeded', reference: `sandbox ${key}` });
const DECLINED: ChargeOutcome = { status: 'declined', message: 'Insufficient funds' };

/**
 * A processor without money, in which the chosen card says what happens: approved, declined, delayed, no answer,
 * returned. It keeps nothing; what became of a charge follows from its card and the time since.
 */
export const sandboxProcessor: PaymentProcessor = {
  name: 'Sandbox',
  isSandbox: true,
  ways: WAYS,
  charge: ({ key, token }) => {
    if (token === 'sandbox-silent') return Promise.reject(new ProcessorSilent('The processor gave no answer'));
    if (token === 'sandbox-declined') return Promise.resolve(DECLINED);
    if (token === 'sandbox-delayed') return Promise.resolve({ status: 'pending', reference: `sandbox ${key}` });
    return Promise.resolve(settled(key));
  },
  outcome: ({ key, token, madeAt }, now) => {
    const age = Date.parse(now) - Date.parse(madeAt);
    if (token === 'sandbox-declined') return Promise.resolve(DECLINED);
    if (token === 'sandbox-returned' && age >= DAY)
      return Promise.resolve({ status: 'returned', message: 'Disputed by the cardholder' });
    if ((token === 'sandbox-delayed' || token === 'sandbox-silent') && age < MINUTE)
      return Promise.resolve({ status: 'pending', reference: `sandbox ${key}` });
    return Promise.resolve(settled(key));
  },
  refund: ({ refundKey }) => Promise.resolve(settled(refundKey)),
};
