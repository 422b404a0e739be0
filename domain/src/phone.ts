/** A telephone number taken apart: E.164, and the digits of an extension. */
export type Phone = { readonly e164: string; readonly extension?: string };

/** Longer text is a damaged cell. */
const LONGEST = 60;
const EXTENSION = /^(.*\d)\)?[\s,;]*(?:ext(?:ension|n)?|x|#)\s*[.:=#]*\s*(\d{1,7})$/i;
const WRITTEN = /^(?:tel:)?[\d\s()./+-]+$/i;
/** Area code and exchange begin with 2 to 9 (North American Numbering Plan). */
const NANP = /^1?([2-9]\d\d[2-9]\d{6})$/;
/** Numbers of other countries need a plus; country code and number have 8 to 15 digits. */
const ABROAD = /^[2-9]\d{7,14}$/;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Fast path for ten digits, as in most files. */
function isPlain(text: string): boolean {
  if (text.length !== 10 || text.charCodeAt(0) < 50 || text.charCodeAt(3) < 50) return false;
  for (let index = 0; index < 10; index++) if (!isDigit(text.charCodeAt(index))) return false;
  return true;
}

/**
 * Parses a phone number in any format: dots, dashes, slashes or brackets, with or without country code, with an
 * extension (x12, ext. 12, #12), or as stored. Undefined if invalid. Domain rules 4.15.
 */
export function readPhone(text: string): Phone | undefined {
  return isPlain(text) ? { e164: `+1${text}` } : readWritten(text);
}

function readWritten(text: string): Phone | undefined {
  if (text.length > LONGEST) return undefined;
  // A spreadsheet that takes it for an amount adds a zero.
  const plain = text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .trim()
    .replace(/^(\d{10,11})\.0$/, '$1');
  const [, main = plain, extension] = EXTENSION.exec(plain) ?? [];
  if (!WRITTEN.test(main)) return undefined;
  const digits = main.replace(/\D/g, '');
  const isAbroad = /^(?:tel:)?\+\s*[2-9]/i.test(main);
  const ten = isAbroad ? undefined : NANP.exec(digits)?.[1];
  const e164 = ten ? `+1${ten}` : isAbroad && ABROAD.test(digits) ? `+${digits}` : undefined;
  return e164 === undefined ? undefined : { e164, ...(extension ? { extension } : {}) };
}

/**
 * Formats a number for storage: E.164 with an extension as in RFC 3966 (`+16175550123;ext=12`). Undefined if invalid.
 */
export function storedPhone(text: string): string | undefined {
  const phone = readPhone(text);
  return phone && (phone.extension ? `${phone.e164};ext=${phone.extension}` : phone.e164);
}

/**
 * Formats a stored number for pages: (617) 555-0123 x12 (specification 1, section 3). Other formats are returned
 * unchanged.
 */
export function shownPhone(stored: string): string {
  const phone = readPhone(stored);
  if (!phone) return stored;
  const { e164, extension } = phone;
  const number = e164.startsWith('+1') ? `(${e164.slice(2, 5)}) ${e164.slice(5, 8)}-${e164.slice(8)}` : e164;
  return extension ? `${number} x${extension}` : number;
}

/** Formats a number for an 834 (PER04): ten digits in North America, otherwise all. Undefined if invalid. */
export function phoneDigits(stored: string): string | undefined {
  return readPhone(stored)?.e164.replace(/^\+1?/, '');
}

/** Where a number begins in a text of a name and a number. */
const NUMBER_IN_TEXT = /[+(]*\d.*$/s;

/** Rewrites the number at the end of a text of name and number with `write`; other text is unchanged. */
function contactWith(text: string, write: (number: string) => string): string {
  const number = NUMBER_IN_TEXT.exec(text)?.[0];
  const stored = number && storedPhone(number);
  if (!number || !stored) return text;
  const name = text.slice(0, -number.length).replace(/[\s,;:-]+$/, '');
  return name === '' ? write(stored) : `${name}, ${write(stored)}`;
}

/** Formats an emergency contact for storage: the name, then the number in its stored format (decisions/0028). */
export const storedContact = (text: string): string => contactWith(text, (number) => number);

/** Returns an emergency contact as pages show it: Maria Lopez, (617) 555-0123. */
export const shownContact = (stored: string): string => contactWith(stored, shownPhone);
