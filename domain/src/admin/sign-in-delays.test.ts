import { describe, expect, it } from 'vitest';
import { ATTEMPT_LIMITS, delayAfter, delays, waitText } from './sign-in-delays.ts';

const DAY = 24 * 3600;

/** Attempts that one key allows in a day when every delay is used up at once. */
function attemptsInADay(limit: (typeof ATTEMPT_LIMITS)[keyof typeof ATTEMPT_LIMITS]): number {
  let attempts = 0;
  for (let second = 0; second < DAY; second += Math.max(delayAfter(attempts, limit), 0.001)) {
    attempts += 1;
    if ('perDay' in limit && attempts >= limit.perDay) return attempts;
  }
  return attempts;
}

describe('delays between sign-in attempts', () => {
  it('are none at first, then double up to the longest', () => {
    expect([1, 4, 5, 6, 7, 13, 14, 15, 1000].map((attempts) => delayAfter(attempts, ATTEMPT_LIMITS.stranger))).toEqual([
      0, 0, 2, 4, 8, 512, 1024, 1800, 1800,
    ]);
    expect(delays(ATTEMPT_LIMITS.gate)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 4, 8, 16, 32, 60]);
    expect(delays(ATTEMPT_LIMITS.account).every((delay) => delay === 0)).toBe(true);
  });

  it('allow at most 100 attempts a day on one account, from wherever', () => {
    expect(attemptsInADay(ATTEMPT_LIMITS.known)).toBeLessThanOrEqual(100);
    expect(attemptsInADay(ATTEMPT_LIMITS.stranger)).toBeLessThanOrEqual(100);
    expect(attemptsInADay(ATTEMPT_LIMITS.account)).toBe(100);
  });

  it.each([
    [1, '1 second'],
    [1.2, '2 seconds'],
    [90, '90 seconds'],
    [1800, '30 minutes'],
    [DAY, '24 hours'],
  ])('%d seconds are said as %s', (seconds, text) => expect(waitText(seconds)).toBe(text));
});
