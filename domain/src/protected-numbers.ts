/** Three, two and four digits, as an SSN is written. */
const SSN_FORM = String.raw`\d{3}[- ]?\d{2}[- ]?\d{4}`;
const ID_LIKE_SSN = new RegExp(`^${SSN_FORM}(\\D?\\d{1,3})?$`);

/**
 * Returns whether another ID may be an SSN, with or without a suffix (219450001-01). Senders put SSNs into any number
 * field, and such a value is never shown or stored in clear.
 */
export const mayBeSsn = (text: string): boolean => ID_LIKE_SSN.test(text.trim());

/** In a text, an SSN is also written with other dashes, points and underscores between its parts. */
const SSN_IN_TEXT = /(?<!\d)\d{3}([-\s._\u2010-\u2015\u2212]?)\d{2}\1\d{4}(?!\d)/g;
/** Account numbers of banks have up to 17 digits (NACHA); with fewer than nine they are no more than a check number. */
const ACCOUNT_IN_TEXT = /(?<!\d)\d{10,17}(?!\d)/g;
/** The day and time at which a file was made: 202601310930, 20260131093000. */
const MOMENT = /^20\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([01]\d|2[0-3])[0-5]\d([0-5]\d)?$/;

/** A deductible, a copay and a year: "Gold 500 20 2026". */
const isPlanAndYear = (found: string): boolean => /^\d{3}[\s._]\d{2}[\s._]20\d\d$/.test(found);
const isSsn = (found: string): boolean => !isPlanAndYear(found);
const isAccount = (found: string): boolean => !MOMENT.test(found);

/** As it is read: without signs that nobody sees, and with plain digits for wide ones. */
const asRead = (text: string): string => text.normalize('NFKC').replace(/\p{Cf}/gu, '');
const isIn = (text: string, pattern: RegExp, isOne: (found: string) => boolean): boolean =>
  Array.from(text.matchAll(pattern)).some(([found]) => isOne(found));

/**
 * Returns why a name is refused that is stored in clear and contains what looks like an SSN (nine digits) or a bank
 * account number (10 to 17 digits); undefined if it contains neither.
 */
export function protectedNumberIn(name: string): string | undefined {
  const text = asRead(name);
  const kind = isIn(text, SSN_IN_TEXT, isSsn)
    ? 'Social Security number'
    : isIn(text, ACCOUNT_IN_TEXT, isAccount)
      ? 'bank account number'
      : undefined;
  return kind && `This looks like a ${kind}. Names here are stored in clear: leave it out.`;
}

const lastFour = (found: string): string => `•••••${found.slice(-4)}`;

/** Returns a text of a file with all but the last four digits of such numbers hidden: its sender cannot be asked. */
export function withoutProtectedNumbers(text: string): string {
  if (protectedNumberIn(text) === undefined) return text;
  return asRead(text)
    .replace(SSN_IN_TEXT, (found) => (isSsn(found) ? lastFour(found) : found))
    .replace(ACCOUNT_IN_TEXT, (found) => (isAccount(found) ? lastFour(found) : found));
}
