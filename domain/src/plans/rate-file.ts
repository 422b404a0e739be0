import { counted } from '../counted.ts';
import { type FileCell, settingRows } from './rate-file-settings.ts';
import { type FileRow, hasNoPreference, ROW_READERS, textAt, tobaccoOfText } from './rate-file-rows.ts';
import { ABOUT_COLUMNS, type AboutColumn, type FileColumn, findHeadings, type FoundHeadings } from './rate-headings.ts';
import { readRate } from './rate-cell.ts';
import { MOST_ROWS } from './rate-grid.ts';
import {
  cellText,
  columnLabel,
  EMPTY_VALUE,
  GRID_COLUMN_LABEL,
  GRID_COLUMNS,
  type GridColumn,
  type GridRow,
  hasAgeGroups,
  isOptionalColumn,
  rowName,
} from './rate-row.ts';
import { RATING_METHOD_LABEL, type RatingMethod } from './rate-table.ts';
import { BANDED_KINDS, LONGEST_UNREAD, MOST_UNREAD, type TableSettings } from './table-settings.ts';

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
    headings: [first, ...columns.map((column) => columnLabel(settings, column))],
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

/** Rates that were read; what was not read is in `settings.unread`, and keeps the version a draft. */
export type ReadRates = {
  readonly settings: TableSettings;
  readonly rows: readonly GridRow[];
  /** What was read otherwise than it is written, or not at all. */
  readonly remarks: readonly string[];
};

const isBlank = ({ texts }: FileRow): boolean => texts.every((text) => text.trim() === '');

/** A row that tells how to fill a template: "Required", "Required if tobacco". */
const isGuidance = ({ texts }: FileRow): boolean => {
  const filled = texts.filter((text) => text.trim() !== '');
  return filled.length > 1 && filled.every((text) => /^\s*(required|optional)\b/i.test(text));
};

/**
 * Reads a table of rates from the texts of a file or a spreadsheet, with its columns in any order. `present` are the
 * settings of the version it goes into. Text that is no amount stays in its cell.
 */
export function readRateFile(
  table: readonly (readonly string[])[],
  present: TableSettings | null,
): ReadRates | { readonly problem: string } {
  const found = findHeadings(table);
  if (!found)
    return {
      problem:
        'No headings were recognized. Name the columns in the first row, for example Age group, Employee rate, Spouse rate, Child rate and Family rate, or Tier and Monthly rate.',
    };
  const rows = table.map((texts, index): FileRow => ({ no: index + 1, texts }));
  const body = rows.slice(found.row + 1).filter((row) => !isBlank(row) && !isGuidance(row));
  const { headings, understood } = settled(found, body);
  const method = methodOf(headings, present);
  if (method === undefined)
    return {
      problem:
        'The columns do not make a rate table. It needs Tier and Monthly rate, a column for each tier, or Age and rates.',
    };
  const several = severalTables(headings, body);
  if (several !== undefined) return { problem: several };
  if (body.length > MOST_ROWS)
    return { problem: `A rate table has at most ${MOST_ROWS} rows. This file has ${body.length}.` };
  const { settings, ...read } = ROW_READERS[method]({
    body,
    headings,
    present,
    isNewYork: saysNewYork(rows.slice(0, found.row + 1), headings, body),
  });
  const unread = named([
    ...unreadAbove(rows.slice(0, found.row)),
    ...unreadColumns(headings, method, body, understood),
    ...read.unread,
  ]);
  const { unread: _, ...others } = settings;
  return {
    settings: unread.length === 0 ? others : { ...others, unread },
    rows: read.rows,
    remarks: [
      ...unread,
      ...remarksAbove(rows.slice(0, found.row)),
      ...aboutRemarks(headings, body),
      ...missingColumns(headings, method),
      ...methodRemark(method, present),
      ...read.remarks,
    ],
  };
}

/** New York by name, but not in a postal address: carriers of other states have one there. */
const NEW_YORK = /\b(?:New York|NY)\b(?!,?\s*(?:NY\b|\d{5}))/;
/** A HIOS plan ID of New York: five digits of the issuer, the state, and the product. */
const NEW_YORK_PLAN = /^\d{5}NY\d{7}/;

