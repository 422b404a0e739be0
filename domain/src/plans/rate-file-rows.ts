import { readAgeGroup } from './age-group.ts';
import { STATE_FAMILY_TIERS } from './composite-rates.ts';
import { readRate } from './rate-cell.ts';
import { settingOfRow } from './rate-file-settings.ts';
import { type FileColumn, type FoundHeadings, type NamedTier, namedTier, withChildTier } from './rate-headings.ts';
import {
  ageOf,
  blankRow,
  cellText,
  cellTextOf,
  GRID_COLUMNS,
  type GridRow,
  LAST_CURVE_AGE,
  rowsOfCells,
  withText,
} from './rate-row.ts';
import type { RatingMethod } from './rate-table.ts';
import type { TableSettings } from './table-settings.ts';
import { PLAN_TIER_LABEL, PLAN_TIERS, type PlanTier, TIER_SETS, type TierSet } from './tier-set.ts';

/** A row of a file below the headings, with its number. */
export type FileRow = { readonly no: number; readonly texts: readonly string[] };

export type RateSource = {
  readonly body: readonly FileRow[];
  readonly headings: FoundHeadings;
  readonly present: TableSettings | null;
  /** The file says that its rates are New York's. */
  readonly isNewYork: boolean;
};

/** What was read: `remarks` say what was read otherwise than it is written, `unread` what was not read at all. */
export type ReadRows = {
  readonly settings: TableSettings;
  readonly rows: readonly GridRow[];
  readonly remarks: readonly string[];
  readonly unread: readonly string[];
};

export const textAt = ({ texts }: FileRow, index: number | undefined): string =>
  index === undefined ? '' : (texts[index] ?? '').trim();

const ofColumn = (source: RateSource, row: FileRow, column: FileColumn): string =>
  textAt(row, source.headings.columns.get(column));

/** The readers of the methods. */
export const ROW_READERS: Readonly<Record<RatingMethod, (source: RateSource) => ReadRows>> = {
  composite: (source) => (source.headings.tiers.length > 0 ? readTierColumns(source) : readTierRows(source)),
  banded: readBanded,
  age_rates: readAgeRates,
  age_curve: readCurve,
  volume: readVolume,
};

/** The smallest set of tiers with all of these; the present one if it has them. */
function tierSetOf(tiers: ReadonlySet<PlanTier>, present: TableSettings | null): TierSet {
  const holds = (set: TierSet): boolean =>
    [...tiers].every((tier) => (TIER_SETS[set] as readonly PlanTier[]).includes(tier));
  const exact = (Object.keys(TIER_SETS) as TierSet[]).find((set) => holds(set) && TIER_SETS[set].length === tiers.size);
  if (exact) return exact;
  if (present?.method === 'composite' && holds(present.tiers)) return present.tiers;
  return (Object.keys(TIER_SETS) as TierSet[]).find(holds) ?? 'five';
}

/** Two texts for one cell are both kept, as text to decide on. */
const joined = (before: string | undefined, text: string): string =>
  before === undefined || before === text ? text : cellTextOf(`${before} and ${text}`);

/**
 * Asks what a tier with an age is: it may be the tier of all children or a rate for older children only. New York's
 * family tiers, which may cover children to 29, are known where the file says New York (Insurance Law 4235(f)(1)(B)).
 */
function ageQuestion({ tier, childrenTo }: NamedTier, name: string, { isNewYork }: RateSource): string[] {
  if (childrenTo === null || (isNewYork && childrenTo === STATE_FAMILY_TIERS.NY.childrenTo)) return [];
  return [`“${name}” names an age. Does it mean ${PLAN_TIER_LABEL[tier]}, with children covered to ${childrenTo}?`];
}

/** What a tier's name says besides the tier. */
function tierRemarks({ tier, isOneChild, childrenTo }: NamedTier, name: string): string[] {
  return [
    ...(isOneChild && tier === 'ECH' ? [`“${name}” was read as ${PLAN_TIER_LABEL.ECH}.`] : []),
    ...(childrenTo === null ? [] : [`“${name}”: set the age limit of children to ${childrenTo} in the plan.`]),
  ];
}

function compositeOf(texts: ReadonlyMap<PlanTier, string>, present: TableSettings | null) {
  const found = new Set(PLAN_TIERS.filter((tier) => texts.has(tier)));
  const settings = { method: 'composite', tiers: tierSetOf(found, present) } as const;
  const rows = rowsOfCells(settings, []).map((row) => withText(row, 'rate', texts.get(row.tier ?? 'EMP') ?? ''));
  return { settings, rows };
}

