import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import type { MatchedColumns } from '@openbenefits/domain/files/census/headings/columns';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import type { KindWords } from '@openbenefits/domain/files/census/values/kinds';
import { readFullName, readRelationship } from '@openbenefits/domain/files/census/values/cell-values';
import { wordsOf } from '@openbenefits/domain/plain-words';
import type { CensusCells } from '@openbenefits/domain/files/census/row-cells';
import type { TableRow } from './table-row.ts';

export const NUMBERS_OF_EVERYBODY = fileMessage('employee_ids_of_dependents');

/** Unique ID says so itself. */
const OF_EACH = /unique/;
/** One family may as well have the number of an employee who is not in the list. */
const FEWEST_FAMILIES = 2;

/**
 * Whether a column for the employee’s number has another one in each row, those of dependents among them (Unique ID).
 * Then it says nobody's family. Dependents alone, and those of employees who are not in the list, have their employee's
 * number there: so each has to stand below one with the same last name.
 */
export function areOfEverybody(
  rows: readonly TableRow[],
  { columns }: Pick<MatchedColumns, 'columns'>,
  kinds: KindWords | undefined,
): boolean {
  const indexOf = (field: CensusField): number =>
    columns.find((one) => one.field === field && one.dependent === 0)?.index ?? -1;
  const [number, relationship, last, whole] = [
    indexOf('employeeId'),
    indexOf('relationship'),
    indexOf('lastName'),
    indexOf('fullName'),
  ];
  if (number < 0 || relationship < 0 || indexOf('familyId') >= 0 || indexOf('subscriberKey') >= 0) return false;
  const numbers = new Set<string>();
  let above: string | undefined;
  const families = new Set<string>();
  for (const { cells } of rows) {
    const [own, kind] = [String(cells[number] ?? '').trim(), cells[relationship] ?? ''];
    const name = last >= 0 ? cells[last] : readFullName(cells[whole] ?? '')?.lastName;
    const lastName = String(name ?? '')
      .trim()
      .toLowerCase();
    if (own === '' && lastName === '') continue;
    if (own === '' || numbers.has(own)) return false;
    numbers.add(own);
    if ((kinds?.of(kind) ?? readRelationship(kind)) === 'self') above = lastName;
    else if (lastName === '' || lastName !== above) return false;
    else families.add(lastName);
  }
  const heading = columns.find(({ index }) => index === number)?.heading ?? '';
  return families.size >= (OF_EACH.test(wordsOf(heading)) ? 1 : FEWEST_FAMILIES);
}

/** The cells of a person without a number that is not the employee's. */
export function withoutOwnNumber(cells: CensusCells, kinds: KindWords | undefined): CensusCells {
  const kind = cells.get('relationship');
  if (kind === undefined || !cells.has('employeeId') || (kinds?.of(kind) ?? readRelationship(kind)) === 'self')
    return cells;
  const left = new Map(cells);
  left.delete('employeeId');
  return left;
}
