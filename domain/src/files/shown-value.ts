const LONGEST = 40;
/** So many digits could be an SSN or a date in the wrong column. */
const PROTECTED_DIGITS = 6;

/**
 * A value as it may be shown: short, and with every digit hidden when it could be an SSN or a date in the wrong column
 * (trust P39).
 */
export function shown(text: string): string {
  const safe = (text.match(/\d/g)?.length ?? 0) >= PROTECTED_DIGITS ? text.replace(/\d/g, '#') : text;
  return safe.length > LONGEST ? `${safe.slice(0, LONGEST)}…` : safe;
}
