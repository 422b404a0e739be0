import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { OTHER_LINES, readLine } from '@openbenefits/domain/files/census/coverage/line';
import { isElected, isWaived } from '@openbenefits/domain/files/census/values/cell-values';
import { wordsOf } from '@openbenefits/domain/plain-words';
import { READER_LIMITS } from '../limits.ts';
import type { LineOfPlan } from './same-person-twice.ts';
import type { RowWriter, TableRow } from './table-row.ts';

/** What a file is told of it, once. */
export const BLANK_GOES_ON = fileMessage('rows_with_more_plans');

const WHO: ReadonlySet<CensusField> = new Set<CensusField>([
  'firstName',
  'middleName',
  'lastName',
  'fullName',
  'suffix',
  'ssn',
  'ssnLast4',
  'dateOfBirth',
  'employeeId',
  'memberId',
  'familyId',
  'subscriberKey',
  'relationship',
]);
const NAMES: ReadonlySet<CensusField> = new Set<CensusField>(['firstName', 'lastName', 'fullName']);
/** Of any line: a plan below the heading of its own line is nobody's total. */
const PLAN = /^(?:plan\.\w+|line|tier)$/;

const textAt = ({ cells }: TableRow, index: number): string => String(cells[index] ?? '').trim();

/**
 * A grouped list names somebody in the first of several rows, one for each plan, and leaves the place empty in the
 * others. Such a row with whose it is put in, where it holds a plan that is known, or a line with a word on its plan;
 * the row itself where it is none.
 */
export function withPersonAbove(
  row: TableRow,
  above: TableRow['cells'] | undefined,
  columns: readonly CensusColumn[],
  lineOfPlan: LineOfPlan | undefined,
  rowOf: RowWriter | undefined,
): TableRow {
  if (!above || !lineOfPlan || row.cells.length > READER_LIMITS.columns) return row;
  // Nearly every row names somebody, which is seen at its first cells.
  for (const { field, dependent, index } of columns)
    if ((dependent > 0 || WHO.has(field)) && textAt(row, index) !== '') return row;
  const own = columns.filter(({ dependent }) => dependent === 0);
  const who = own.filter(({ field }) => WHO.has(field));
  if (!who.some(({ field }) => NAMES.has(field))) return row;
  const told = own
    .filter(({ field }) => PLAN.test(field))
    .map(({ index }) => textAt(row, index))
    .filter((text) => text !== '');
  const isLine = told.some((text) => readLine(text) !== undefined);
  if (
    !told.some(
      (text) =>
        lineOfPlan(text) !== undefined ||
        OTHER_LINES.has(wordsOf(text)) ||
        (isLine && readLine(text) === undefined && (isWaived(text) || isElected(text))),
    )
  )
    return row;
  const cells = Array.from(
    { length: Math.max(row.cells.length, ...who.map(({ index }) => index + 1)) },
    (_, index) => row.cells[index],
  );
  for (const { index } of who) cells[index] = above[index];
  return { ...row, cells, raw: rowOf?.(cells) ?? row.raw };
}