/** A row per tier. */
function readTierRows(source: RateSource): ReadRows {
  const remarks: string[] = [];
  const unread: string[] = [];
  const texts = new Map<PlanTier, string>();
  const named = source.body.flatMap((row) => {
    const tier = namedTier(ofColumn(source, row, 'tier'));
    return tier ? [{ ...tier, no: row.no }] : [];
  });
  const tiers = new Map(withChildTier(named).map((tier) => [tier.no, tier]));
  for (const row of source.body) {
    const name = ofColumn(source, row, 'tier');
    const text = ofColumn(source, row, 'rate');
    const tier = tiers.get(row.no);
    if (!tier) unread.push(`“${name}” is not a tier. Its rate ${text === '' ? '' : `“${text}” `}was not read.`);
    else {
      texts.set(tier.tier, joined(texts.get(tier.tier), text));
      unread.push(...ageQuestion(tier, name, source));
      remarks.push(...tierRemarks(tier, name));
    }
  }
  return { ...compositeOf(texts, source.present), remarks, unread };
}

/** The texts of one row by tier. Columns of one tier that differ are named: a version has one rate for them. */
function tiersOfRow({ headings }: RateSource, row: FileRow, unread: string[]): Map<PlanTier, string> {
  const texts = new Map<PlanTier, string>();
  for (const { tier, index, heading } of headings.tiers) {
    const text = textAt(row, index);
    const before = texts.get(tier);
    if (before === undefined || before === '') texts.set(tier, text);
    else if (text !== '' && text !== before)
      unread.push(`Row ${row.no}: “${text}” under “${heading}” was not read. ${PLAN_TIER_LABEL[tier]} is ${before}.`);
  }
  return texts;
}

const columnRemarks = ({ tiers }: FoundHeadings): string[] => tiers.flatMap((one) => tierRemarks(one, one.heading));

/** A column per tier and one row. */
function readTierColumns(source: RateSource): ReadRows {
  const unread = source.headings.tiers.flatMap((tier) => ageQuestion(tier, tier.heading, source));
  const [first, ...others] = source.body;
  const texts = first ? tiersOfRow(source, first, unread) : new Map<PlanTier, string>();
  for (const { no } of others) unread.push(`Row ${no} was not read. A version has one row of tiers.`);
  return { ...compositeOf(texts, source.present), remarks: columnRemarks(source.headings), unread };
}

const COLUMN_OF_TIER = { EMP: 'employee', ESP: 'spouse', ECH: 'child', FAM: 'family' } as const;

/** Age groups with the rates of each person, or of each tier. */
function readBanded(source: RateSource): ReadRows {
  const { headings, body } = source;
  if (headings.tiers.length === 0) return readBands(source, { method: 'banded' });
  const unread = headings.tiers.flatMap((one) =>
    one.tier === 'E1D'
      ? [`The column “${one.heading}” was not read. Rates by age group have four tiers.`]
      : ageQuestion(one, one.heading, source),
  );
  const rows = body.map((row, place) => {
    let read: GridRow = { ...blankRow(place), age: ageOf(ofColumn(source, row, 'age')) };
    for (const [tier, text] of tiersOfRow(source, row, unread))
      if (tier !== 'E1D') read = withText(read, COLUMN_OF_TIER[tier], text);
    return read;
  });
  const remarks = [...columnRemarks(headings), 'Each rate is that of the whole tier. Nothing is added to it.'];
  return { settings: { method: 'banded', dependents: 'whole' }, rows, remarks, unread };
}

function readBands(source: RateSource, settings: TableSettings): ReadRows {
  const { columns } = source.headings;
  const rows = source.body.map((row, place) =>
    GRID_COLUMNS[settings.method].reduce((now, column) => {
      const index = columns.get(column) ?? (column === 'per_unit' ? columns.get('rate') : undefined);
      const text = textAt(row, index);
      return column === 'age' ? { ...now, age: ageOf(text) } : withText(now, column, text);
    }, blankRow(place)),
  );
  return { settings, rows, remarks: [], unread: [] };
}

/** What the CMS Rates Table Template writes where tobacco use does not matter: such a row has one rate. */
export const hasNoPreference = (text: string): boolean => /^no preference$/i.test(text.trim());

/** Whose rate a row has, by its tobacco column: of tobacco users, of others, or of both; undefined for other words. */
export function tobaccoOfText(text: string): 'both' | 'user' | 'none' | undefined {
  const plain = text.trim().toLowerCase();
  if (/^(|no preference|both|all|any|n\/a|tobacco user ?\/ ?non-?tobacco user)$/.test(plain)) return 'both';
  if (/^(non?([- ](tobacco|smok).*)?|n|never|false|nonsmoker|nontobacco)$/.test(plain)) return 'none';
  return /^(yes|y|true|tobacco( user)?|smoker|user)$/.test(plain) ? 'user' : undefined;
}

type AgeRateCells = { age: string; rate?: string; tobacco?: string };

