import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { isWhereFilled } from '@openbenefits/domain/files/census/headings/added-columns';
import { COVERAGE_LINE_LABEL, type CoverageLine } from '@openbenefits/domain/coverage-line';
import type { MatchedColumns } from '@openbenefits/domain/files/census/headings/columns';
import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { plainHeading } from '@openbenefits/domain/files/census/headings/field-of-heading';
import {
  areLevels,
  levelGroupOf,
  levelHeading,
  type LevelHeading,
} from '@openbenefits/domain/files/census/headings/level-heading';
import {
  isElected,
  isNothing,
  isWaived,
  readTier,
  readYesNo,
} from '@openbenefits/domain/files/census/values/cell-values';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import type { TableRow } from './table-row.ts';
import type { LineOfPlan } from './same-person-twice.ts';

export type LevelColumn = LevelHeading & { index: number; heading: string };

/** What a file is told of it, once. */
export const LEVELS_READ = fileMessage('tier_columns_read');

const AMOUNT = /^\$? ?\d[\d,]*(?:\.\d+)?$/;
const isAmount = (cell: CellValue): boolean =>
  typeof cell === 'number' ? cell > 0 : AMOUNT.test(cell.trim()) && /[1-9]/.test(cell);
const isOpen = (cell: CellValue | undefined): cell is undefined | '' =>
  cell === undefined || cell === '' || isNothing(cell);
const saysNo = (cell: CellValue): boolean =>
  cell === 0 || isWaived(cell) || readYesNo(cell) === false || /^\$? ?[0.,-]+$/.test(String(cell).trim());

/** A mark, what it costs, or the level once more. */
const isMark = (cell: CellValue, level: string): boolean =>
  isElected(cell) ||
  readYesNo(cell) === true ||
  isAmount(cell) ||
  (readTier(cell) !== undefined && readTier(cell) === readTier(level));
const isMarked = ({ cells }: TableRow, { index, level }: LevelColumn): boolean =>
  !isOpen(cells[index]) && !saysNo(cells[index] ?? '') && isMark(cells[index] ?? '', level);

/**
 * Columns of a list that are one for each coverage level, and what they are headed by. Amounts in all of them, row
 * after row, are prices: `unsure` names the first of such; two marks in a row are a question of that row. Taken from
 * the columns that nobody knows, and Family from the numbers of families.
 */
export function levelColumnsOf(
  rows: readonly TableRow[],
  texts: readonly string[],
  { columns, ignored }: MatchedColumns,
  lineOfPlan: LineOfPlan | undefined,
): { found: LevelColumn[]; unsure: string[] } {
  const isFree = (heading: string): boolean =>
    ignored.includes(heading) ||
    columns.some((column) => column.field === 'familyId' && column.how !== 'remembered' && column.heading === heading);
  const all = texts.flatMap((text, index): LevelColumn[] => {
    const heading = plainHeading(text);
    const level = heading !== '' && isFree(heading) ? levelHeading(heading, lineOfPlan) : undefined;
    return level ? [{ ...level, index, heading }] : [];
  });
  const found: LevelColumn[] = [];
  const unsure: string[] = [];
  for (const group of Map.groupBy(all, levelGroupOf).values()) {
    if (!areLevels(group)) continue;
    const marked = rows.filter((row) => group.some((column) => isMarked(row, column)));
    const priced = marked.filter((row) => group.every(({ index }) => isAmount(row.cells[index] ?? '')));
    if (marked.length === 0) continue;
    if (priced.length * 2 >= marked.length) unsure.push(...group.slice(0, 1).map(({ heading }) => heading));
    else found.push(...group);
  }
  for (const { heading, index } of found) {
    if (ignored.includes(heading)) ignored.splice(ignored.indexOf(heading), 1);
    else
      columns.splice(
        columns.findIndex((column) => column.index === index),
        1,
      );
  }
  return { found, unsure };
}

export const linesOfLevels = (columns: readonly LevelColumn[]): CoverageLine[] =>
  columns.flatMap(({ line }) => line ?? []);

/**
 * Puts the level of the marked column into the row's cells, and the plan where its heading names one, or nothing else
 * does. Several marks, or another level beside, are conflicts; what is no mark is `unread`.
 */
