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
import type { TableSettings } from './table-settings.ts';

const isSameGroup = (a: GridRow, b: GridRow): boolean =>
  a.key === b.key || (a.age.band !== null && cellText(a, 'age') === cellText(b, 'age'));

/** Puts the rows of a table with headings at the rows of the same tier, age or age group; others are added. */
function pasteTable(
  rows: readonly GridRow[],
  settings: TableSettings,
  block: readonly (readonly string[])[],
): Pasted | undefined {
  const read = readRateFile(block, settings);
  if ('problem' in read || read.settings.method !== settings.method) return undefined;
  const headings = findHeadings(block);
  const columns = GRID_COLUMNS[settings.method].filter(
    (column) => headings?.columns.has(column) || column === 'rate' || column === 'per_unit',
  );
  let next = [...rows];
  let taken = 0;
  const problems: PasteProblem[] = [];
  for (const from of read.rows) {
    const given = columns.filter((column) => column !== 'age' && cellText(from, column) !== '');
    const isBanded = hasAgeGroups(settings.method);
    const found = (row: GridRow): boolean =>
      isBanded ? from.age.band !== null && isSameGroup(row, { ...from, key: '' }) : row.key === from.key;
    if (!next.some(found)) {
      if (!isBanded || (given.length === 0 && cellText(from, 'age') === '')) continue;
      next = withRow(next, from.age.band);
      if (from.age.band === null)
        next = next.map((row, index) => (index === next.length - 1 ? { ...row, age: from.age } : row));
    }
    const at = next.some(found) ? next.findIndex(found) : next.length - 1;
    const changed = given.reduce((row, column) => withText(row, column, cellText(from, column)), next[at] as GridRow);
    next[at] = changed;
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
