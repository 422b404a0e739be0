import { Refusal } from '@openbenefits/domain/refusal';

/** A cursor is the sort key of a page's last row, opaque to the caller. It holds the values sorted by, so it travels in request bodies only. */
export function encodeCursor(key: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

export function decodeCursor(cursor: string, length: number): (string | number | null)[] {
  try {
    const key = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown;
    if (Array.isArray(key) && key.length === length && key.every((part) => part === null || ['string', 'number'].includes(typeof part))) return key;
  } catch {
    // Falls through to the refusal.
  }
  throw new Refusal('invalid', 'This page link is not valid. Start from the first page.');
}

/** Escapes what LIKE reads as wildcards, so that people can search for % and _. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
