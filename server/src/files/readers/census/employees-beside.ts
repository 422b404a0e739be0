import type { MatchedColumns } from '@openbenefits/domain/files/census/headings/columns';
import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { isNothing, readRelationship, readTier, readYesNo } from '@openbenefits/domain/files/census/values/cell-values';
import { wordsOf } from '@openbenefits/domain/plain-words';
import { isNameField, isRowOfDependent, OF_EMPLOYEE } from './headings.ts';
import { plansOfRows } from './rows-for-each.ts';
import type { TableRow } from './table-row.ts';

const KEYS = ['ssn', 'employeeId', 'familyId', 'fullName'] as const satisfies readonly CensusField[];
const TELLS_WHO: ReadonlySet<CensusField> = new Set<CensusField>(['ssn', 'dateOfBirth']);

/**
 * Worker, Worker SSN, Dependent, Relationship to Worker, Plan: of an employee with dependents no row is the employee's
 * alone, as the reports of Workday have it, or only those of other plans (Dental, which covers nobody else). Then each
 * row is the employee's, with the dependent beside, and the relationship is the dependent's; told by the rows, since
 * other lists give the employee a row of each plan, too. Changes the column's place; true where it did.
 */
export function settleEmployeesBeside(
  rows: readonly TableRow[],
  { columns }: Pick<MatchedColumns, 'columns'>,
): boolean {
  const own = columns.filter(({ dependent }) => dependent === 0);
  const theirs = new Set(columns.flatMap(({ field, dependent }) => (dependent === 1 ? [field] : [])));
  const relationship = own.find(({ field, how }) => field === 'relationship' && how !== 'remembered');
  const key = KEYS.map((field) => own.find((column) => column.field === field)).find((column) => column !== undefined);
  if (
    !relationship ||
    !key ||
    !isRowOfDependent(columns) ||
    !own.some(({ field }) => isNameField(field)) ||
    !own.some(
      ({ field, heading }) => TELLS_WHO.has(field) && (OF_EMPLOYEE.test(heading.trim()) || theirs.has(field)),
    ) ||
    !own.some(({ field }) => field.startsWith('plan.'))
  )
    return false;
  const names = columns.filter(({ dependent, field }) => dependent === 1 && isNameField(field));
  // Rows that are called the employee's own, each person has one.
  const isAlone = ({ cells }: TableRow): boolean =>
    names.every(({ index }) => cells[index] === undefined || cells[index] === '' || isNothing(cells[index]));
  if (rows.some((row) => isAlone(row) && readRelationship(row.cells[relationship.index] ?? '') === 'self'))
    return false;
  const { alone, beside } = plansOfRows(rows, columns, key, names);
  const isOfOthers = (plans: ReadonlySet<string> | undefined, taken: readonly string[]): boolean =>
    plans === undefined || (plans.size > 0 && taken.length > 0 && taken.every((plan) => !plans.has(plan)));
  if (beside.length === 0 || !beside.every(([family, taken]) => isOfOthers(alone.get(family), taken))) return false;
  relationship.dependent = 1;
  return true;
}

const OF_DEPENDENTS = /^(?:dependents?|deps?|familymember)$/;
/** Ben Abbott, or Abbott, Ben; several in one cell are none. */
const A_NAME = /^[\p{L}'’.-]{2,}(?:,? [\p{L}'’.-]+)+$/u;

/**
 * A column Dependent beside Employee and a relationship, in which names stand: whom the row is about. Takes it from the
 * ignored ones.
 */
export function takeNamesOfDependents(
  rows: readonly TableRow[],
  { columns, ignored }: MatchedColumns,
  texts: readonly string[],
): CensusColumn | undefined {
  const has = (field: CensusField): boolean =>
    columns.some((column) => column.field === field && column.dependent === 0);
  if (columns.some(({ dependent }) => dependent > 0) || !has('relationship') || !(has('fullName') || has('firstName')))
    return undefined;
  const index = texts.findIndex((text) => OF_DEPENDENTS.test(wordsOf(text)) && ignored.includes(text.trim()));
  const told =
    index < 0
      ? []
      : rows.map(({ cells }) => String(cells[index] ?? '').trim()).filter((cell) => cell !== '' && !isNothing(cell));
  if (
    told.length === 0 ||
    !told.every((cell) => A_NAME.test(cell) && readYesNo(cell) === undefined && readTier(cell) === undefined)
  )
    return undefined;
  const heading = (texts[index] ?? '').trim();
  ignored.splice(ignored.indexOf(heading), 1);
  const column: CensusColumn = { index, heading, field: 'fullName', dependent: 1, how: 'likely' };
  columns.push(column);
  return column;
}
