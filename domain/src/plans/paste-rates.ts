import { findHeadings } from './rate-headings.ts';
import { named, readRateFile } from './rate-file.ts';
import {
  type GridPlace,
  isUnread,
  pasteBlock,
  type Pasted,
  type PasteProblem,
  startsWithAges,
  withRow,
} from './rate-grid.ts';
import { cellText, GRID_COLUMNS, type GridRow, hasAgeGroups, rowName, rowsOfCells, withText } from './rate-row.ts';
import { RATING_METHOD_LABEL, type RatingMethod } from './rate-table.ts';
import type { TableSettings } from './table-settings.ts';
import { TIER_SETS } from './tier-set.ts';

/** What a paste leaves: rows, and settings that name what was not read. */
export type PastedRates = Omit<Pasted, 'outside'> & {
  readonly settings: TableSettings;
  /** What of the pasted cells was not read. */
  readonly unread: readonly string[];
  /** What was read otherwise than it is written. */
  readonly remarks: readonly string[];
  /** Why nothing was pasted; null where something was. */
  readonly refusal: string | null;
};

const isBlank = (row: GridRow, settings: TableSettings): boolean =>
  hasAgeGroups(settings.method) && GRID_COLUMNS[settings.method].every((column) => cellText(row, column) === '');

/** The rows with a place for a row of the table: the one of its name, or a new one; -1 where it has none. */
function withPlaceFor(rows: readonly GridRow[], from: GridRow, method: RatingMethod): { rows: GridRow[]; at: number } {
  const isNamed = (row: GridRow): boolean =>
    hasAgeGroups(method)
      ? from.age.band !== null && cellText(row, 'age') === cellText(from, 'age')
      : row.key === from.key;
  const at = rows.findIndex(isNamed);
  if (at !== -1 || !hasAgeGroups(method)) return { rows: [...rows], at };
  const added = withRow(rows, from.age.band);
  const place = added.findIndex((row) => !rows.includes(row));
  return { rows: added.map((row, index) => (index === place ? { ...row, age: from.age } : row)), at: place };
}

/** Names parts that were not read in the settings, next to those of before. */
function withUnread(settings: TableSettings, unread: readonly string[]): TableSettings {
  return unread.length === 0 ? settings : { ...settings, unread: named([...(settings.unread ?? []), ...unread]) };
}

/** The settings that the rows of a table need: tiers that the version does not have are added. */
function settingsFor(present: TableSettings, read: TableSettings): TableSettings {
  if (present.method === 'composite' && read.method === 'composite') {
    const tiers: readonly string[] = TIER_SETS[present.tiers];
    return TIER_SETS[read.tiers].every((tier) => tiers.includes(tier)) ? present : { ...present, tiers: read.tiers };
  }
  return present.method === 'banded' && read.method === 'banded' && read.dependents
    ? { ...present, dependents: read.dependents }
    : present;
}

/**
 * Puts the rows of a table with headings at the rows of the same tier, age or age group; others are added. Rows without
 * any entry go. The same reader as that of a file, so that both find the same columns.
 */
function pasteTable(
  rows: readonly GridRow[],
  present: TableSettings,
  block: readonly (readonly string[])[],
): PastedRates {
  const read = readRateFile(block, present);
  const size = { height: block.length, width: Math.max(0, ...block.map((texts) => texts.length)) };
  const refused = (refusal: string): PastedRates => ({
    ...size,
    rows,
    settings: present,
    taken: 0,
    problems: [],
    unread: [],
    remarks: [],
    refusal,
  });
  if ('problem' in read) return refused(read.problem);
  if (read.settings.method !== present.method)
    return refused(
      `The pasted table has the method “${RATING_METHOD_LABEL[read.settings.method]}”, and this version “${RATING_METHOD_LABEL[present.method]}”. Nothing was pasted. Import the table as a file, or make a version of its method.`,
    );
  const settings = settingsFor(present, read.settings);
  const columns = GRID_COLUMNS[settings.method];
  const problems: PasteProblem[] = [];
  const unread = [...(read.settings.unread ?? [])];
  let next =
    settings.method === 'composite'
      ? rowsOfCells(settings, []).map((row) => rows.find(({ key }) => key === row.key) ?? row)
      : rows.filter((row) => !isBlank(row, settings));
  let taken = 0;
  for (const from of read.rows) {
    const given = columns.filter((column) => cellText(from, column) !== '');
    if (given.length === 0) continue;
    const place = withPlaceFor(next, from, settings.method);
    const before = place.rows[place.at];
    if (!before) {
      unread.push(`“${rowName(from)}” has no row in this version. Its rates were not read.`);
      continue;
    }
    const changed = given.reduce((row, column) => withText(row, column, cellText(from, column)), before);
    next = place.rows.map((row, index) => (index === place.at ? changed : row));
    for (const column of given)
      if (isUnread(changed, column)) problems.push({ row: changed.key, column, text: cellText(changed, column) });
      else taken += 1;
  }
  const remarks = read.remarks.filter((remark) => !unread.includes(remark));
  return {
    ...size,
    // Its headings are no rows of the table.
    height: read.rows.length,
    rows: next,
    settings: withUnread(settings, unread),
    taken,
    problems,
    unread,
    remarks,
    refusal: null,
  };
}

const MOST_QUOTED = 5;

/** Cells beyond the table as one unread part, with the first of them. */
function beyond(outside: readonly string[]): string[] {
  if (outside.length === 0) return [];
  const quoted = outside.slice(0, MOST_QUOTED).map((text) => `“${text}”`);
  const more = outside.length > MOST_QUOTED ? ` and ${outside.length - MOST_QUOTED} more` : '';
  return [`Pasted cells beyond the table were not read: ${quoted.join(', ')}${more}.`];
}

/**
 * Pastes what a spreadsheet copied. A table with headings goes to the rows and columns that it names; a block that
 * begins with age groups goes to the first column; anything else begins at the cell.
 */
export function pasteRates(
  rows: readonly GridRow[],
  settings: TableSettings,
  at: GridPlace,
  block: readonly (readonly string[])[],
): PastedRates {
  if (block.length > 1 && findHeadings(block)) return pasteTable(rows, settings, block);
  const isFromAges = hasAgeGroups(settings.method) && (block[0]?.length ?? 0) > 1 && startsWithAges(block);
  const { outside, ...pasted } = pasteBlock(rows, settings.method, isFromAges ? { ...at, column: 0 } : at, block);
  const unread = beyond(outside);
  return { ...pasted, settings: withUnread(settings, unread), unread, remarks: [], refusal: null };
}
