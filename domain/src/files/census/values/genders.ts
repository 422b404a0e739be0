import type { Gender } from '../../enrollment-record.ts';
import type { WordBook } from '../mapping.ts';
import { readGender } from './cell-values.ts';
import { wordsOf } from '../../../plain-words.ts';
import type { CellValue } from './cell-value.ts';

/**
 * Where M may be mujer or mulher, a woman: beside H or V for a man it is; alone nobody knows, because M is masculino,
 * too.
 */
const MAY_BE_SPANISH = /sexo|g[eé]nero/;

/** A list has a handful of words for it. */
const MOST_KNOWN = 100;

/**
 * What the words of a list's columns of genders mean: M and V mean other things in Spanish than in English, and H a man
 * in some languages.
 */
export class GenderWords {
  readonly #book: WordBook;
  readonly #words: ReadonlySet<string>;
  readonly #isSpanish: boolean;
  readonly #known = new Map<string, Gender | undefined>();

  constructor(headings: readonly string[], cells: Iterable<string>, book: WordBook) {
    this.#book = book;
    this.#isSpanish = headings.some((heading) => MAY_BE_SPANISH.test(wordsOf(heading)));
    this.#words = new Set([...cells, ...headings.flatMap(legendOfGenders)].map(wordsOf));
  }

  of(cell: CellValue): Gender | undefined {
    const text = String(cell);
    if (this.#known.has(text)) return this.#known.get(text);
    const gender = this.#book.meaning('gender', cell) ?? this.#decided(text);
    if (this.#known.size < MOST_KNOWN) this.#known.set(text, gender);
    return gender;
  }

  #decided(cell: string): Gender | undefined {
    const word = wordsOf(cell);
    const isMan = this.#words.has('h') || (this.#isSpanish && this.#words.has('v'));
    const isWoman = this.#words.has('f');
    if (word === 'm' && isMan) return isWoman ? undefined : 'female';
    if (word === 'm' && this.#isSpanish) return isWoman ? 'male' : undefined;
    if (word === 'v') return this.#isSpanish ? 'male' : undefined;
    // H that comes after M was taken for a man contradicts it.
    if (word === 'h' && !isMan && this.#words.has('m')) return undefined;
    return readGender(cell);
  }

  /**
   * The letters by which M was decided, for a heading that tells it without the other rows; empty where M means what it
   * always does.
   */
  get legend(): string[] {
    return this.of('M') === 'female' || (this.#isSpanish && this.#words.has('m'))
      ? ['h', 'v', 'f', 'm'].filter((word) => this.#words.has(word))
      : [];
  }
}

/** Sexo (H/M) */
const legendOfGenders = (heading: string): string[] =>
  (/\(([^()]*)\)/.exec(heading)?.[1] ?? '').split(/[^\p{L}]+/u).filter((word) => word.length === 1);
