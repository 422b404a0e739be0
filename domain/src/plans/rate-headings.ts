import { wordsOf } from '../plain-words.ts';
import type { GridColumn } from './rate-row.ts';
import { PLAN_TIER_LABEL, PLAN_TIERS, type PlanTier } from './tier-set.ts';

/** What a column of a file of rates may be: amounts, or what its rows are about. */
export type FileColumn = GridColumn | 'tier' | 'tobacco_use' | AboutColumn;
/** Columns with one value for the whole table. */
export const ABOUT_COLUMNS = ['plan', 'area', 'carrier', 'effective', 'expiration'] as const;
export type AboutColumn = (typeof ABOUT_COLUMNS)[number];

const HEADINGS: Readonly<Record<FileColumn, readonly string[]>> = {
  age: ['age group', 'age', 'ages', 'age band', 'age bracket', 'age range', 'age or setting', 'attained age'],
  tier: ['tier', 'coverage tier', 'coverage level', 'rate tier', 'level'],
  rate: [
    'monthly rate',
    'rate',
    'monthly premium',
    'premium',
    'amount',
    'monthly amount',
    'individual rate',
    'rate per person',
    'member rate',
    'rate per member',
    'non-tobacco',
    'non-tobacco rate',
    'non-smoker rate',
    'individual non-tobacco rate',
  ],
  tobacco_rate: ['tobacco rate', 'individual tobacco rate', 'tobacco user rate', 'smoker rate', 'tobacco premium'],
  employee: ['employee rate', 'employee', 'ee', 'ee rate', 'subscriber', 'subscriber rate', 'employee only'],
  spouse: ['spouse rate', 'spouse', 'sp', 'sp rate', 'spouse or partner'],
  child: ['child rate', 'child', 'children', 'children rate', 'child(ren)', 'ch', 'dependent', 'dependent rate'],
  family: ['family rate', 'family', 'fam', 'fam rate'],
  factor: ['factor', 'age factor', 'rating factor', 'premium ratio', 'age rating factor'],
  tobacco_factor: ['tobacco factor', 'tobacco rating factor', 'smoker factor'],
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
  // Column names of the CMS Rates Table Template for qualified health plans.
  tobacco_use: ['tobacco', 'tobacco use', 'tobacco user', 'smoker', 'tobacco status'],
  plan: ['plan', 'plan id', 'plan name', 'plan code', 'hios plan id', 'standard component id'],
  area: ['rating area', 'rating area id', 'area', 'region'],
  carrier: ['carrier', 'issuer', 'issuer id', 'hios issuer id'],
  effective: ['effective date', 'rate effective date', 'effective'],
  expiration: ['expiration date', 'rate expiration date', 'expiration', 'end date'],
};

const KNOWN = new Map(
  (Object.keys(HEADINGS) as FileColumn[]).flatMap((column) => HEADINGS[column].map((text) => [wordsOf(text), column])),
);

/** The column that a heading names; undefined where it names none. */
export const columnOfHeading = (heading: string): FileColumn | undefined => KNOWN.get(wordsOf(heading));

const TIER_WORDS: Readonly<Record<PlanTier, readonly string[]>> = {
  EMP: ['emp', 'ee', 'employee', 'single', 'individual', 'employee only', 'ee only', 'self', 'self only', 'subscriber'],
  ESP: [
    'esp',
    'ee+sp',
    'ee sp',
    'employee + spouse',
    'ee + spouse',
    'employee spouse',
    'couple',
    'two adults',
    'subscriber and spouse',
  ],
  E1D: [
    'e1d',
    'ee+1',
    'employee + 1',
    'employee + one',
    'employee + one dependent',
    'employee and one child',
    'employee + 1 child',
    'ee + 1 child',
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
    'parent and child(ren)',
    'parent + child(ren)',
    'subscriber and child(ren)',
    // The family tiers of the CMS Rates Table Template.
    'primary subscriber and one dependent',
    'primary subscriber and two dependents',
    'primary subscriber and three or more dependents',
  ],
  FAM: [
    'fam',
    'family',
    'ee+fam',
    'ee + family',
    'employee + family',
    'employee and family',
    'couple and one dependent',
    'couple and two dependents',
    'couple and three or more dependents',
  ],
};

const TIERS = new Map(
  PLAN_TIERS.flatMap((tier) => [...TIER_WORDS[tier], PLAN_TIER_LABEL[tier]].map((text) => [wordsOf(text), tier])),
);

export const tierOfText = (text: string): PlanTier | undefined => TIERS.get(wordsOf(text));

/** One child beside a tier of several children; alone, it is the tier of all children. */
const A_CHILD = new Set(['employee + child', 'employee and child', 'ee + child', 'subscriber and child'].map(wordsOf));

