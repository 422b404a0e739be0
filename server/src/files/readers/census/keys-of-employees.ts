import { type FileMessage, fileMessage } from '@openbenefits/domain/files/messages/file-message';
import type { MatchedColumns } from '@openbenefits/domain/files/census/headings/columns';
import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import type { KindWords } from '@openbenefits/domain/files/census/values/kinds';
import { readRelationship, readSsn } from '@openbenefits/domain/files/census/values/cell-values';
import { wordsOf } from '@openbenefits/domain/plain-words';
import { isNameField, type Headings } from './headings.ts';
import type { TableRow } from './table-row.ts';

/**
 * Employee SSN as the only column for SSNs, beside relationships: the employee's in the rows of the family, unless its
 * dependents have numbers there that no employee of the list has. Then it is everybody's own, whatever the heading
 * says. Changes the column's field.
 */
export function settleKeys(
  rows: readonly TableRow[],
  { columns }: Pick<MatchedColumns, 'columns'>,
  kinds: KindWords | undefined,
): void {
  const own = columns.filter(({ dependent }) => dependent === 0);
  const key = own.find(
    ({ field, heading, how }) => field === 'subscriberKey' && how !== 'remembered' && /ssn|social/i.test(heading),
  );
  const told = own.find(({ field }) => field === 'relationship');
  if (!key || !told || own.some(({ field }) => field === 'ssn')) return;
  const { employees, others } = ssnsOf(rows, key, told, kinds);
  if (employees.size > 0 && others.length > 0 && others.every((number) => !employees.has(number))) key.field = 'ssn';
}

/** The SSNs in a column by whose rows they stand in. */
function ssnsOf(
  rows: readonly TableRow[],
  key: CensusColumn,
  told: CensusColumn,
  kinds: KindWords | undefined,
): { employees: Set<string>; others: string[] } {
  const employees = new Set<string>();
  const others: string[] = [];
  for (const { cells } of rows) {
    const [number, kind] = [cells[key.index], cells[told.index]];
    const ssn = number === undefined ? '' : readSsn(number).text;
    if (ssn === '') continue;
    if (kind !== undefined && (kinds?.of(kind) ?? readRelationship(kind)) === 'self') employees.add(ssn);
    else others.push(ssn);
  }
  return { employees, others };
}

const A_SSN = /^\d{9}$/;
export const SSN_OF_EMPLOYEE = fileMessage('employee_ssn_on_dependents');

/**
 * A column SSN that holds the employee's in every row of the family: it says whose dependent somebody is. Changes the
 * column's field, and gives the column.
 */
export function settleSsnsOfEmployees(
  rows: readonly TableRow[],
  { columns }: Pick<MatchedColumns, 'columns'>,
  kinds: KindWords | undefined,
): CensusColumn | undefined {
  const own = columns.filter(({ dependent }) => dependent === 0);
  const [key, ...more] = own.filter(({ field }) => field === 'ssn');
  const told = own.find(({ field }) => field === 'relationship');
  // Where the dependent has columns beside the employee's, the SSN among the latter is the employee's anyway.
  if (
    !key ||
    more.length > 0 ||
    !told ||
    own.length < columns.length ||
    own.some(({ field }) => field === 'subscriberKey')
  )
    return undefined;
  const { employees, others } = ssnsOf(rows, key, told, kinds);
  if (others.length === 0 || !others.every((number) => A_SSN.test(number) && employees.has(number))) return undefined;
  key.field = 'subscriberKey';
  return key;
}

/** As people write an SSN, and nobody another number. */
const WRITTEN_SSN = /^\d{3}-\d{2}-\d{4}$/;
/** Without those that never begin an SSN (SSA POMS RM 10201.035). */
const NINE_DIGITS = /^(?!000|666|9)\d{9}$/;
const OTHER_NUMBERS: ReadonlySet<CensusColumn['field']> = new Set(['employeeId', 'memberId']);

/**
 * Employee ID, Unique ID, Member ID whose cells are all SSNs: those of the rows' people, and beside a column for these
 * the employee's. As an employee's number an SSN would be kept and shown as it stands. Changes the column's field, and
 * gives the column; one of nine digits without signs is given as it was, since these may be SSNs.
 */
