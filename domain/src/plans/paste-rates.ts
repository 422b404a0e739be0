import { findHeadings } from './rate-headings.ts';
import { readRateFile } from './rate-file.ts';
import {
  type GridPlace,
  isUnread,
  pasteBlock,
  type Pasted,
  type PasteProblem,
  startsWithAges,
  withRow,
} from './rate-grid.ts';
import { cellText, GRID_COLUMNS, type GridRow, hasAgeGroups, withText } from './rate-row.ts';
import type { RatingMethod } from './rate-table.ts';
import type { TableSettings } from './table-settings.ts';

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

/**
 * Puts the rows of a table with headings at the rows of the same tier, age or age group; others are added. Rows without
 * any entry go.
 */
function pasteTable(
  rows: readonly GridRow[],
  settings: TableSettings,
  block: readonly (readonly string[])[],
): Pasted | undefined {
  const read = readRateFile(block, settings);
  if ('problem' in read || read.settings.method !== settings.method) return undefined;
  const columns = GRID_COLUMNS[settings.method];
  const problems: PasteProblem[] = [];
  let next = rows.filter((row) => !isBlank(row, settings));
  let taken = 0;
  for (const from of read.rows) {
    const given = columns.filter((column) => cellText(from, column) !== '');
    if (given.length === 0) continue;
    const place = withPlaceFor(next, from, settings.method);
    const before = place.rows[place.at];
    if (!before) continue;
    const changed = given.reduce((row, column) => withText(row, column, cellText(from, column)), before);
    next = place.rows.map((row, index) => (index === place.at ? changed : row));
    for (const column of given)
      if (isUnread(changed, column)) problems.push({ row: changed.key, column, text: cellText(changed, column) });
      else taken += 1;
  }
  return { rows: next, height: block.length - 1, width: block[0]?.length ?? 0, taken, problems, outside: 0 };
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
): Pasted {
  const table = block.length > 1 && findHeadings(block)?.row === 0 ? pasteTable(rows, settings, block) : undefined;
  if (table) return table;
  const isFromAges = hasAgeGroups(settings.method) && (block[0]?.length ?? 0) > 1 && startsWithAges(block);
  return pasteBlock(rows, settings.method, isFromAges ? { ...at, column: 0 } : at, block);
}
