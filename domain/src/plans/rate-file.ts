import { counted } from '../counted.ts';
import { formatMoney } from '../money.ts';
import { readAgeGroup } from './age-group.ts';
import { type FileCell, settingOfRow, settingRows } from './rate-file-settings.ts';
import { type FileColumn, findHeadings, type FoundHeadings, tierOfText } from './rate-headings.ts';
import {
  ageOf,
  blankRow,
  cellText,
  EMPTY_VALUE,
  GRID_COLUMN_LABEL,
  GRID_COLUMNS,
  type GridColumn,
  type GridRow,
  hasAgeGroups,
  LAST_CURVE_AGE,
  MOST_TEXT,
  rowName,
  rowsOfCells,
  withText,
} from './rate-row.ts';
import type { RatingMethod } from './rate-table.ts';
import { BANDED_KINDS, type TableSettings } from './table-settings.ts';
import { PLAN_TIERS, type PlanTier, TIER_SETS, type TierSet } from './tier-set.ts';
import { MOST_ROWS } from './rate-grid.ts';

/** A version as a file: its headings, then its settings and rows. */
export type RateFile = { readonly headings: readonly string[]; readonly rows: readonly (readonly FileCell[])[] };

/** The shape of an exported version, which an import reads back the same. */
export function rateFileOf(settings: TableSettings, rows: readonly GridRow[]): RateFile {
  const columns = GRID_COLUMNS[settings.method].filter((column) => column !== 'age');
  const cellsOf = (row: GridRow): FileCell[] =>
    columns.map((column) => {
      const { amount, entered } = row.values[column] ?? EMPTY_VALUE;
      return amount === null ? (entered ?? '') : { amount, column };
    });
  const first =
    settings.method === 'composite' ? 'Tier' : hasAgeGroups(settings.method) ? GRID_COLUMN_LABEL.age : 'Age';
  return {
    headings: [first, ...columns.map((column) => GRID_COLUMN_LABEL[column])],
    rows: [
      ...settingRows(settings),
      ...rows.map((row) => [
        row.tier || hasAgeGroups(settings.method)
          ? row.tier
            ? rowName(row)
            : cellText(row, 'age')
          : String(row.place),
        ...cellsOf(row),
      ]),
    ],
  };
}

/** The largest file of rates, curves or areas, in bytes. */
export const LARGEST_RATE_FILE = 700 * 1024;

export type ReadRates = {
  readonly settings: TableSettings;
  readonly rows: readonly GridRow[];
  /** What was read otherwise than it is written, or not at all. */
  readonly remarks: readonly string[];
};

const isBlank = (texts: readonly string[]): boolean => texts.every((text) => text.trim() === '');

/**
 * Reads a table of rates from the texts of a file or a spreadsheet, with its columns in any order. `present` are the
 * settings of the version it goes into. Text that is no amount stays in its cell.
 */
export function readRateFile(
  table: readonly (readonly string[])[],
  present: TableSettings | null,
): ReadRates | { readonly problem: string } {
  const headings = findHeadings(table);
  if (!headings)
    return {
      problem:
        'No headings were recognized. Name the columns in the first row, for example Age group, Employee rate, Spouse rate, Child rate and Family rate, or Tier and Monthly rate.',
    };
  const method = methodOf(headings, present);
  if (method === undefined)
    return { problem: 'The columns do not make a rate table. It needs Tier and Monthly rate, or Age group and rates.' };
  const body = table.slice(headings.row + 1).filter((texts) => !isBlank(texts));
  if (body.length > MOST_ROWS)
    return { problem: `A rate table has at most ${MOST_ROWS} rows. This file has ${body.length}.` };
  const read = READERS[method]({ body, headings, present });
  return { ...read, remarks: [...remarksOf(headings, method), ...read.remarks] };
}

function methodOf({ columns }: FoundHeadings, present: TableSettings | null): RatingMethod | undefined {
  const has = (column: FileColumn): boolean => columns.has(column);
  if (has('tier') && has('rate')) return 'composite';
  if (!has('age')) return undefined;
  if (BANDED_KINDS.some(has)) return 'banded';
  if (has('factor')) return 'age_curve';
  if (has('per_unit') || (has('rate') && present?.method === 'volume')) return 'volume';
  return undefined;
}

function remarksOf({ columns, unknown, twice, row }: FoundHeadings, method: RatingMethod): string[] {
  const wanted = GRID_COLUMNS[method].filter((column) => !columns.has(column) && column !== 'per_unit');
  const left = [...columns.keys()].filter(
    (column) => column !== 'tier' && !GRID_COLUMNS[method].includes(column) && column !== 'age' && column !== 'rate',
  );
  return [
    ...(row > 0 ? [`${counted(row, 'row')} above the headings ${row === 1 ? 'was' : 'were'} not read.`] : []),
    ...unknown.map((heading) => `The column “${heading}” was not recognized and not read.`),
    ...twice.map((heading) => `The column “${heading}” is in the file twice. The first one was read.`),
    ...left.map(
      (column) =>
        `The column “${GRID_COLUMN_LABEL[column as GridColumn]}” does not belong to this table and was not read.`,
    ),
    ...wanted.map((column) => `The file has no column “${GRID_COLUMN_LABEL[column]}”.`),
  ];
}

