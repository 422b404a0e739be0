import { multiply, type Cents } from '../money.ts';
import { readAgeGroup } from './age-group.ts';
import type { AgeBand, RatingMethod } from './rate-table.ts';
import {
  blankRow,
  cellText,
  EMPTY_AGE,
  EMPTY_VALUE,
  GRID_COLUMNS,
  type GridColumn,
  type GridRow,
  hasAgeGroups,
  withText,
} from './rate-row.ts';

/** A cell of the grid by its row in the list and its column in the method's columns. */
export type GridPlace = { readonly row: number; readonly column: number };
/** A block of cells; both corners belong to it. */
export type GridBlock = { readonly from: GridPlace; readonly to: GridPlace };

/** A text that was pasted and is no amount. */
export type PasteProblem = { readonly row: string; readonly column: GridColumn; readonly text: string };

export type Pasted = {
  readonly rows: readonly GridRow[];
  /** The size of the pasted block. */
  readonly height: number;
  readonly width: number;
  /** Cells whose text was an amount or an age group. */
  readonly taken: number;
  readonly problems: readonly PasteProblem[];
  /** Texts of cells that lay beyond the grid. */
  readonly outside: readonly string[];
};

export const MOST_ROWS = 200;

const nextPlace = (rows: readonly GridRow[]): number => Math.max(-1, ...rows.map(({ place }) => place)) + 1;

/** Adds a row for an age group, before the first one that begins later. */
export function withRow(rows: readonly GridRow[], band: AgeBand | null): GridRow[] {
  const row = blankRow(nextPlace(rows), band);
  const at = band === null ? -1 : rows.findIndex(({ age }) => age.band !== null && age.band.from > band.from);
  return at === -1 ? [...rows, row] : [...rows.slice(0, at), row, ...rows.slice(at)];
}

/** Sets the text of one cell. */
export function withCell(rows: readonly GridRow[], method: RatingMethod, place: GridPlace, text: string): GridRow[] {
  const column = GRID_COLUMNS[method][place.column];
  return rows.map((row, index) => (index === place.row && column ? withText(row, column, text) : row));
}

/**
 * Pastes a block of texts with its first cell at a place. Below the last row it adds rows, if the method has age
 * groups. Nothing is dropped silently: text that is no amount stays in its cell, and cells beyond the grid are named.
 */
export function pasteBlock(
  rows: readonly GridRow[],
  method: RatingMethod,
  at: GridPlace,
  block: readonly (readonly string[])[],
): Pasted {
  const columns = GRID_COLUMNS[method];
  const next = [...rows];
  const problems: PasteProblem[] = [];
  let taken = 0;
  const outside: string[] = [];
  block.forEach((texts, down) => {
    const index = at.row + down;
    const hasText = texts.some((text) => text.trim() !== '');
    if (index >= next.length && hasText && hasAgeGroups(method) && next.length < MOST_ROWS)
      next.push(blankRow(nextPlace(next)));
    texts.forEach((text, right) => {
      const column = columns[at.column + right];
      const row = next[index];
      if (!row || !column) {
        if (text.trim() !== '') outside.push(text.trim());
        return;
      }
      const changed = withText(row, column, text);
      next[index] = changed;
      if (isUnread(changed, column)) problems.push({ row: changed.key, column, text: text.trim() });
      else taken += 1;
    });
  });
  return {
    rows: next,
    height: block.length,
    width: Math.max(0, ...block.map((texts) => texts.length)),
    taken,
    problems,
    outside,
  };
}

export const isUnread = (row: GridRow, column: GridColumn): boolean =>
  column === 'age' ? row.age.entered !== null : (row.values[column] ?? EMPTY_VALUE).entered !== null;

/** The corners of a block in order. */
export function cornersOf({ from, to }: GridBlock): { top: number; bottom: number; left: number; right: number } {
  return {
    top: Math.min(from.row, to.row),
    bottom: Math.max(from.row, to.row),
    left: Math.min(from.column, to.column),
    right: Math.max(from.column, to.column),
  };
}

/** Applies a change to the text of every cell of a block; rows outside are the same objects. */
function overBlock(
  rows: readonly GridRow[],
  method: RatingMethod,
  block: GridBlock,
  change: (row: GridRow, column: GridColumn) => string | undefined,
): GridRow[] {
  const { top, bottom, left, right } = cornersOf(block);
  const columns = GRID_COLUMNS[method].slice(left, right + 1);
  return rows.map((row, index) =>
    index < top || index > bottom
      ? row
      : columns.reduce((now, column) => {
          const text = change(now, column);
          return text === undefined ? now : withText(now, column, text);
        }, row),
  );
}

/** The texts of a block, as a spreadsheet takes them: cells by tab, rows by line. */
export function copyBlock(rows: readonly GridRow[], method: RatingMethod, block: GridBlock): string {
  const { top, bottom, left, right } = cornersOf(block);
  const columns = GRID_COLUMNS[method].slice(left, right + 1);
  return rows
    .slice(top, bottom + 1)
    .map((row) => columns.map((column) => cellText(row, column)).join('\t'))
    .join('\n');
}

export const clearBlock = (rows: readonly GridRow[], method: RatingMethod, block: GridBlock): GridRow[] =>
  overBlock(rows, method, block, () => '');

