import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { ColumnsToAdd } from '@openbenefits/domain/files/census/headings/added-columns';
import { matchColumns } from '@openbenefits/domain/files/census/headings/columns';
import { CENSUS_FIELD_LABEL, type CensusField } from '@openbenefits/domain/files/census/headings/fields';
import type { SenderMapping } from '@openbenefits/domain/files/census/mapping';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { PlanBook } from '../readers/census/same-person-twice.ts';
import { CensusTable } from '../readers/census/table.ts';
import type { TableRow } from '../readers/census/table-row.ts';
import { RecordSink } from '../readers/record-sink.ts';
import { cellsOf, delimiterOf, FAMILY, type ListCell, type ListFormat, rowOf } from './refused-list.ts';

/**
 * Refused people as rows of a grid, whatever their format: what stands in their columns, a text written into one, and
 * how they are judged then. `raw` is a record as its reader kept it.
 */
export type RefusedRows = {
  columns: readonly RefusedColumn[];
  cells(raw: string): ListCell[];
  /** Whether everything that the row holds has a column. */
  isWhole(raw: string): boolean;
  written(raw: string, column: number, text: string): string;
  people(raw: string, family: string | null): Promise<EnrollmentRecord[]>;
  /**
   * Whether coverage apart from its person names somebody else than it did when it was sent, whom perhaps only the file
   * knows.
   */
  namesAnother?(sent: string, raw: string): boolean;
  /** The columns that a field of a record, as problems name it, is read from. */
  columnsOf(field: string, record: EnrollmentRecord | undefined): number[];
  /**
   * Of a list: the headings of columns that can be added for a field, and for what the reason asks for, where it has
   * none.
   */
  missing?(field: string, record: EnrollmentRecord | undefined, reason: string): string[];
};
/** `label`: what is read from it; null where nothing is. */
export type RefusedColumn = {
  readonly heading: string;
  readonly field: CensusField | null;
  readonly label: string | null;
};

/** The columns of a list and what they stand for, to look at its rows one by one. */
type Grid = {
  head: ListCell[];
  mapping: SenderMapping;
  today: CalendarDate;
  plans: PlanBook;
  fields: (CensusField | null)[];
};

const tableRow = (cells: readonly ListCell[], line: number): TableRow => ({
  cells: cells.map((cell) => cell ?? undefined),
  line,
  raw: '',
});

function gridOf(head: ListCell[], mapping: SenderMapping, today: CalendarDate, plans: PlanBook): Grid {
  const fields: (CensusField | null)[] = head.map(() => null);
  for (const { index, field } of matchColumns(
    head.map((cell) => String(cell ?? '')),
    mapping.columns,
  ).columns)
    fields[index] = field;
  return { head, mapping, today, plans, fields };
}

/**
 * The people of a row, judged as they would be in a file; of the other rows only the family is known, where the row's
 * place tells it.
 */
async function peopleOf(
  { head, mapping, today, plans }: Grid,
  cells: readonly ListCell[],
  family: string | null,
): Promise<EnrollmentRecord[]> {
  const records: EnrollmentRecord[] = [];
  const keep = (batch: readonly EnrollmentRecord[]): Promise<void> => {
    records.push(...batch);
    return Promise.resolve();
  };
  const sink = new RecordSink('csv', today, keep, undefined, mapping.words, plans);
  const table = new CensusTable(sink, { today, mapping });
  const row = Array.from({ length: Math.max(head.length, cells.length) }, (_, index) => cells[index] ?? null);
  table.take(tableRow([...head, ...row.slice(head.length).map(() => ''), FAMILY], 1));
  table.take(tableRow([...row, family], 2));
  table.release();
  await sink.flush(true);
  return records;
}

/** A column of a list, or an element of XML, which holds a field of the census. */
export const columnOf = (heading: string, field: CensusField | null): RefusedColumn => ({
  heading,
  field,
  label: field && CENSUS_FIELD_LABEL[field],
});

/** Cells of a sheet stay numbers as long as nobody writes a text into them. */
const written = (text: string): ListCell => (text.trim() === '' ? null : text.trim());