export function markLevels(
  columns: readonly LevelColumn[],
  row: TableRow,
  cells: Map<CensusField, CellValue>,
  conflicts: Set<CensusField>,
  unread: Set<string>,
): void {
  for (const column of columns) {
    const cell = row.cells[column.index];
    if (isOpen(cell) || saysNo(cell)) continue;
    if (!isMark(cell, column.level)) {
      unread.add(column.heading);
      continue;
    }
    const { line, planKey, level } = column;
    const tier: CensusField = line === undefined ? 'tier' : `tier.${line}`;
    const known = cells.get(tier);
    if (known === undefined) cells.set(tier, level);
    else if (known !== level && (readTier(known) === undefined || readTier(known) !== readTier(level)))
      conflicts.add(tier);
    if (line === undefined) continue;
    const plan = cells.get(`plan.${line}`);
    if (plan === undefined) cells.set(`plan.${line}`, planKey ?? 'Yes');
    else if (isWaived(plan) || (planKey !== undefined && !isElected(plan) && plan !== planKey))
      conflicts.add(`plan.${line}`);
  }
}

/**
 * Medical: Coverage beside Medical: Plan, Option beside Plan: a second column for the plan of a line in which nothing
 * but levels stands is that of its levels. Changes the column's field; returns the headings that say so alone.
 */
export function levelsBesidePlans(
  rows: readonly TableRow[],
  { columns }: MatchedColumns,
): (readonly [number, string])[] {
  const found: (readonly [number, string])[] = [];
  for (const [place, column] of columns.entries()) {
    const line = /^plan\.(medical|dental|vision)$/.exec(column.field)?.[1] as CoverageLine | undefined;
    if (line === undefined || column.dependent > 0 || column.how === 'remembered') continue;
    const isLevel = ({ index }: CensusColumn, { cells }: TableRow): boolean =>
      String(cells[index]).trim().length > 1 && readTier(cells[index] ?? '') !== undefined;
    const isOther = (one: CensusColumn): boolean =>
      rows.some((row) => !isOpen(row.cells[one.index]) && !isWaived(row.cells[one.index] ?? '') && !isLevel(one, row));
    // The column of the plans is the first, or the one in which something else stands.
    const first = columns.findIndex(
      (one, at) => one.field === column.field && one.dependent === 0 && (at < place || (at > place && isOther(one))),
    );
    if (first < 0) continue;
    const field: CensusField = line === 'medical' && !/med|health/i.test(column.heading) ? 'tier' : `tier.${line}`;
    const told = rows.filter(
      ({ cells }) =>
        !isOpen(cells[column.index]) &&
        !(
          isWaived(cells[column.index] ?? '') &&
          (isOpen(cells[columns[first]?.index ?? 0]) || isWaived(cells[columns[first]?.index ?? 0] ?? ''))
        ),
    );
    if (
      columns.some((one) => one.field === field && one.dependent === 0) ||
      told.length === 0 ||
      !told.every((row) => isLevel(column, row))
    )
      continue;
    column.field = field;
    found.push([column.index, field === 'tier' ? 'Coverage Tier' : `${COVERAGE_LINE_LABEL[line]} Tier`]);
  }
  return found;
}

/**
 * Benefit Option beside Coverage Tier, in a list without a column for plans: of two columns for the level the one in
 * which plans stand, or nothing that is a level, is that of the plan. Changes the column's field; returns the headings
 * that say so alone.
 */
export function plansBesideLevels(
  rows: readonly TableRow[],
  { columns }: MatchedColumns,
  lineOfPlan: LineOfPlan | undefined,
): (readonly [number, string])[] {
  const own = columns.filter((column) => column.dependent === 0 && !isWhereFilled(column));
  const levels = own.filter(({ field }) => field === 'tier');
  if (levels.length !== 2 || own.some(({ field }) => field.startsWith('plan.'))) return [];
  const told = ({ index }: CensusColumn): CellValue[] =>
    rows.flatMap(({ cells }) => (isOpen(cells[index]) || isWaived(cells[index]) ? [] : cells[index]));
  const isLevel = (cell: CellValue): boolean =>
    readTier(cell) !== undefined && lineOfPlan?.(String(cell)) === undefined;
  const [level, ...noOthers] = levels.filter((column) => told(column).some(isLevel));
  const plan = levels.find((column) => column !== level && column.how !== 'remembered');
  if (!level || noOthers.length > 0 || !plan || told(plan).length === 0) return [];
  plan.field = 'plan.medical';
  return [[plan.index, 'Plan']];
}
