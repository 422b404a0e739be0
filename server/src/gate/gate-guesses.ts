import { createHash } from 'node:crypto';
import { Refusal } from '@openbenefits/domain/refusal';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** Tries at the access password: ten per address in a minute, counted in the database so that a restart does not forget them (trust P28). */
const TRIES = 10;
const SECONDS = 60;
/** Tries at one account from wherever, a day (trust P28; NIST SP 800-63B, 5.2.2). */
const TRIES_OF_ACCOUNT = 100;
const DAY_SECONDS = 24 * 60 * 60;

export type GateGuesses = {
  /** Counts a try. Throws a Refusal 'limit' that says how long to wait. */
  count(address: string): Promise<void>;
  /** Counts a try at the account of an email, whether there is one or not. Throws like `count`. */
  countAccount(email: string): Promise<void>;
  /** A right password clears the address. */
  clear(address: string): Promise<void>;
  /** So does it the account, and a new password. */
  clearAccount(email: string): Promise<void>;
};

/** What is typed as an email may be a password by mistake, so it is counted by its digest. */
const keyOf = (email: string): string => createHash('sha256').update(email.toLowerCase()).digest('base64url');

async function take(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (outcome) {
    if (!(outcome instanceof RateLimiterRes)) throw outcome;
    const seconds = Math.max(1, Math.ceil(outcome.msBeforeNext / 1000));
    const wait = seconds > 2 * 3600 ? `${Math.ceil(seconds / 3600)} hours` : seconds > 120 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
    throw new Refusal('limit', `Too many tries. Wait ${wait}, then try again.`);
  }
}

export function openGuesses(pool: pg.Pool): GateGuesses {
  const counted = { storeClient: pool, storeType: 'pool', schemaName: 'auth', tableName: 'gate_guesses', tableCreated: true } as const;
  const byAddress = new RateLimiterPostgres({ ...counted, points: TRIES, duration: SECONDS, keyPrefix: '' });
  const byAccount = new RateLimiterPostgres({ ...counted, points: TRIES_OF_ACCOUNT, duration: DAY_SECONDS, keyPrefix: 'account' });
  return {
    count: (address) => take(byAddress, address),
    countAccount: (email) => take(byAccount, keyOf(email)),
    async clear(address) {
      await byAddress.delete(address);
    },
    async clearAccount(email) {
      await byAccount.delete(keyOf(email));
    },
  };
}
