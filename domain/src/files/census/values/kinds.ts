import type { Relationship } from '../../../relationship.ts';
import { readLine } from '../coverage/line.ts';
import type { WordBook } from '../mapping.ts';
import { readStatus } from '../coverage/status.ts';
import { readRelationship, readTier } from './cell-values.ts';
import { wordsOf } from '../../../plain-words.ts';
import type { CellValue } from './cell-value.ts';

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/**
 * Headings of a column that may say who is an employee, a spouse or a child, and may as well say something else: its
 * words decide.
 */
const KIND_HEADINGS = wordSet(
  'type typecode eetype employeetype emptype recordtype rectype rowtype personcode mbrcode membercode mbrtypecode membertypecode persontypecode participanttype insuredtype individualtype patienttype category kind dependentcode depcode',
);
/** Words of such a column that speak of employment: none of them is a relationship. */
const EMPLOYMENT = wordSet(
  'ft pt fulltime parttime fulltimeemployee parttimeemployee salaried salary sal hourly hr exempt nonexempt ne temp temporary seasonal perdiem prn contract contractor contract1099 1099 w2 intern union nonunion regular reg fte owner partnership officer k1 staff m f male female',
);
const EMPLOYMENT_LETTERS = wordSet('f p s h t r n x');
const RELATIONSHIP_LETTERS = wordSet('e s d c m p h w o');
const LONGEST_CODE = 2;

/** Whether a column that is known by nothing else may tell who is whose dependent. */
export const mayTellKinds = (heading: string): boolean => KIND_HEADINGS.has(wordsOf(heading.replace(/\(.*$/su, '')));

/** The short words that a heading explains its column by: `Type (E/S/D)`. */
export const legendOf = (heading: string): string[] => [
  ...(/\(([^()]*)\)/.exec(heading)?.[1] ?? '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word.length <= LONGEST_CODE),
  ...(SUB_OR_DEP.test(heading) ? [SUBSCRIBER_OR_DEPENDENT] : []),
];
/** Sub/Dep, Subscriber or Dependent: S is the subscriber. */
const SUBSCRIBER_OR_DEPENDENT = 'subdep';
const SUB_OR_DEP = /^\s*sub(?:scriber)?\s*(?:\/|-|or)\s*dep/i;

/** What is known of the rows beside the words of such a column. */
export type RowsAround = {
  /** Every row has a hire date, a salary or a job. */
  areAllEmployed: boolean;
  /** Neighbours share a last name, or rows a family’s number. */
  lookLikeFamilies: boolean;
};

/**
 * Whether the words of a column Type are relationships. Words of employment, of coverage levels or of lines are not; of
 * words that nobody knows it is assumed where the rows look like families, so that they are asked for and no dependent
 * comes in as an employee.
 */
export function tellsKinds(
  cells: Iterable<string>,
  book: WordBook,
  { areAllEmployed, lookLikeFamilies }: RowsAround,
): boolean {
  const words = [...new Set([...cells].map(wordsOf))];
  if (words.length === 0) return false;
  if (words.some((word) => book.meaning('relationship', word) !== undefined)) return true;
  if (
    words.every(
      (word) =>
        EMPLOYMENT.has(word) ||
        readStatus(word) !== undefined ||
        readLine(word) !== undefined ||
        readTier(word) !== undefined,
    )
  )
    return false;
  if (words.every((word) => EMPLOYMENT_LETTERS.has(word)) && (words.includes('f') || words.includes('h'))) return false;
  if (
    words.some((word) => word.length > 1 && /\D/.test(word) && !['other', undefined].includes(readRelationship(word)))
  )
    return true;
  if (words.length > 1 && words.every((word) => RELATIONSHIP_LETTERS.has(word))) return true;
  return words.length > 1 && lookLikeFamilies && !areAllEmployed && words.every((word) => word.length <= LONGEST_CODE);
}

/**
 * Whether a column, whatever it is called, can be nothing else: every word is a relationship, the employee and a
 * dependent among them.
 */
export function areSurelyKinds(cells: Iterable<string>, book: WordBook): boolean {
  const words = [...new Set([...cells].map(wordsOf))].filter((word) => word !== '');
  // Hourly and salaried, not husband and subscriber.
  if (words.every((word) => EMPLOYMENT.has(word) || EMPLOYMENT_LETTERS.has(word))) return false;
  const kinds = new KindWords(words, book);
  const found = words.map((word) => kinds.of(word));
  return (
    found.includes('self') &&
    found.some((kind) => kind === 'spouse' || kind === 'child' || kind === 'domestic_partner') &&
    !found.includes(undefined)
  );
}

/**
 * Words that mean one thing in some lists and another in others: S is the subscriber or the spouse or a son, M a
 * member, D a dependent or a domestic partner, 01 the spouse (X12) or the first person. What else stands in the column
 * decides; where that does not either, the word is not known, and is asked for.
 */
export class KindWords {
  readonly #book: WordBook;
  readonly #has: (relationship: 'self' | 'partner') => boolean;
  readonly #words: ReadonlySet<string>;

  constructor(cells: Iterable<string>, book: WordBook) {
    this.#book = book;
    this.#words = new Set([...cells].map(wordsOf));
    const told = new Set(
      [...this.#words].map(
        (word) =>
          book.meaning('relationship', word) ??
          (isDoubtful(word) && word !== '18' ? undefined : readRelationship(word)),
      ),
    );
    this.#has = (relationship) =>
      relationship === 'self' ? told.has('self') : told.has('spouse') || told.has('domestic_partner');
  }

  /** What a word of the column means; undefined for one that is not known, or not sure. */
  of(cell: CellValue): Relationship | undefined {
    const told = this.#book.meaning('relationship', cell);
    const word = wordsOf(String(cell));
    return told ?? (isDoubtful(word) ? this.#decided(word) : readRelationship(cell));
  }

  /**
   * The words by which doubtful ones were decided, to be told with those of them that are read without the others;
   * empty where none is doubtful.
   */
  get legend(): string[] {
    const decided = [...this.#words].some(
      (word) => isDoubtful(word) && word !== '18' && this.#decided(word) !== undefined,
    );
    return decided ? [...this.#words].filter((word) => word.length <= LONGEST_CODE && word !== '').toSorted() : [];
  }

  #decided(word: string): Relationship | undefined {
    const isMember =
      this.#words.has('m') &&
      !this.#words.has('f') &&
      !this.#has('self') &&
      (this.#words.has('d') || this.#words.has('c') || this.#words.has('s'));
    const hasSelf = this.#has('self') || isMember;
    if (word === 's' && this.#words.has(SUBSCRIBER_OR_DEPENDENT)) return 'self';
    if (word === 'm') return isMember ? 'self' : undefined;
    if (word === 's') return hasSelf === this.#has('partner') ? undefined : hasSelf ? 'spouse' : 'self';
    if (word === 'd') return this.#words.has('c') || this.#words.has('ch') ? undefined : 'child';
    return hasSelf || this.#words.has('19') ? readRelationship(word) : undefined;
  }
}

const isDoubtful = (word: string): boolean => word === 's' || word === 'm' || word === 'd' || /^\d+$/.test(word);