/** Whether the rows above the rates, or the plan or area that they are of, say New York. */
function saysNewYork(above: readonly FileRow[], headings: FoundHeadings, body: readonly FileRow[]): boolean {
  const about = (['plan', 'area'] as const).flatMap((column) => valuesUnder(headings, body, column));
  return (
    [...above.flatMap(({ texts }) => texts), ...about].some((text) => NEW_YORK.test(text)) ||
    about.some((text) => NEW_YORK_PLAN.test(text))
  );
}

/** Names unread parts once each, and only so many of them. */
export function named(unread: readonly string[]): string[] {
  const names = [...new Set(unread.map((text) => text.slice(0, LONGEST_UNREAD)))];
  if (names.length <= MOST_UNREAD) return names;
  return [...names.slice(0, MOST_UNREAD - 1), `${names.length - MOST_UNREAD + 1} more parts were not read.`];
}

const isAmount = (text: string): boolean => {
  const read = readRate(text);
  return 'cents' in read && read.cents !== null;
};

/** Headings whose meaning depends on what is below them. */
function settled(
  headings: FoundHeadings,
  body: readonly FileRow[],
): { headings: FoundHeadings; understood: ReadonlySet<number> } {
  const columns = new Map(headings.columns);
  const understood = new Set<number>();
  const understand = (column: FileColumn): void => {
    const index = columns.get(column);
    if (index !== undefined) understood.add(index);
    columns.delete(column);
  };
  const under = (column: FileColumn): string[] =>
    body.map((row) => textAt(row, columns.get(column))).filter((text) => text !== '');
  // Family tiers of the CMS template have "Family Option" for an age.
  const ages = under('age');
  if (headings.tiers.length > 0 && ages.length > 0 && ages.every((text) => /^family option$/i.test(text)))
    understand('age');
  // "Tobacco" is a column of words, or of the rates or factors of tobacco users.
  const tobacco = columns.get('tobacco_use');
  const uses = under('tobacco_use');
  if (tobacco !== undefined && uses.length > 0 && uses.every(isAmount)) {
    columns.delete('tobacco_use');
    const amounts = columns.has('factor') ? 'tobacco_factor' : 'tobacco_rate';
    if (!columns.has(amounts)) columns.set(amounts, tobacco);
  }
  // Rates that are the same for tobacco users and others. Without ages, a column of tobacco rates is named itself.
  const isSame =
    headings.tiers.length > 0
      ? uses.every(hasNoPreference)
      : under('tobacco_rate').length === 0 && uses.every((text) => tobaccoOfText(text) === 'both');
  if (uses.length > 0 && isSame) understand('tobacco_use');
  return { headings: { ...headings, columns }, understood };
}

function methodOf({ columns, tiers }: FoundHeadings, present: TableSettings | null): RatingMethod | undefined {
  const has = (column: FileColumn): boolean => columns.has(column);
  if (tiers.length > 0) return has('age') ? 'banded' : 'composite';
  if (has('tier') && has('rate')) return 'composite';
  if (!has('age')) return undefined;
  if (BANDED_KINDS.some(has)) return 'banded';
  if (has('factor')) return 'age_curve';
  if (has('per_unit') || (has('rate') && present?.method === 'volume')) return 'volume';
  return has('rate') || has('tobacco_rate') ? 'age_rates' : undefined;
}

const valuesUnder = ({ columns }: FoundHeadings, body: readonly FileRow[], column: FileColumn): string[] => [
  ...new Set(body.map((row) => textAt(row, columns.get(column))).filter((text) => text !== '')),
];

const ABOUT_LABEL: Readonly<Record<AboutColumn, string>> = {
  plan: 'plans',
  area: 'rating areas',
  carrier: 'carriers',
  effective: 'effective dates',
  expiration: 'expiration dates',
};

/** A version has the rates of one plan, area and period: more of them would be mixed. */
function severalTables(headings: FoundHeadings, body: readonly FileRow[]): string | undefined {
  for (const column of ABOUT_COLUMNS) {
    const values = valuesUnder(headings, body, column);
    if (values.length > 1)
      return `This table has rates of ${values.length} ${ABOUT_LABEL[column]}: ${values.slice(0, 5).join(', ')}${values.length > 5 ? ', …' : ''}. Keep the rows of one of them, and make a version for each.`;
  }
  return undefined;
}

function aboutRemarks(headings: FoundHeadings, body: readonly FileRow[]): string[] {
  return ABOUT_COLUMNS.flatMap((column) => {
    const [value] = valuesUnder(headings, body, column);
    return value === undefined ? [] : [`The table is for the ${ABOUT_LABEL[column].slice(0, -1)} “${value}”.`];
  });
}

