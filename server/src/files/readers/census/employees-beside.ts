import type { MatchedColumns } from '@openbenefits/domain/files/census/headings/columns';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { isNothing } from '@openbenefits/domain/files/census/values/cell-values';
import { isNameField, isRowOfDependent, OF_EMPLOYEE } from './headings.ts';
import type { TableRow } from './table-row.ts';

const KEYS = ['ssn', 'employeeId', 'familyId', 'fullName'] as const satisfies readonly CensusField[];
const TELLS_WHO: ReadonlySet<CensusField> = new Set<CensusField>(['ssn', 'dateOfBirth']);

/**
 * Worker, Worker SSN, Dependent, Relationship to Worker, Plan: of an employee with dependents no row is the employee's alone, as the reports of Workday have
 * it. Then each row is the employee's, with the dependent beside, and the relationship is the dependent's; told by the rows, since other lists give the
 * employee a row, too. Changes the column's place; true where it did.
 */
export function settleEmployeesBeside(rows: readonly TableRow[], { columns }: Pick<MatchedColumns, 'columns'>): boolean {
  const own = columns.filter(({ dependent }) => dependent === 0);
  const theirs = new Set(columns.flatMap(({ field, dependent }) => (dependent === 1 ? [field] : [])));
  const relationship = own.find(({ field, how }) => field === 'relationship' && how !== 'remembered');
  const key = KEYS.map((field) => own.find((column) => column.field === field)).find((column) => column !== undefined);
  if (
    !relationship ||
    !key ||
    !isRowOfDependent(columns) ||
    !own.some(({ field }) => isNameField(field)) ||
    !own.some(({ field, heading }) => TELLS_WHO.has(field) && (OF_EMPLOYEE.test(heading.trim()) || theirs.has(field))) ||
    !own.some(({ field }) => field.startsWith('plan.'))
  )
    return false;
  const names = columns.filter(({ dependent, field }) => dependent === 1 && isNameField(field));
  const isFilled = ({ cells }: TableRow, index: number): boolean => cells[index] !== undefined && cells[index] !== '' && !isNothing(cells[index]);
  const alone = new Set<string>();
  const beside = new Set<string>();
  for (const row of rows) {
    const family = String(row.cells[key.index] ?? '').trim();
    if (family !== '') (names.some(({ index }) => isFilled(row, index)) ? beside : alone).add(family);
  }
  if (beside.size === 0 || [...beside].some((family) => alone.has(family))) return false;
  relationship.dependent = 1;
  return true;
}