/** The rows of a list under its line of headings, as its reader kept both. */
export function listRows(
  format: ListFormat,
  head: string,
  mapping: SenderMapping,
  today: CalendarDate,
  plans: PlanBook,
): RefusedRows {
  const delimiter = delimiterOf(head);
  const grid = gridOf(cellsOf(format, head, delimiter), mapping, today, plans);
  const cells = (raw: string): ListCell[] => cellsOf(format, raw, delimiter);
  const columns = grid.head.map((cell, index) => columnOf(String(cell ?? ''), grid.fields[index] ?? null));
  const toAdd = new ColumnsToAdd(
    columns.map(({ heading }) => heading),
    mapping.columns,
  );
  return {
    columns,
    cells,
    isWhole: () => true,
    written(raw, column, text) {
      const before = cells(raw);
      return rowOf(
        format,
        Array.from({ length: Math.max(before.length, column + 1) }, (_, index) =>
          index === column ? written(text) : (before[index] ?? null),
        ),
        delimiter,
      );
    },
    people: (raw, family) => peopleOf(grid, cells(raw), family),
    columnsOf: (field, record) => columnsBehind(columns, field, record),
    missing(field, record, reason) {
      const own = columnsBehind(columns, field, record).length > 0 ? [] : fieldsBehind(field, lineOf(field, record));
      return [own, askedIn(reason)].flatMap((fields) => toAdd.missing(fields)?.heading ?? []);
    },
  };
}

/** What a reason asks for beside the field that it is about. */
const ASKED: readonly (readonly [RegExp, CensusField])[] = [
  [/enter the relationship/i, 'relationship'],
  [/a Status column/, 'status'],
];
export const askedIn = (reason: string): CensusField[] =>
  ASKED.flatMap(([pattern, field]) => (pattern.test(reason) ? [field] : []));

/** The line of coverage that a field of a record speaks of. */
const lineOf = (field: string, record: EnrollmentRecord | undefined): CoverageLine | undefined =>
  field.startsWith('coverages.') ? record?.coverages[Number(field.split('.')[1])]?.line : undefined;

/** The fields of a list that a field of a record is read from, of a line of coverage where it speaks of one. */
export function fieldsBehind(field: string, line: CoverageLine | undefined): CensusField[] {
  const [first, , part] = field.split('.');
  if (first === 'coverages') {
    if (!line) return [];
    if (part === 'planKey') return [`plan.${line}`];
    if (part === 'tierKey') return [`tier.${line}`, 'tier'];
    if (part === 'from' || part === 'until') return [`${part}.${line}`, part];
    return [`plan.${line}`];
  }
  if (first === 'familyKey') return ['familyId', 'subscriberKey'];
  if (first === 'firstName' || first === 'lastName') return [first, 'fullName'];
  if (first === 'locationKey') return ['locationKey', 'billingLocation'];
  if (first === 'ssn') return ['ssn', 'ssnLast4'];
  if (first === 'endsUntil') return ['until'];
  if (first === 'effectiveDate') return ['from'];
  if (first === 'cobraBeginDate' || first === 'cobraEndDate')
    return [first === 'cobraBeginDate' ? 'cobraBegin' : 'cobraEnd'];
  return [field as CensusField];
}

/** The columns of census fields that a field of a record is read from. */
export function columnsBehind(
  columns: readonly Pick<RefusedColumn, 'field'>[],
  field: string,
  record: EnrollmentRecord | undefined,
): number[] {
  const behind = record ? fieldsBehind(field, lineOf(field, record)) : [field as CensusField];
  const found = columns.flatMap((column, index) =>
    column.field !== null && behind.includes(column.field) ? [index] : [],
  );
  // An element that says its line by another one inside is only known as a plan.
  // A list that has no column for families ties them by the employee's number.
  if (found.length === 0 && field === 'familyKey')
    return columns.flatMap((column, index) =>
      column.field === 'employeeId' ||
      (record?.byNumberAlone && (column.field === 'ssn' || column.field === 'memberId'))
        ? [index]
        : [],
    );
  if (found.length > 0 || !behind.some((one) => one.startsWith('plan.'))) return found;
  return columns.flatMap((column, index) => (column.field?.startsWith('plan.') ? [index] : []));
}