/** A tier with the age to which its children are covered, as New York's rates with coverage to 29 name it. */
const AGE_LIMIT = /[\s,–-]*\(?(?:up\s+)?(?:to|through|thru)\s+(?:age\s+)?(\d{2})\)?\s*$/i;
/** Whose age it is, where the tier stands before: "Family (dependents". Not "EE + Children", which is a tier. */
const WHOSE_AGE = /[\s,–-]+\(?(?:dependents?|children)$/i;

export type NamedTier = {
  readonly tier: PlanTier;
  /** "Employee + Child", which is one child where the table has a tier of several. */
  readonly isOneChild: boolean;
  readonly childrenTo: number | null;
};

/** The tier that a text names, with or without the word "rate". */
export function namedTier(text: string): NamedTier | undefined {
  const [, age] = AGE_LIMIT.exec(text) ?? [];
  const bare = text.replace(AGE_LIMIT, '').replace(/\*/g, '').trim();
  const named = tierOfWords(bare);
  if (age === undefined) return named && { ...named, childrenTo: null };
  const dependents = named ?? tierOfWords(bare.replace(WHOSE_AGE, ''));
  // "Employee + dependents to 29" and "Individual to 29" name no tier that is known.
  return dependents && dependents.tier !== 'EMP' ? { ...dependents, childrenTo: Number(age) } : undefined;
}

function tierOfWords(text: string): Pick<NamedTier, 'tier' | 'isOneChild'> | undefined {
  const words = [text, text.replace(/\s+(?:monthly\s+)?(?:rates?|premium)$/i, '')].map(wordsOf);
  const isOneChild = words.some((one) => A_CHILD.has(one));
  const tier = isOneChild ? 'E1D' : words.map((one) => TIERS.get(one)).find((one) => one !== undefined);
  return tier && { tier, isOneChild };
}

/** A single child is the tier of all children where a table with spouses has no other tier of children. */
export function withChildTier<Named extends NamedTier>(tiers: readonly Named[]): readonly Named[] {
  const has = new Set(tiers.map(({ tier }) => tier));
  return has.has('ESP') && !has.has('ECH')
    ? tiers.map((one) => (one.isOneChild ? { ...one, tier: 'ECH' as const } : one))
    : tiers;
}

const MOST_ROWS_ABOVE = 30;

type TierColumn = NamedTier & { readonly index: number; readonly heading: string };

export type FoundHeadings = {
  /** The row of the headings, from 0. */
  readonly row: number;
  readonly columns: ReadonlyMap<FileColumn, number>;
  /** Columns that are tiers; empty where the table has none. */
  readonly tiers: readonly TierColumn[];
  /** Columns that no heading names, by their place. */
  readonly unknown: ReadonlyMap<number, string>;
  readonly twice: ReadonlyMap<number, string>;
};

const isAbout = (column: FileColumn): boolean => (ABOUT_COLUMNS as readonly FileColumn[]).includes(column);

/** How many different amounts, tiers and ages the headings of a row name. */
function namedIn(texts: readonly string[]): number {
  const named = texts.map((text) => columnOfHeading(text) ?? namedTier(text)?.tier);
  return new Set(named.filter((one) => one !== undefined && !isAbout(one as FileColumn))).size;
}

/**
 * Whether the columns are whole tiers: one names the employee with dependents, or there is nothing but the employee and
 * the family.
 */
function isByTier(texts: readonly string[]): boolean {
  const columns = new Set(texts.map(columnOfHeading));
  const tiers = new Set(texts.map((text) => namedTier(text)?.tier));
  if (columns.has('tier') && columns.has('rate')) return false;
  if (tiers.has('ESP') || tiers.has('ECH') || tiers.has('E1D')) return true;
  return tiers.has('EMP') && tiers.has('FAM') && !columns.has('age') && !columns.has('spouse') && !columns.has('child');
}

/** Finds the row of headings: the first with two known ones. */
export function findHeadings(table: readonly (readonly string[])[]): FoundHeadings | undefined {
  const row = table.slice(0, MOST_ROWS_ABOVE).findIndex((texts) => namedIn(texts) >= 2);
  if (row === -1) return undefined;
  const texts = table[row] ?? [];
  const byTier = isByTier(texts);
  const columns = new Map<FileColumn, number>();
  const tiers: TierColumn[] = [];
  const unknown = new Map<number, string>();
  const twice = new Map<number, string>();
  for (const [index, text] of texts.entries()) {
    const heading = text.trim();
    const named = byTier ? (namedTier(heading) ?? individualTier(heading)) : undefined;
    const column = columnOfHeading(heading);
    if (named) tiers.push({ ...named, index, heading });
    else if (column === undefined) unknown.set(index, heading);
    else if (columns.has(column)) twice.set(index, heading);
    else columns.set(column, index);
  }
  return { row, columns, tiers: withChildTier(tiers), unknown, twice };
}

/** Among tiers, "Individual Rate" is that of the employee alone. */
const individualTier = (heading: string): NamedTier | undefined =>
  wordsOf(heading) === 'individualrate' ? { tier: 'EMP', isOneChild: false, childrenTo: null } : undefined;
