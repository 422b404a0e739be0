import { bandFaults } from './age-group.ts';
import type { AgeBand, RateTable } from './rate-table.ts';
import { isUnread } from './rate-grid.ts';
import {
  cellsOfRows,
  cellText,
  columnLabel,
  GRID_COLUMNS,
  type GridColumn,
  type GridRow,
  hasAgeGroups,
  reasonOf,
  rowName,
} from './rate-row.ts';
import { type RateProblem, rateTableProblems } from './rate-table-problems.ts';
import { draftOf, tableOf, type TableSettings } from './table-settings.ts';

/** A problem with the way to it: a cell, a setting, or ages without a row. */
export type GridProblem = {
  readonly severity: RateProblem['severity'];
  readonly text: string;
  /** Where it is, in words. */
  readonly place: string | null;
  readonly row: string | null;
  readonly column: GridColumn | null;
  /** 'base', 'steps', or an area. */
  readonly setting: string | null;
  /** Ages that no row covers. */
  readonly gap: AgeBand | null;
};

/** The setting that unread parts lead to. */
export const UNREAD_SETTING = 'unread';

const NOWHERE = { place: null, row: null, column: null, setting: null, gap: null } as const;

/** Every problem of a version that is being entered; the errors keep it a draft. */
export function gridProblems(settings: TableSettings, rows: readonly GridRow[]): GridProblem[] {
  const leftOver = (settings.unread ?? []).map((text): GridProblem => ({
    severity: 'error',
    text,
    ...NOWHERE,
    setting: UNREAD_SETTING,
  }));
  const unread = rows.flatMap((row) => unreadOf(settings, row));
  const rated = hasAgeGroups(settings.method) ? rows.filter(({ age }) => age.band !== null) : rows;
  const ordered = rated.toSorted((a, b) => a.place - b.place);
  const known = new Set(unread.map(({ row, column }) => `${row} ${column}`));
  if (hasAgeGroups(settings.method) && rows.length === 0)
    return [{ severity: 'error', text: 'The version has no rows.', ...NOWHERE }, ...leftOver];
  const gaps = hasAgeGroups(settings.method)
    ? bandFaults(ordered.flatMap(({ age }) => age.band ?? [])).filter((fault) => fault.code === 'gap')
    : [];
  let gap = 0;
  const found = rateTableProblems(draftOf(settings, cellsOfRows(settings, ordered))).flatMap(
    (problem): GridProblem[] => {
      if (problem.row === null && problem.column === null) {
        const ages = gaps[gap++];
        return [{ ...plain(problem), gap: ages ? { from: ages.from, to: ages.to } : null }];
      }
      const here = placeOf(settings, ordered, problem);
      return known.has(`${here.row} ${here.column}`) ? [] : [here];
    },
  );
  return [...found, ...unread, ...leftOver].toSorted((a, b) => Number(a.gap === null) - Number(b.gap === null));
}

const plain = ({ severity, text }: RateProblem): GridProblem => ({ severity, text, ...NOWHERE });

function unreadOf(settings: TableSettings, row: GridRow): GridProblem[] {
  return GRID_COLUMNS[settings.method].flatMap((column): GridProblem[] => {
    const at = { row: row.key, column };
    if (column === 'age' && row.age.band === null && row.age.entered === null)
      return [{ ...NOWHERE, severity: 'error', text: 'Enter the age group of this row.', ...at }];
    if (!isUnread(row, column)) return [];
    const text = cellText(row, column);
    const place = column === 'age' ? null : `${rowName(row)}, ${columnLabel(settings, column)}`;
    const reason = reasonOf(column, text) ?? 'This is not an amount.';
    return [{ ...NOWHERE, severity: 'error', text: `“${text}”: ${reason}`, ...at, place }];
  });
}

/** Finds the cell that a problem of the table is about. */
function placeOf(settings: TableSettings, ordered: readonly GridRow[], problem: RateProblem): GridProblem {
  const { row, column } = problem;
  const base = plain(problem);
  if (row === 'base') return { ...base, setting: 'base' };
  if (column === 'area') return { ...base, setting: `area ${row}` };
  if (column === 'steps') return { ...base, setting: 'steps' };
  if (settings.method === 'composite') return { ...base, row, column: 'rate' };
  if (settings.method === 'age_curve') return { ...base, row, column: 'factor' };
  const at = ordered[Number(row)];
  const inGrid = column === 'perUnit' ? 'per_unit' : (column as GridColumn);
  return { ...base, row: at?.key ?? null, column: inGrid };
}

export const errorsOf = (problems: readonly GridProblem[]): GridProblem[] =>
  problems.filter(({ severity }) => severity === 'error');

/**
 * The rows of a version that have no problem, as a table that prices; ages and tiers without one are held. Null where
 * nothing can be priced.
 */
export function tableWithoutProblems(settings: TableSettings, rows: readonly GridRow[]): RateTable | null {
  const wrong = new Set(errorsOf(gridProblems(settings, rows)).flatMap(({ row }) => row ?? []));
  const right = rows.filter(({ key }) => !wrong.has(key));
  if (settings.method === 'composite') {
    const rates = right.flatMap(({ tier, values }) => (tier ? [[tier, values.rate?.amount] as const] : []));
    return right.length === 0 ? null : { ...settings, rates: Object.fromEntries(rates) };
  }
  if (hasAgeGroups(settings.method))
    return right.length === 0 ? null : (draftOf(settings, cellsOfRows(settings, right)) as RateTable);
  return tableOf(settings, cellsOfRows(settings, rows)) ?? null;
}