/** A row above the headings that holds a rate. */
function unreadAbove(above: readonly FileRow[]): string[] {
  return above.flatMap(({ no, texts }) => {
    const rate = texts.find((text) => /\d\.\d\d$/.test(text.trim()) && isAmount(text));
    return rate === undefined ? [] : [`Row ${no}, above the headings, has “${rate.trim()}”, which was not read.`];
  });
}

/** Rows above the headings: a label with a value is quoted, others are counted. */
function remarksAbove(above: readonly FileRow[]): string[] {
  const filled = above.filter((row) => !isBlank(row));
  const pairs = filled.flatMap(({ texts }) => {
    const [label = '', value, ...others] = texts.map((text) => text.trim()).filter((text) => text !== '');
    const isPair = value !== undefined && others.length === 0 && /[:*]$/.test(label);
    return isPair ? [`Above the headings: ${label.replace(/[\s:*]+$/, '')}: ${value}.`] : [];
  });
  const count = filled.length - pairs.length;
  return [
    ...pairs,
    ...(count > 0 ? [`${counted(count, 'row')} above the headings ${count === 1 ? 'was' : 'were'} not read.`] : []),
  ];
}

/** The columns that a method reads. */
function columnsRead(headings: FoundHeadings, method: RatingMethod): ReadonlySet<FileColumn> {
  const read = new Set<FileColumn>(ABOUT_COLUMNS);
  if (headings.tiers.length > 0) return read.add('age');
  for (const column of GRID_COLUMNS[method]) read.add(column);
  if (method === 'composite') read.add('tier');
  if (method !== 'composite') read.add('age');
  if (method === 'volume' && !headings.columns.has('per_unit')) read.add('rate');
  if (method === 'age_rates') read.add('tobacco_use');
  return read;
}

/** Names the columns with content that were not read. */
function unreadColumns(
  headings: FoundHeadings,
  method: RatingMethod,
  body: readonly FileRow[],
  understood: ReadonlySet<number>,
): string[] {
  const firstAt = (index: number): string => body.map((row) => textAt(row, index)).find((text) => text !== '') ?? '';
  const read = columnsRead(headings, method);
  const known = [...headings.columns].filter(([column]) => !read.has(column));
  const width = Math.max(0, ...body.map(({ texts }) => texts.length));
  const unread: string[] = [];
  for (let index = 0; index < width; index += 1) {
    const first = firstAt(index);
    if (first === '' || understood.has(index)) continue;
    const [column] = known.find(([, at]) => at === index) ?? [];
    const twice = headings.twice.get(index);
    const unknown = headings.unknown.get(index);
    if (column) unread.push(`The column “${fileLabel(column)}” does not belong to this table and was not read.`);
    else if (twice !== undefined) unread.push(`The column “${twice}” is in the file twice. The first one was read.`);
    else if (unknown !== undefined && unknown !== '')
      unread.push(`The column “${unknown}” was not recognized and not read.`);
    else if (!isRead(headings, index))
      unread.push(`Column ${letterOf(index)} has no heading. Its cells, such as “${first}”, were not read.`);
  }
  return unread;
}

const isRead = ({ columns, tiers }: FoundHeadings, index: number): boolean =>
  [...columns.values()].includes(index) || tiers.some((one) => one.index === index);

const fileLabel = (column: FileColumn): string =>
  column === 'tier'
    ? 'Tier'
    : column === 'tobacco_use'
      ? 'Tobacco'
      : (GRID_COLUMN_LABEL[column as GridColumn] ?? column);

/** The letter of a spreadsheet's column. */
const letterOf = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : `${letterOf(Math.floor(index / 26) - 1)}${letterOf(index % 26)}`;

function missingColumns({ columns, tiers }: FoundHeadings, method: RatingMethod): string[] {
  if (tiers.length > 0) return [];
  const wanted = GRID_COLUMNS[method].filter(
    (column) => !columns.has(column) && column !== 'per_unit' && !isOptionalColumn(column),
  );
  return wanted.map((column) => `The file has no column “${GRID_COLUMN_LABEL[column]}”.`);
}

const methodRemark = (method: RatingMethod, present: TableSettings | null): string[] =>
  present === null || present.method === method ? [] : [`The method is now “${RATING_METHOD_LABEL[method]}”.`];
