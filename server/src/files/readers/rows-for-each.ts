import type { CensusColumn } from '@openbenefits/domain/files/census/census-columns';
import type { CensusField } from '@openbenefits/domain/files/census/census-fields';
import type { CensusCells } from '@openbenefits/domain/files/census/census-row-cells';
import { type CellValue, isNothing } from '@openbenefits/domain/files/census/census-values';
import type { TableRow } from './table-row.ts';

const KEYS = ['ssn', 'employeeId', 'memberId', 'familyId', 'fullName'] as const satisfies readonly CensusField[];
const NAMES: ReadonlySet<CensusField> = new Set<CensusField>(['firstName', 'fullName']);
const OF_COVERAGE = /^(?:plan|tier|from|until|waived|enrolled|line|action)(?:\.|$)/;
/** A level counts whom the employee takes along. */
const OF_DEPENDENTS = /^(?:plan|from|until|waived|enrolled|line|action)(?:\.|$)/;

/**
 * Whether each person has a row: the employee's names no dependent, and each dependent stands beside the employee in one of its own. Then the plans of such a row are the dependent's; where the employee has no row
 * alone, they are the employee's, with the first dependent beside.
 */
export function areRowsForEach(rows: readonly TableRow[], columns: readonly CensusColumn[]): boolean {
  const own = KEYS.map((field) => columns.find((column) => column.field === field && column.dependent === 0)).find((column) => column !== undefined);
  const named = columns.filter(({ field, dependent }) => dependent === 1 && NAMES.has(field));
  if (!own || named.length === 0 || columns.some(({ field, dependent }) => dependent > 1 || (dependent === 1 && OF_COVERAGE.test(field))) || !columns.some(({ field }) => field.startsWith('plan.'))) return false;
  const alone = new Set<string>();
  const beside = new Set<string>();
  for (const { cells } of rows) {
    const key = String(cells[own.index] ?? '').trim();
    if (key !== '') (named.some(({ index }) => cells[index] !== undefined && cells[index] !== '' && !isNothing(cells[index])) ? beside : alone).add(key);
  }
  return beside.size > 0 && [...beside].every((key) => alone.has(key));
}

/** The employee without the coverage of such a row, and the dependent with it. */
export function dividedRow(own: CensusCells, persons: ReadonlyMap<number, Map<CensusField, CellValue>>): Map<CensusField, CellValue> {
  const dependent = persons.get(1);
  for (const [field, cell] of own) if (OF_DEPENDENTS.test(field) && dependent && !dependent.has(field)) dependent.set(field, cell);
  return new Map([...own].filter(([field]) => !OF_COVERAGE.test(field)));
}
