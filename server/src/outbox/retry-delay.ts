const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds from an attempt that failed to the next one. */
const DELAYS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR] as const;

/** Returns the seconds to wait after that attempt (from 1); undefined when it was the last one. */
export const secondsAfterAttempt = (attempt: number): number | undefined => DELAYS[attempt - 1];
