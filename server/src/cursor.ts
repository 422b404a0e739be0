import { Refusal } from '@openbenefits/domain/refusal';
import { validate as isUuid } from 'uuid';

/**
 * A cursor is the sort key of a page's last row, opaque to the caller. It holds the values sorted by, so it travels in
 * request bodies only.
 */
export function encodeCursor(key: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

const MOST = 2 ** 31 - 1;
const isText = (part: unknown): part is string => typeof part === 'string' && !part.includes('\0');
const FITS = {
  any: (part: unknown): boolean => part === null || isText(part) || typeof part === 'number',
  text: isText,
  number: (part: unknown): boolean => Number.isSafeInteger(part) && Math.abs(part as number) <= MOST,
  instant: (part: unknown): boolean =>
    isText(part) && /^\d{4}-\d\d-\d\dT/.test(part) && !Number.isNaN(Date.parse(part)),
  id: (part: unknown): boolean => isUuid(part),
} as const;

/**
 * The values that a cursor holds, of these kinds. Throws a Refusal for anything else, also for what nobody but its
 * caller can have made.
 */
export function decodeCursor(cursor: string, kinds: readonly (keyof typeof FITS)[]): (string | number | null)[] {
  try {
    const key = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown;
    if (Array.isArray(key) && key.length === kinds.length && kinds.every((kind, index) => FITS[kind](key[index])))
      return key as (string | number | null)[];
  } catch {
    // Falls through to the refusal.
  }
  throw new Refusal('invalid', 'This page link is not valid. Start from the first page.');
}

/** Escapes what LIKE reads as wildcards, so that people can search for % and _. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
