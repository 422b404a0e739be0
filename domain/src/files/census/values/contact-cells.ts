import { readPhone } from '../../../phone.ts';

/** No cell of contacts is longer; what is, stays as it is. */
const LONGEST = 300;
/** Nearly all cells hold an address and nothing else, and are looked at no further. */
const MORE_THAN_ONE = /[;,|/\s<>:]|\.$/;
const NAMED = /^[^<>]*<([^<>]+)>$/;

/** What of a cell is taken, and whether something of the same kind stood behind it. */
export type OfSeveral = { readonly text: string; readonly hasMore: boolean };

/**
 * An email address as people and programs write it: mailto: before it, a name around it, a dot or another address
 * behind it.
 */
export function firstEmail(cell: string): OfSeveral {
  if (cell.length > LONGEST || !MORE_THAN_ONE.test(cell)) return { text: cell, hasMore: false };
  const parts = cell.split(/[;,|/\s]+(?=[^\s;,|/]+@)/);
  const [first = cell] = parts;
  const bare = (NAMED.exec(cell.trim())?.[1] ?? first)
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/^<|[>.,;]+$/g, '');
  return parts.length > 1 && parts.every((part) => part.includes('@'))
    ? { text: bare, hasMore: true }
    : NAMED.test(cell.trim()) || parts.length === 1
      ? { text: bare, hasMore: false }
      : { text: cell, hasMore: false };
}

const LABEL =
  /^(?:cell|mobile|home|work|office|phone|tel|c|m|h|w)\s*[:.]?\s+|\s*[([]?(?:cell|mobile|home|work|office|c|m|h|w)[)\]]?\.?$/gi;

/**
 * A telephone number without a word that says which one it is; the first of several that are numbers. A text that is
 * one stays as it is.
 */
export function firstPhone(cell: string): OfSeveral {
  if (cell.length > LONGEST || readPhone(cell) !== undefined) return { text: cell, hasMore: false };
  const parts = cell.split(/\s*(?:[;,|]|\s\/\s|\s+or\s+)\s*/i).map((part) => part.trim().replace(LABEL, ''));
  const [first] = parts;
  return first !== undefined && readPhone(first) !== undefined
    ? { text: first, hasMore: parts.length > 1 }
    : { text: cell, hasMore: false };
}
