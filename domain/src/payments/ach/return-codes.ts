import { ownValue } from '../../own-value.ts';

/**
 * What follows from a return of an ACH entry, by its code (NACHA Operating Rules and lists of banks; the codes and their
 * sources are in the sample table ach-return-codes.csv of the rules).
 */
export type ReturnRule = {
  readonly title: string;
  /** Whether the money is gone, so that the bill is owed again; `rebuild`: our file was wrong, the debit is sent anew. */
  readonly effect: 'reopen' | 'rebuild' | 'none';
  /** Whether the same debit may be sent again. */
  readonly mayRetry: boolean;
  /** Whether a return fee may be taken once, if the payer had notice of it. */
  readonly mayCharge: boolean;
  /** What becomes of recurring debits of the account. */
  readonly recurring: 'stop' | 'pause' | 'keep';
  readonly account: 'ok' | 'closed' | 'invalid' | 'unauthorized' | 'blocked' | 'review';
  /** For the return-rate meter. */
  readonly rate: 'unauthorized' | 'administrative' | 'overall' | 'none';
};

const rule = (title: string, more: Partial<ReturnRule> = {}): ReturnRule => ({
  title,
  effect: 'reopen',
  mayRetry: false,
  mayCharge: false,
  recurring: 'stop',
  account: 'invalid',
  rate: 'overall',
  ...more,
});
const MONEY = { mayRetry: true, mayCharge: true, recurring: 'keep', account: 'ok' } as const;
const UNAUTHORIZED = { account: 'unauthorized', rate: 'unauthorized' } as const;
const ACCOUNT = { rate: 'administrative' } as const;
const OUR_FILE = { effect: 'rebuild', recurring: 'keep', account: 'ok', rate: 'none' } as const;
const PAUSE = { recurring: 'pause', account: 'ok' } as const;

const RETURN_RULES: Readonly<Record<string, ReturnRule>> = {
  R01: rule('Insufficient funds', MONEY),
  R02: rule('Account closed', { ...ACCOUNT, account: 'closed' }),
  R03: rule('No account or unable to locate it', ACCOUNT),
  R04: rule('Invalid account number', ACCOUNT),
  R05: rule('Unauthorized debit of a consumer account', UNAUTHORIZED),
  R06: rule('Returned at the request of our bank', { recurring: 'keep', account: 'ok' }),
  R07: rule('Authorization revoked', UNAUTHORIZED),
  R08: rule('Payment stopped', PAUSE),
  R09: rule('Uncollected funds', MONEY),
  R10: rule('Originator not known or not authorized', UNAUTHORIZED),
  R11: rule('Not in accordance with the authorization', { ...PAUSE, rate: 'unauthorized' }),
  R12: rule('Account sold to another bank'),
  R13: rule('Invalid routing number'),
  R14: rule('Representative payee deceased', { account: 'blocked' }),
  R15: rule('Account holder deceased', { account: 'blocked' }),
  R16: rule('Account frozen', { account: 'blocked' }),
  R17: rule('Questionable entry', { account: 'review' }),
  R18: rule('Improper effective entry date', OUR_FILE),
  R19: rule('Amount field error', OUR_FILE),
  R20: rule('Account takes no transactions'),
  R21: rule('Invalid company identification', { ...PAUSE, account: 'blocked' }),
  R22: rule('Invalid individual ID', PAUSE),
  R23: rule('Credit refused by the receiver', { recurring: 'keep', account: 'ok', rate: 'none' }),
  R24: rule('Duplicate entry', { recurring: 'keep', account: 'ok' }),
  R25: rule('Addenda error', OUR_FILE),
  R26: rule('Mandatory field error', OUR_FILE),
  R27: rule('Trace number error', OUR_FILE),
  R28: rule('Routing number check digit error', OUR_FILE),
  R29: rule('Company says it is not authorized', UNAUTHORIZED),
  R31: rule('Late return, permitted by our bank', { account: 'review' }),
  R34: rule('Bank takes no such entries', { rate: 'none' }),
  R35: rule('Improper debit', PAUSE),
};

/** A code that is not known stops nothing for good: somebody looks at it. */
export const returnRule = (code: string): ReturnRule =>
  ownValue(RETURN_RULES, code) ?? rule('Unknown code of the bank', { recurring: 'pause', account: 'review' });

/** What a notification of change corrects. */
export const CHANGE_CODES: Readonly<Record<string, string>> = {
  C01: 'Account number',
  C02: 'Routing number',
  C03: 'Routing and account number',
  C04: 'Name of the receiver',
  C05: 'Kind of account',
  C06: 'Account number and kind of account',
  C07: 'Routing number, account number and kind of account',
  C09: 'Individual ID',
  C13: 'Addenda format',
};

/** Limits of the returns of two months, as shares of debits (Nacha risk thresholds). */
export const RETURN_LIMITS = { unauthorized: 0.005, administrative: 0.03, overall: 0.15 } as const;
