import { createHash } from 'node:crypto';
import { type AttemptLimit, ATTEMPT_LIMITS, delays, waitText } from '@openbenefits/domain/admin/sign-in-delays';
import { Refusal } from '@openbenefits/domain/refusal';
import type pg from 'pg';
import type { Clock } from '../clock.ts';

/** What is known about a sign-in attempt before the password is compared. */
export type Attempt = {
  /** The email that was typed; none at the demo gate. */
  email?: string;
  /** The account of the email. */
  userId?: string | undefined;
  address: string;
  /** The browser's device cookie. */
  device?: string | undefined;
};

export type SignInAttempts = {
  /** Counts an attempt before the password is compared. Throws a Refusal 'limit' with the waiting time. */
  count(attempt: Attempt): Promise<Counted>;
  /** Takes a successful attempt off the counts and remembers the device. */
  succeeded(counted: Counted, attempt: Attempt & { userId: string; device: string }): Promise<void>;
  /** Forgets the attempts on an account: an operator has given it a new password. */
  clearAccount(email: string): Promise<void>;
  /** Removes counts of yesterday and devices that were not used for half a year. */
  purge(): Promise<void>;
};

type Key = { key: string; limit: AttemptLimit };
/** What was counted, to be taken off again when the password was right. */
export type Counted = readonly Key[];

const DAY = `interval '24 hours'`;
const DEVICE_DAYS = 180;
const ADDRESS_DAYS = 30;

/** Emails are counted by digest: what is typed there may be a password. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const accountKey = (email: string): string => digest(email.toLowerCase()).toString('base64url');

/**
 * Counts an attempt unless the delay after the last one is running: then no row is returned. `$4` is the day's limit or
 * null.
 */
const TAKE = `insert into auth.sign_in_attempts as a (key, attempts, first_at, last_at, allowed_at)
  values ($1, 1, $2, $2, $2::timestamptz + make_interval(secs => ($3::int[])[2]))
  on conflict (key) do update set
    attempts = case when a.first_at <= $2::timestamptz - ${DAY} then 1 else a.attempts + 1 end,
    first_at = case when a.first_at <= $2::timestamptz - ${DAY} then $2 else a.first_at end,
    last_at = $2,
    allowed_at = case
      when a.first_at <= $2::timestamptz - ${DAY} then $2::timestamptz + make_interval(secs => ($3::int[])[2])
      when a.attempts + 1 >= $4::int then a.first_at + ${DAY}
      else $2::timestamptz + make_interval(secs => ($3::int[])[least(a.attempts + 2, cardinality($3::int[]))]) end
  where a.allowed_at <= $2 returning key`;
const WAIT =
  'select extract(epoch from allowed_at - $2::timestamptz)::float8 as seconds from auth.sign_in_attempts where key = $1';
const KNOWN = `select
    exists (select from auth.known_devices where user_id = $1 and device_hash = $2
      and last_used_at > $4::timestamptz - interval '${DEVICE_DAYS} days') as device,
    exists (select from auth.known_devices where user_id = $1 and address = $3
      and last_used_at > $4::timestamptz - interval '${ADDRESS_DAYS} days') as address`;

/** Counts sign-in attempts in the database, so that a restart forgets none (trust P28). */
export function openSignInAttempts(pool: pg.Pool, clock: Clock): SignInAttempts {
  async function take({ key, limit }: Key): Promise<void> {
    const now = clock.now();
    const taken = await pool.query(TAKE, [key, now, delays(limit), limit.perDay ?? null]);
    if (taken.rowCount === 1) return;
    const { rows } = await pool.query<{ seconds: number }>(WAIT, [key, now]);
    throw new Refusal('limit', `Too many attempts. Try again in ${waitText(Math.max(1, rows[0]?.seconds ?? 1))}.`);
  }

  /**
   * Returns the counts of an attempt. Known devices and addresses of the account have their own, which strangers cannot
   * use up.
   */
  async function keysOf({ email, userId, address, device }: Attempt): Promise<Key[]> {
    const hash = digest(device ?? '');
    const { rows } = await pool.query<{ device: boolean; address: boolean }>(KNOWN, [
      userId ?? '',
      hash,
      address,
      clock.now(),
    ]);
    const known = rows[0];
    const own = `${userId}:${hash.toString('base64url')}`;
    if (email === undefined)
      return [{ key: known?.device ? `device:${own}` : `gate:${address}`, limit: ATTEMPT_LIMITS.gate }];
    if (known?.device) return [{ key: `device:${own}`, limit: ATTEMPT_LIMITS.known }];
    const account = accountKey(email);
    if (known?.address) return [{ key: `known:${account}:${address}`, limit: ATTEMPT_LIMITS.known }];
    return [
      { key: `address:${address}`, limit: ATTEMPT_LIMITS.address },
      { key: `stranger:${account}:${address}`, limit: ATTEMPT_LIMITS.stranger },
      { key: `account:${account}`, limit: ATTEMPT_LIMITS.account },
    ];
  }

  return {
    async count(attempt) {
      const keys = await keysOf(attempt);
      for (const key of keys) await take(key);
      return keys;
    },
    async succeeded(counted, { userId, address, device }) {
      await pool.query(
        `update auth.sign_in_attempts set attempts = attempts - 1, allowed_at = $2 where key = any($1)`,
        [counted.map(({ key }) => key), clock.now()],
      );
      await pool.query(
        `insert into auth.known_devices (user_id, device_hash, address, last_used_at) values ($1, $2, $3, $4)
         on conflict (user_id, device_hash, address) do update set last_used_at = excluded.last_used_at`,
        [userId, digest(device), address, clock.now()],
      );
    },
    async clearAccount(email) {
      const account = accountKey(email);
      await pool.query(
        `delete from auth.sign_in_attempts where key = 'account:' || $1 or starts_with(key, 'stranger:' || $1 || ':')
           or starts_with(key, 'known:' || $1 || ':')`,
        [account],
      );
    },
    async purge() {
      const now = clock.now();
      await pool.query(`delete from auth.sign_in_attempts where first_at <= $1::timestamptz - ${DAY}`, [now]);
      await pool.query(
        `delete from auth.known_devices where last_used_at <= $1::timestamptz - interval '${DEVICE_DAYS} days'`,
        [now],
      );
    },
  };
}
