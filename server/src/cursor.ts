import { Refusal } from '@openbenefits/domain/refusal';
import { validate as isUuid } from 'uuid';

/**
 * A cursor is the sort key of a page's last row, opaque to the caller. It contains the sorted values, so it travels in
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

/** Decodes a cursor into values of these kinds. Throws a Refusal for anything else. */
export function decodeCursor(cursor: string, kinds: readonly (keyof typeof FITS)[]): (string | number | null)[] {
  try {
    const key = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown;
    if (Array.isArray(key) && key.length === kinds.length && kinds.every((kind, index) => FITS[kind](key[index])))
      return key as (string | number | null)[];
  } catch {
    // Falls through to the rejection.
  }
  throw new Refusal('invalid', 'This page link is not valid. Start from the first page.');
}

/** Escapes LIKE wildcards, so that users can search for % and _. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
