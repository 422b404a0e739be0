import { Refusal } from '@openbenefits/domain/refusal';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** Tries at the access password: ten per address in a minute, counted in the database so that a restart does not forget them (trust P28). */
const TRIES = 10;
const SECONDS = 60;

export type GateGuesses = {
  /** Counts a try. Throws a Refusal 'limit' that says how long to wait. */
  count(address: string): Promise<void>;
  /** A right password clears the address. */
  clear(address: string): Promise<void>;
};

export function openGuesses(pool: pg.Pool): GateGuesses {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    schemaName: 'auth',
    tableName: 'gate_guesses',
    tableCreated: true,
    points: TRIES,
    duration: SECONDS,
    keyPrefix: '',
  });
  return {
    async count(address) {
      try {
        await limiter.consume(address);
      } catch (outcome) {
        if (!(outcome instanceof RateLimiterRes)) throw outcome;
        throw new Refusal('limit', `Too many tries. Wait ${Math.max(1, Math.ceil(outcome.msBeforeNext / 1000))} seconds, then try again.`);
      }
    },
    async clear(address) {
      await limiter.delete(address);
    },
  };
}
