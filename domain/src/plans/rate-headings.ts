import { wordsOf } from '../plain-words.ts';
import type { GridColumn } from './rate-row.ts';
import { PLAN_TIER_LABEL, PLAN_TIERS, type PlanTier } from './tier-set.ts';

/** What a column of a file of rates may be. */
export type FileColumn = GridColumn | 'tier';

const HEADINGS: Readonly<Record<FileColumn, readonly string[]>> = {
  age: ['age group', 'age', 'ages', 'age band', 'age bracket', 'age range', 'age or setting', 'attained age'],
  tier: ['tier', 'coverage tier', 'coverage level', 'rate tier', 'level'],
  rate: ['monthly rate', 'rate', 'monthly premium', 'premium', 'amount', 'monthly amount'],
  employee: ['employee rate', 'employee', 'ee', 'ee rate', 'subscriber', 'subscriber rate', 'employee only'],
  spouse: ['spouse rate', 'spouse', 'sp', 'sp rate', 'spouse or partner'],
  child: ['child rate', 'child', 'children', 'children rate', 'child(ren)', 'ch', 'dependent', 'dependent rate'],
  family: ['family rate', 'family', 'fam', 'fam rate'],
  factor: ['factor', 'age factor', 'rating factor', 'premium ratio', 'age rating factor'],
  per_unit: [
    'rate per unit',
    'per unit',
    'rate per 1000',
    'rate per $1,000',
    'rate per 100',
    'rate per $100',
    'rate per 10',
    'rate per $10',
    'rate per thousand',
  ],
};

const KNOWN = new Map(
  (Object.keys(HEADINGS) as FileColumn[]).flatMap((column) => HEADINGS[column].map((text) => [wordsOf(text), column])),
);

/** The column that a heading names; undefined where it names none. */
export const columnOfHeading = (heading: string): FileColumn | undefined => KNOWN.get(wordsOf(heading));

const TIER_WORDS: Readonly<Record<PlanTier, readonly string[]>> = {
  EMP: ['emp', 'ee', 'employee', 'single', 'individual', 'employee only', 'ee only', 'self', 'self only'],
  ESP: ['esp', 'ee+sp', 'ee sp', 'employee + spouse', 'ee + spouse', 'employee spouse', 'couple', 'two adults'],
  E1D: [
    'e1d',
    'ee+1',
    'employee + 1',
    'employee + one',
    'employee + one dependent',
    'employee and one child',
    'employee + 1 child',
    'two party',
  ],
  ECH: [
    'ech',
    'ee+ch',
    'ee + child(ren)',
    'employee + child(ren)',
    'employee + children',
    'employee children',
    'employee and child(ren)',
    'ee + children',
    'parent and children',
  ],
  FAM: ['fam', 'family', 'ee+fam', 'ee + family', 'employee + family', 'employee and family'],
};

const TIERS = new Map(
  PLAN_TIERS.flatMap((tier) => [...TIER_WORDS[tier], PLAN_TIER_LABEL[tier]].map((text) => [wordsOf(text), tier])),
);

export const tierOfText = (text: string): PlanTier | undefined => TIERS.get(wordsOf(text));

const MOST_ROWS_ABOVE = 10;

export type FoundHeadings = {
  /** The row of the headings, from 0. */
  readonly row: number;
  readonly columns: ReadonlyMap<FileColumn, number>;
  readonly unknown: readonly string[];
  readonly twice: readonly string[];
};

/** Finds the row of headings: the first with two known ones. */
export function findHeadings(table: readonly (readonly string[])[]): FoundHeadings | undefined {
  const row = table
    .slice(0, MOST_ROWS_ABOVE)
    .findIndex((texts) => new Set(texts.map(columnOfHeading).filter((found) => found !== undefined)).size >= 2);
  if (row === -1) return undefined;
  const columns = new Map<FileColumn, number>();
  const unknown: string[] = [];
  const twice: string[] = [];
  (table[row] ?? []).forEach((heading, index) => {
    const column = columnOfHeading(heading);
    if (column === undefined) {
      if (heading.trim() !== '') unknown.push(heading.trim());
    } else if (columns.has(column)) twice.push(heading.trim());
    else columns.set(column, index);
  });
  return { row, columns, unknown, twice };
}
