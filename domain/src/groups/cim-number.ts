/**
 * CIM numbers: 'CIM-', the year, six digits and three check digits (specification 1, section 9). Counted per year
 * instead of taken from the clock, so that no two groups share a number, and check digits detect typing errors (ruling,
 * trust section 3, 8).
 */
const MULTIPLIER = 7919;

function checkDigits(year: number, running: number): string {
  return String(((year * 1_000_000 + running) * MULTIPLIER) % 997).padStart(3, '0');
}

/** Returns the number of the running-th group of a year. Throws RangeError beyond 999,999 groups a year. */
export function cimNumberOf(year: number, running: number): string {
  if (!Number.isInteger(running) || running < 1 || running > 999_999)
    throw new RangeError('A year has room for 999,999 groups');
  return `CIM-${year}${String(running).padStart(6, '0')}${checkDigits(year, running)}`;
}
