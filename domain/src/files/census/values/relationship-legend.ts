import { RELATIONSHIP_LABEL, type Relationship } from '../../../relationship.ts';
import type { MappedWord } from '../mapping.ts';
import { readRelationship } from './cell-values.ts';
import { wordsOf } from '../../../plain-words.ts';
import type { CellValue } from './cell-value.ts';

/**
 * A code, a sign and what it means, up to a comma, a line end or the next code. Ann - Spouse is a name with a word
 * behind it: only a number or a letter stands before a dash.
 */
const PAIR =
  /(?<![\p{L}\p{N}])([\p{L}\p{N}]{1,3}(?=\s*=)|\d{1,2}|\p{L}(?=\s*[:\u2013\u2014-]))\s*(?:[=:]|[-\u2013\u2014]>?)\s*([\p{L}][\p{L} /]*?)(?=\s*(?:[,;|.()\n\r]|$|\s[\p{L}\p{N}]{1,3}\s*[=:\u2013\u2014-]))/gu;
/** What explains codes is no longer. */
const LONGEST = 300;
const MOST_CELLS = 12;
const CODE = /^(?:\d{1,2}|\p{L})$/u;

/** Employee/Self is an employee. */
const meaningOf = (text: string): Relationship | undefined =>
  readRelationship(text) ??
  text
    .split('/')
    .map((part) => readRelationship(part))
    .find((one) => one !== undefined);

function pairsIn(text: string): (readonly [code: string, meaning: Relationship])[] {
  if (text.length > LONGEST || !/[=:\u2013\u2014-]/.test(text)) return [];
  return [...text.matchAll(PAIR)].flatMap(([, code = '', said = '']) => {
    const meaning = meaningOf(said);
    return meaning === undefined ? [] : [[code, meaning] as const];
  });
}

/**
 * What a list itself says its codes for relationships mean: in the heading (Relationship (1=Employee, 2=Spouse)), in
 * notes above or below the people, or in a small table of codes beside their meanings. Counts only where the employee
 * is among them, and somebody else: 1 = Self may as well explain coverage levels.
 */
export class RelationshipLegend {
  readonly #pairs = new Map<string, readonly [code: string, meaning: Relationship]>();

  /** Looks at a row that is nobody’s; whether it explains codes. */
  take(cells: readonly (CellValue | undefined)[]): boolean {
    const filled = cells.flatMap((cell) => (cell === undefined || cell === '' ? [] : [String(cell).trim()]));
    if (filled.length === 0 || filled.length > MOST_CELLS) return false;
    const [code = '', said = ''] = filled;
    const told = filled.length === 2 && CODE.test(code) ? readRelationship(said) : undefined;
    const found = told === undefined ? filled.map(pairsIn) : [[[code, told] as const], []];
    const pairs = found.flat();
    // Beside a title, or alone: what stands in a row with more is somebody.
    if (found.filter((one) => one.length === 0).length > 1) return false;
    for (const pair of pairs) if (!this.#pairs.has(wordsOf(pair[0]))) this.#pairs.set(wordsOf(pair[0]), pair);
    return pairs.length > 0;
  }

  get words(): MappedWord[] {
    const meanings = new Set([...this.#pairs.values()].map(([, meaning]) => meaning));
    if (!meanings.has('self') || meanings.size < 2) return [];
    return [...this.#pairs.values()].map(([word, meaning]) => ({ kind: 'relationship', word, meaning }));
  }

  /** The heading that says the same of a row alone. */
  get heading(): string {
    return `Relationship (${[...this.#pairs.values()].map(([code, meaning]) => `${code}=${RELATIONSHIP_LABEL[meaning]}`).join(', ')})`;
  }
}

/** How programs number the people of a family, the employee first. */
const SERIES = [
  ['0', '1', '2'],
  ['1', '2', '3'],
  ['a', 'b', 'c'],
] as const;
const IN_SERIES = ['self', 'spouse', 'child'] as const satisfies readonly Relationship[];

/**
 * What codes that nobody knows probably mean, to be offered and never taken: 1, 2, 3 are mostly employee, spouse and
 * child. `unknown` are all of a list that are asked for; those of X12 (18, 01, 19) are not among them.
 */
export function likelyRelationships(unknown: readonly string[]): ReadonlyMap<string, Relationship> {
  const plain = (word: string): string =>
    word
      .trim()
      .toLowerCase()
      .replace(/^0+(?=\d)/, '');
  const words = new Set(unknown.map(plain));
  const series = SERIES.find(
    ([first, second]) =>
      words.has(first) && (words.size === 1 || words.has(second) || words.has(String(Number(second) + 1))),
  );
  const likely = new Map<string, Relationship>(series?.map((code, place) => [code, IN_SERIES[place] as Relationship]));
  return new Map(
    unknown.flatMap((word) => {
      const found = likely.get(plain(word));
      return found ? [[word, found] as const] : [];
    }),
  );
}