/** Copies the first row of a block into its other rows; a block of one row takes the row above. */
export function fillDown(rows: readonly GridRow[], method: RatingMethod, block: GridBlock): GridRow[] {
  const { top, bottom } = cornersOf(block);
  const source = rows[top === bottom ? top - 1 : top];
  if (!source) return [...rows];
  return overBlock(rows, method, block, (row, column) =>
    row === source || column === 'age' ? undefined : cellText(source, column),
  );
}

/** Hundredths of a percent: 5.25% is 525. */
export type BasisPoints = number;

export const increased = (amount: number, by: BasisPoints): Cents => multiply(amount as Cents, 10_000 + by, 10_000);

/** Raises every amount of a block by a percentage, rounded half up in the last place of its column. */
export function increaseBlock(
  rows: readonly GridRow[],
  method: RatingMethod,
  block: GridBlock,
  by: BasisPoints,
): GridRow[] {
  const { top, bottom, left, right } = cornersOf(block);
  const columns = GRID_COLUMNS[method].slice(left, right + 1);
  return rows.map((row, index) => (index < top || index > bottom ? row : raised(row, columns, by)));
}

function raised(row: GridRow, columns: readonly GridColumn[], by: BasisPoints): GridRow {
  const values = { ...row.values };
  for (const column of columns) {
    if (column === 'age') continue;
    const amount = row.values[column]?.amount ?? null;
    if (amount !== null) values[column] = { amount: increased(amount, by), entered: null };
  }
  return { ...row, values };
}

/** Reads a percentage with up to two decimals: "5", "5.25%", "-3". */
export function readPercentage(text: string): BasisPoints | undefined {
  const match = /^([+\-−])?\s*(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(text.trim());
  if (!match) return undefined;
  const [, sign, whole, decimals = ''] = match;
  const points = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  const signed = sign === '-' || sign === '−' ? -points : points;
  return signed > -10_000 && signed <= 50_000 ? signed : undefined;
}

/** Edits of a version as they are sent: texts of cells and age groups, and rows that go. */
export type GridEdits = {
  readonly cells: readonly {
    readonly row: string;
    readonly column: Exclude<GridColumn, 'age'>;
    readonly text: string;
  }[];
  readonly ages: readonly { readonly row: string; readonly text: string }[];
  readonly removed: readonly string[];
};

export const hasEdits = ({ cells, ages, removed }: GridEdits): boolean =>
  cells.length + ages.length + removed.length > 0;

/** What leads from one state of the grid to another. */
export function editsBetween(before: readonly GridRow[], after: readonly GridRow[], method: RatingMethod): GridEdits {
  const old = new Map(before.map((row) => [row.key, row]));
  const cells: GridEdits['cells'][number][] = [];
  const ages: GridEdits['ages'][number][] = [];
  for (const row of after) {
    const was = old.get(row.key);
    old.delete(row.key);
    if (was === row) continue;
    const from = was ?? { ...row, age: EMPTY_AGE, values: {} };
    for (const column of GRID_COLUMNS[method]) {
      const text = cellText(row, column);
      if (column === 'age') {
        if (!was || cellText(from, column) !== text) ages.push({ row: row.key, text });
      } else if (cellText(from, column) !== text) cells.push({ row: row.key, column, text });
    }
  }
  return { cells, ages, removed: [...old.keys()] };
}

/** Applies edits; rows that are not there yet are added. The same on the page and on the server. */
export function applyEdits(rows: readonly GridRow[], method: RatingMethod, edits: GridEdits): GridRow[] {
  const removed = new Set(edits.removed);
  const next = new Map(rows.filter(({ key }) => !removed.has(key)).map((row) => [row.key, row]));
  for (const { row: key, text } of edits.ages) {
    if (!hasAgeGroups(method) || !/^\d{1,6}$/.test(key)) continue;
    next.set(key, withText(next.get(key) ?? blankRow(Number(key)), 'age', text));
  }
  for (const { row: key, column, text } of edits.cells) {
    const row = next.get(key);
    if (row && GRID_COLUMNS[method].includes(column)) next.set(key, withText(row, column, text));
  }
  return [...next.values()];
}

/**
 * Moves edits from one state of a version to another that somebody else saved: rows that were added get places that are
 * free there, so that nobody's row is overwritten.
 */
export function rebasedEdits(edits: GridEdits, base: readonly GridRow[], theirs: readonly GridRow[]): GridEdits {
  const known = new Set(base.map(({ key }) => key));
  const places = new Map<string, string>();
  let next = Math.max(nextPlace(base), nextPlace(theirs));
  for (const { row } of edits.ages) if (!known.has(row)) places.set(row, String(next++));
  const moved = <Edit extends { readonly row: string }>(edit: Edit): Edit => ({
    ...edit,
    row: places.get(edit.row) ?? edit.row,
  });
  return { cells: edits.cells.map(moved), ages: edits.ages.map(moved), removed: edits.removed };
}

/** Whether the first column of a pasted block names age groups, so that rows can be found by them. */
export const startsWithAges = (block: readonly (readonly string[])[]): boolean =>
  block.length > 0 && block.every(([first = '']) => !/^\d+$/.test(first.trim()) && readAgeGroup(first) !== undefined);