/** An amount per age. Rates of tobacco users may be a column, or rows of their own. */
function readAgeRates(source: RateSource): ReadRows {
  const unread: string[] = [];
  const remarks: string[] = [];
  const found = new Map<string, AgeRateCells>();
  let settings: TableSettings =
    source.present?.method === 'age_rates'
      ? { method: 'age_rates', chargedChildren: source.present.chargedChildren }
      : { method: 'age_rates', chargedChildren: 3 };
  for (const row of source.body) {
    const age = ofColumn(source, row, 'age');
    const changed = settingOfRow(settings, age, ofColumn(source, row, 'rate'));
    if (changed) {
      settings = changed.settings;
      if (changed.unread !== null) unread.push(changed.unread);
      continue;
    }
    const users = tobaccoOfText(ofColumn(source, row, 'tobacco_use'));
    if (users === undefined) {
      unread.push(`Row ${row.no}: “${ofColumn(source, row, 'tobacco_use')}” does not say who uses tobacco. Not read.`);
      continue;
    }
    const [rate, tobacco] = [ofColumn(source, row, 'rate'), ofColumn(source, row, 'tobacco_rate')];
    const contradicts = contradictsPreference(ofColumn(source, row, 'tobacco_use'), rate, tobacco);
    if (contradicts)
      unread.push(
        `Row ${row.no}: the tobacco rate “${tobacco}” was not read. “No Preference” means that it is the rate “${rate}”.`,
      );
    addAgeRate(found, age, users, rate, contradicts ? '' : tobacco, row.no);
  }
  const rows = [...found.values()].map(({ age, rate = '', tobacco = '' }, place) =>
    withText(withText({ ...blankRow(place), age: ageOf(age) }, 'rate', rate), 'tobacco_rate', tobacco),
  );
  return { settings, rows, remarks, unread };
}

/** Whether a row without a preference has another rate for tobacco users. */
function contradictsPreference(use: string, rate: string, tobacco: string): boolean {
  if (!hasNoPreference(use) || tobacco === '') return false;
  const [one, other] = [readRate(rate), readRate(tobacco)];
  return 'problem' in one || 'problem' in other || one.cents !== other.cents;
}

/** An age that is listed twice for the same people keeps both rows, which is a problem of its own. */
function addAgeRate(
  found: Map<string, AgeRateCells>,
  age: string,
  users: 'both' | 'user' | 'none',
  rate: string,
  tobacco: string,
  no: number,
): void {
  const name = cellText({ ...blankRow(0), age: ageOf(age) }, 'age');
  const add: AgeRateCells =
    users === 'user'
      ? { age, tobacco: tobacco === '' ? rate : tobacco }
      : { age, rate, ...(users === 'both' && tobacco !== '' && { tobacco }) };
  const before = found.get(name);
  const isTaken =
    before !== undefined &&
    ((before.rate !== undefined && add.rate !== undefined) ||
      (before.tobacco !== undefined && add.tobacco !== undefined));
  if (isTaken) found.set(`${name} ${no}`, add);
  else found.set(name, { ...before, ...add });
}

const NEW_CURVE: TableSettings = {
  method: 'age_curve',
  base: null,
  baseIs: 'factor_one',
  curve: null,
  areas: null,
  tobacco: 1000,
  chargedChildren: 3,
};

function readCurve(source: RateSource): ReadRows {
  const unread: string[] = [];
  const texts = new Map<number, string>();
  const tobacco = new Map<number, string>();
  let settings = source.present?.method === 'age_curve' ? source.present : NEW_CURVE;
  for (const row of source.body) {
    const name = ofColumn(source, row, 'age');
    const text = ofColumn(source, row, 'factor');
    const changed = settingOfRow(settings, name, text);
    if (changed) {
      settings = changed.settings;
      if (changed.unread !== null) unread.push(changed.unread);
      continue;
    }
    const ages = readAgeGroup(name);
    if (!ages) unread.push(`“${name}” is not an age. Its factor ${text === '' ? '' : `“${text}” `}was not read.`);
    else
      for (let age = ages.from; age <= Math.min(ages.to ?? LAST_CURVE_AGE, LAST_CURVE_AGE); age += 1) {
        texts.set(age, joined(texts.get(age), text));
        const factor = ofColumn(source, row, 'tobacco_factor');
        if (factor !== '') tobacco.set(age, joined(tobacco.get(age), factor));
      }
  }
  const rows = rowsOfCells(settings, []).map((row) =>
    withText(withText(row, 'factor', texts.get(row.place) ?? ''), 'tobacco_factor', tobacco.get(row.place) ?? ''),
  );
  return { settings, rows, remarks: [], unread };
}

function readVolume(source: RateSource): ReadRows {
  const unread: string[] = [];
  const { columns } = source.headings;
  const rateAt = columns.get('per_unit') ?? columns.get('rate');
  let settings: TableSettings =
    source.present?.method === 'volume' ? source.present : { method: 'volume', steps: [], unit: 1000 };
  let isFirstStep = true;
  const bands: FileRow[] = [];
  for (const row of source.body) {
    const name = ofColumn(source, row, 'age');
    const isStep = /^step\b/i.test(name);
    if (isStep && isFirstStep && settings.method === 'volume') settings = { ...settings, steps: [] };
    if (isStep) isFirstStep = false;
    const changed = settingOfRow(settings, name, textAt(row, rateAt));
    if (!changed) bands.push(row);
    else {
      settings = changed.settings;
      if (changed.unread !== null) unread.push(changed.unread);
    }
  }
  return { ...readBands({ ...source, body: bands }, settings), unread };
}
