import type { MatchedColumns } from '@openbenefits/domain/files/census/headings/columns';
import type { KindWords } from '@openbenefits/domain/files/census/values/kinds';
import { readRelationship, readSsn, type CellValue } from '@openbenefits/domain/files/census/values/cell-values';
import type { TableRow } from './table-row.ts';

/**
 * Employee SSN as the only column for SSNs, beside relationships: the employee's in the rows of the family, unless its dependents have numbers there that no
 * employee of the list has. Then it is everybody's own, whatever the heading says. Changes the column's field.
 */
export function settleKeys(rows: readonly TableRow[], { columns }: Pick<MatchedColumns, 'columns'>, kinds: KindWords | undefined): void {
  const own = columns.filter(({ dependent }) => dependent === 0);
  const key = own.find(({ field, heading, how }) => field === 'subscriberKey' && how !== 'remembered' && /ssn|social/i.test(heading));
  const told = own.find(({ field }) => field === 'relationship');
  if (!key || !told || own.some(({ field }) => field === 'ssn')) return;
  const numberOf = (cell: CellValue | undefined): string => (cell === undefined ? '' : readSsn(cell).text);
  const isEmployee = (cell: CellValue | undefined): boolean => cell !== undefined && (kinds?.of(cell) ?? readRelationship(cell)) === 'self';
  const all = rows
    .map(({ cells }) => ({ number: numberOf(cells[key.index]), isEmployee: isEmployee(cells[told.index]) }))
    .filter(({ number }) => number !== '');
  const employees = new Set(all.flatMap((row) => (row.isEmployee ? [row.number] : [])));
  const others = all.filter((row) => !row.isEmployee);
  if (employees.size > 0 && others.length > 0 && others.every(({ number }) => !employees.has(number))) key.field = 'ssn';
}
