/**
 * Slows down sign-in attempts. A stranger cannot lock a user out: delays grow per account and address, and known
 * devices and addresses have separate counts (ASVS 5.0, 6.1.1; NIST SP 800-63B, 5.2.2: at most 100 attempts on one
 * account).
 */
export type AttemptLimit = {
  /** Attempts without a delay. */
  free: number;
  /** Longest delay between two attempts, in seconds. */
  longestDelay: number;
  /** Attempts in 24 hours from the first; none means no limit. */
  perDay?: number;
};

export const ATTEMPT_LIMITS = {
  /** One account from one of its known devices or addresses. */
  known: { free: 10, longestDelay: 1800 },
  /** One account from an unknown address. */
  stranger: { free: 5, longestDelay: 1800 },
  /** One account from all unknown addresses together. */
  account: { free: 100, longestDelay: 0, perDay: 100 },
  /** All accounts from one unknown address. */
  address: { free: 30, longestDelay: 60 },
  /** The demo gate from one address, or from one device that opened it before. */
  gate: { free: 10, longestDelay: 60 },
} as const satisfies Readonly<Record<string, AttemptLimit>>;

/** Returns the seconds to wait after a number of attempts: none for the free ones, then 2, 4, 8 … up to the maximum. */
export const delayAfter = (attempts: number, { free, longestDelay }: AttemptLimit): number =>
  attempts < free ? 0 : Math.min(longestDelay, 2 ** Math.min(30, attempts - free + 1));

/** Delays by number of attempts; the last applies to all further ones. */
export function delays(limit: AttemptLimit): number[] {
  const list = [0];
  for (let attempts = 1; attempts <= limit.free; attempts += 1) list.push(delayAfter(attempts, limit));
  while (list.at(-1) !== limit.longestDelay) list.push(delayAfter(list.length, limit));
  return list;
}

/** Returns a waiting time in words. */
export function waitText(seconds: number): string {
  if (seconds > 2 * 3600) return `${Math.ceil(seconds / 3600)} hours`;
  if (seconds > 120) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds > 1 ? `${Math.ceil(seconds)} seconds` : '1 second';
}