export function settleSsnsAsNumbers(
  rows: readonly TableRow[],
  { columns }: Pick<MatchedColumns, 'columns'>,
  kinds: KindWords | undefined,
): CensusColumn | undefined {
  const own = columns.filter(({ dependent }) => dependent === 0);
  const areAll = (index: number, pattern: RegExp): boolean => {
    const cells = rows.map((row) => String(row.cells[index] ?? '').trim()).filter((cell) => cell !== '');
    return cells.length > 0 && cells.every((cell) => pattern.test(cell));
  };
  const others = own.filter(({ field, how }) => OTHER_NUMBERS.has(field) && how !== 'remembered');
  const hasSsn = own.some(({ field }) => field === 'ssn');
  const key = others.find(({ index }) => areAll(index, WRITTEN_SSN));
  if (!key)
    return hasSsn ? undefined : others.find(({ field, index }) => field === 'employeeId' && areAll(index, NINE_DIGITS));
  if (!hasSsn) key.field = 'ssn';
  else if (own.some(({ field }) => field === 'subscriberKey') || !areOfEmployees(rows, key, own, kinds))
    return undefined;
  else key.field = 'subscriberKey';
  return key;
}

function areOfEmployees(
  rows: readonly TableRow[],
  key: CensusColumn,
  own: readonly CensusColumn[],
  kinds: KindWords | undefined,
): boolean {
  const told = own.find(({ field }) => field === 'relationship');
  const { employees, others } = told ? ssnsOf(rows, key, told, kinds) : { employees: new Set(), others: [''] };
  return others.every((number) => employees.has(number));
}

export const ssnsAsNumbers = ({ heading, field }: CensusColumn): FileMessage =>
  field === 'employeeId' ? fileMessage('nine_digit_ids', { heading }) : fileMessage('ssn_column_found', { heading });

const ID: ReadonlySet<string> = new Set(['id', 'idno', 'idnumber', 'uniqueid', 'recordid', 'personid']);

/**
 * A column that is headed ID and nothing else is the employee's number where each employee has another one, and the
 * dependents, as far as the list has some, have that of their employee. Numbers that count the rows, or everybody, are
 * none. Gives the column's new meaning.
 */
export function settleIds(
  rows: readonly TableRow[],
  { texts, matched: { columns, ignored } }: Pick<Headings, 'texts' | 'matched'>,
  kinds: KindWords | undefined,
  facts: Pick<FileFacts, 'columns'>,
): CensusColumn | undefined {
  const own = columns.filter(({ dependent }) => dependent === 0);
  if (
    own.some(
      ({ field }) =>
        field === 'employeeId' || field === 'familyId' || field === 'memberId' || field === 'subscriberKey',
    )
  )
    return undefined;
  const index = texts.findIndex((text) => ID.has(wordsOf(text)) && ignored.includes(text.trim().replace(/\s+/g, ' ')));
  if (index < 0) return undefined;
  const told = own.find(({ field }) => field === 'relationship');
  const people = rows
    .filter(({ cells }) => own.some((column) => isNameField(column.field) && (cells[column.index] ?? '') !== ''))
    .map(({ cells }) => {
      const kind = told && cells[told.index];
      return {
        id: String(cells[index] ?? '').trim(),
        isEmployee:
          told === undefined || (kind !== undefined && (kinds?.of(kind) ?? readRelationship(kind)) === 'self'),
      };
    });
  const employees = people.filter(({ isEmployee }) => isEmployee).map(({ id }) => id);
  const ids = new Set(employees);
  // 1001-00, 1001-01: of a family, and who of it.
  if (people.every(({ id }) => /\d-\d{1,2}$/.test(id))) return undefined;
  const isCounted = people.every(({ id }, place) => place === 0 || Number(id) === Number(people[place - 1]?.id) + 1);
  if (
    employees.length < 2 ||
    ids.has('') ||
    ids.size !== employees.length ||
    isCounted ||
    !people.every(({ id }) => ids.has(id))
  )
    return undefined;
  const heading = (texts[index] ?? '').trim().replace(/\s+/g, ' ');
  ignored.splice(ignored.indexOf(heading), 1);
  const column: CensusColumn = { index, heading, field: 'employeeId', dependent: 0, how: 'likely' };
  columns.push(column);
  facts.columns.push({ heading, field: column.field });
  return column;
}