type Source = { body: readonly (readonly string[])[]; headings: FoundHeadings; present: TableSettings | null };

const textAt = (texts: readonly string[], index: number | undefined): string =>
  index === undefined ? '' : (texts[index] ?? '').trim();

const READERS: Readonly<Record<RatingMethod, (source: Source) => ReadRates>> = {
  composite: readTiers,
  banded: (source) => readBands(source, { method: 'banded' }),
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

function readTiers({ body, headings, present }: Source): ReadRates {
  const remarks: string[] = [];
  const texts = new Map<PlanTier, string>();
  for (const row of body) {
    const name = textAt(row, headings.columns.get('tier'));
    const text = textAt(row, headings.columns.get('rate'));
    const tier = tierOfText(name);
    if (!tier) remarks.push(`“${name}” is not a tier. Its rate ${text === '' ? '' : `“${text}” `}was not read.`);
    else texts.set(tier, joined(texts.get(tier), text));
  }
  const found = new Set(PLAN_TIERS.filter((tier) => texts.has(tier)));
  const settings = { method: 'composite', tiers: tierSetOf(found, present) } as const;
  const rows = rowsOfCells(settings, []).map((row) => withText(row, 'rate', texts.get(row.tier ?? 'EMP') ?? ''));
  return { settings, rows, remarks };
}

/** Two texts for one cell are both kept, as text to decide on. */
const joined = (before: string | undefined, text: string): string =>
  before === undefined || before === text ? text : `${before} and ${text}`.slice(0, MOST_TEXT);

function readBands({ body, headings }: Source, settings: TableSettings): ReadRates {
  const columns = GRID_COLUMNS[settings.method];
  const rows = body.map((texts, place) =>
    columns.reduce((row, column) => {
      const index = headings.columns.get(column) ?? (column === 'per_unit' ? headings.columns.get('rate') : undefined);
      const text = textAt(texts, index);
      return column === 'age' ? { ...row, age: ageOf(text) } : withText(row, column, text);
    }, blankRow(place)),
  );
  return { settings, rows, remarks: [] };
}

function readCurve({ body, headings, present }: Source): ReadRates {
  const remarks: string[] = [];
  const texts = new Map<number, string>();
  let settings: TableSettings =
    present?.method === 'age_curve'
      ? present
      : {
          method: 'age_curve',
          base: null,
          baseIs: 'factor_one',
          curve: null,
          areas: null,
          tobacco: 1000,
          chargedChildren: 3,
        };
  for (const row of body) {
    const name = textAt(row, headings.columns.get('age'));
    const text = textAt(row, headings.columns.get('factor'));
    const changed = settingOfRow(settings, name, text);
    if (changed) {
      settings = changed.settings;
      if (changed.remark !== null) remarks.push(changed.remark);
      continue;
    }
    const ages = readAgeGroup(name);
    if (!ages) remarks.push(`“${name}” is not an age. Its factor ${text === '' ? '' : `“${text}” `}was not read.`);
    else
      for (let age = ages.from; age <= Math.min(ages.to ?? LAST_CURVE_AGE, LAST_CURVE_AGE); age += 1)
        texts.set(age, joined(texts.get(age), text));
  }
  const rows = rowsOfCells(settings, []).map((row) => withText(row, 'factor', texts.get(row.place) ?? ''));
  return { settings, rows, remarks };
}

function readVolume({ body, headings, present }: Source): ReadRates {
  const remarks: string[] = [];
  const rateAt = headings.columns.get('per_unit') ?? headings.columns.get('rate');
  let settings: TableSettings = present?.method === 'volume' ? present : { method: 'volume', steps: [], unit: 1000 };
  let isFirstStep = true;
  const bands: (readonly string[])[] = [];
  for (const row of body) {
    const name = textAt(row, headings.columns.get('age'));
    const isStep = /^step\b/i.test(name);
    if (isStep && isFirstStep && settings.method === 'volume') settings = { ...settings, steps: [] };
    if (isStep) isFirstStep = false;
    const changed = settingOfRow(settings, name, textAt(row, rateAt));
    if (!changed) bands.push(row);
    else {
      settings = changed.settings;
      if (changed.remark !== null) remarks.push(changed.remark);
    }
  }
  const read = readBands({ body: bands, headings, present }, settings);
  return { ...read, remarks };
}

/** A version in one line: "9 age groups", "4 tiers", "base $250.00". */
export function ratesInWords(settings: TableSettings, rows: readonly GridRow[]): string {
  if (settings.method === 'composite') return counted(rows.length, 'tier');
  if (settings.method === 'age_curve')
    return settings.base === null ? 'no base rate' : `base rate ${formatMoney(settings.base)}`;
  return counted(rows.length, 'age group');
}
