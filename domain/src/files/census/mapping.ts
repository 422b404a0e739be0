import { TIERS } from '../../coverage/tier.ts';
import { RELATIONSHIPS } from '../../relationship.ts';
import type { CensusField } from './headings/fields.ts';
import { BEYOND_GUIDE_AT_FIRST, type BeyondGuide } from '../edi-834/edi-834.ts';
import { ENROLLMENT_ACTIONS, GENDERS } from '../enrollment-record.ts';
import type { DatesOf } from './values/date-styles.ts';
import { wordsOf } from '../../plain-words.ts';
import type { CellValue } from './values/cell-value.ts';
import { maskPersonal } from '../masked-text.ts';

/** What words of a sender can be said to mean; 'waiver' is a word in a plan column that means no coverage. */
export const WORD_MEANINGS = {
  relationship: RELATIONSHIPS,
  gender: GENDERS,
  tier: TIERS,
  action: ENROLLMENT_ACTIONS,
  yes_no: ['yes', 'no'],
  waiver: ['none'],
} as const;
export type WordKind = keyof typeof WORD_MEANINGS;
export const WORD_KINDS = Object.keys(WORD_MEANINGS) as readonly WordKind[];

/** A heading and the field it stands for; null leaves its column out. `dependent` as in CensusColumn. */
export type MappedColumn = { heading: string; field: CensusField | null; dependent: number };
export type MappedWord = { kind: WordKind; word: string; meaning: string };

/**
 * What the lists of a sender mean where our own understanding of headings and words falls short or is wrong. It wins
 * over ours.
 */
export type SenderMapping = {
  columns: readonly MappedColumn[];
  words: readonly MappedWord[];
  /**
   * 04/12/1986 is 4 December, or 12 April; null where nobody has said it: months first, unless the dates or the
   * headings show otherwise, and asked where that is in doubt.
   */
  dayFirst: boolean | null;
  /**
   * Numbers of seven or eight digits are SSNs, of three or four ZIP codes, whose leading zeros a spreadsheet has
   * dropped.
   */
  padZeros: boolean;
  /**
   * Of an 834: dependents carry a number of their own as family number (REF*0F); they belong to the subscriber before
   * them.
   */
  familyByPlace: boolean;
  /** An end of coverage is the first day without it, not the last day covered. */
  endDayNotCovered: boolean;
  /** Of an 834: which codes of HD03 that the guide lacks are taken as life insurance. */
  beyondGuide: readonly BeyondGuide[];
  /** Of rows that were refused: how the file wrote its dates that they come from. */
  datesOf?: DatesOf | undefined;
};

export const NO_MAPPING: SenderMapping = {
  columns: [],
  words: [],
  dayFirst: null,
  padZeros: false,
  familyByPlace: false,
  endDayNotCovered: false,
  beyondGuide: BEYOND_GUIDE_AT_FIRST,
};

export const isMapped = ({ columns, words, dayFirst, padZeros, endDayNotCovered }: SenderMapping): boolean =>
  columns.length > 0 || words.length > 0 || dayFirst !== null || padZeros || endDayNotCovered;

/** How headings and words are compared: letters and digits in lower case, or as written where there are none. */
export const mappingKey = (text: string): string => wordsOf(text) || text.trim().toLowerCase();
/** Headings are remembered without what may be somebody's SSN or birth date, and compared so. */
export const headingKey = (heading: string): string => mappingKey(maskPersonal(heading));

/** Whether a word can mean that; for what comes from outside. */
export const isMeaning = (kind: WordKind, meaning: string): boolean =>
  (WORD_MEANINGS[kind] as readonly string[]).includes(meaning);

/** The words of a sender, to be asked for each cell. */
export class WordBook {
  readonly #meanings: ReadonlyMap<string, string>;

  constructor(words: readonly MappedWord[]) {
    this.#meanings = new Map(words.map(({ kind, word, meaning }) => [`${kind} ${mappingKey(word)}`, meaning]));
  }

  /** What the sender means by it; undefined where nothing is said of it. */
  meaning<K extends WordKind>(kind: K, cell: CellValue): (typeof WORD_MEANINGS)[K][number] | undefined {
    if (this.#meanings.size === 0) return undefined;
    return this.#meanings.get(`${kind} ${mappingKey(String(cell))}`) as (typeof WORD_MEANINGS)[K][number] | undefined;
  }
}
