import { fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import { CENSUS_FIELD_LABEL, type CensusField } from '@openbenefits/domain/files/census/headings/fields';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import type { TableRow } from './table-row.ts';

/** Without these nobody knows who somebody is. */
const OF_ANYBODY: ReadonlySet<string> = new Set<CensusField>([
  'firstName',
  'lastName',
  'fullName',
  'dateOfBirth',
  'relationship',
  'ssn',
]);
/**
 * Without these an employee would come in with less coverage than the whole row may tell of; who depends on one shares
 * the employee's.
 */
const OF_EMPLOYEES: ReadonlySet<string> = new Set([
  'plan',
  'tier',
  'from',
  'until',
  'waived',
  'enrolled',
  'terminationDate',
  'status',
  'action',
]);
const SHOWN = 4;
const listed = (names: readonly string[]): string =>
  `${names.slice(0, SHOWN).join(', ')}${names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ''}`;

export const ROW_CUT = 'row_cut';
/**
 * What stands in a file of refused rows in the cells that a row has lost: left empty, they would be taken for what was
 * sent, whoever deletes the column with the reason.
 */
const LOST = '(lost)';
/** Finds the figures in the reason below, as the message `row_cut` has them. */
const BROKE_OFF = /ends after (\d+) of (\d+) cells/;

type Missed = Pick<CensusColumn, 'index' | 'field' | 'dependent'>;

/** The columns of weight behind the cells that a row has. */
const missedBy = <Column extends Missed>(columns: readonly Column[], cells: number, isSubscriber: boolean): Column[] =>
  columns.filter(
    ({ index, field, dependent }) =>
      index >= cells &&
      (OF_ANYBODY.has(field) || (isSubscriber && dependent === 0 && OF_EMPLOYEES.has(field.split('.')[0] ?? ''))),
  );

type Cells = readonly (CellValue | null | undefined)[];

/**
 * The cells that a row has lost, by the reason for which it was refused; undefined where it has not, or somebody has
 * written something into them.
 */
function stillLost(reason: string, cells: Cells): { after: number; of: number } | undefined {
  const [, after, of] = BROKE_OFF.exec(reason) ?? [];
  const isWritten = cells.slice(Number(after), Number(of)).some((cell) => String(cell ?? '').trim() !== '');
  return after === undefined || isWritten ? undefined : { after: Number(after), of: Number(of) };
}

/** Whether a row that was refused for breaking off is as it was. */
export const isStillCut = (reason: string, cells: Cells): boolean => stillLost(reason, cells) !== undefined;

/** A refused row as it is given back: what it has lost says so. */
export function withLost<Row extends Cells>(reason: string, cells: Row): Row | (CellValue | null | undefined)[] {
  const lost = stillLost(reason, cells);
  return lost
    ? Array.from({ length: Math.max(cells.length, lost.of) }, (_, index) =>
        index >= lost.after && index < lost.of ? LOST : cells[index],
      )
    : cells;
}

/** A row without the marks of what it has lost, which are told by `lost`. */
export const withoutLost = (row: TableRow): TableRow =>
  row.cells.includes(LOST)
    ? {
        ...row,
        cells: row.cells.map((cell) => (cell === LOST ? undefined : cell)),
        lost: row.cells.flatMap((cell, index) => (cell === LOST ? [index] : [])),
      }
    : row;

/** Rows that are one, in two lines: a line break stood in a cell without quotation marks. How many rows are so. */
const partedRows = (short: readonly TableRow[], width: number): number =>
  2 *
  short.filter(
    ({ cells, line }, index) =>
      short[index + 1]?.line === line + 1 && cells.length + (short[index + 1]?.cells.length ?? 0) === width + 1,
  ).length;

/**
 * Rows of a text that break off before the last heading. Some programs leave the separators of empty cells off at the
 * end of every row; where a list writes them in its other rows, or where all others are full, what is missing was lost.
 * Such a row that is given back says in each of its lost cells that it is one, and is refused as long as one says so.
 */
export class CutRows {
  private readonly width: number;
  private readonly columns: readonly CensusColumn[];
  private readonly areOthersFull: boolean;
  private readonly texts: readonly string[];

  /** `hasAllCells`: the format writes every cell of a row, also those that are empty at its end. */
  constructor(
    rows: readonly TableRow[],
    {
      columns,
      texts,
      width,
      hasAllCells,
    }: { columns: readonly CensusColumn[]; texts: readonly string[]; width: number; hasAllCells: boolean },
  ) {
    this.columns = columns;
    this.width = width;
    this.texts = texts;
    const full = rows.filter(({ cells }) => cells.length >= width);
    const endsEmpty = full.some(({ cells }) => (cells[width - 1] ?? '') === '');
    const short = rows.filter(({ cells }) => cells.length < width);
    this.areOthersFull = hasAllCells && (endsEmpty || (full.length > 1 && short.length - partedRows(short, width) < 2));
  }

  /** Why the row of a person cannot be taken; undefined for a whole one, and for one that misses nothing of weight. */
  problemOf({ cells, lost }: TableRow, { isSubscriber }: EnrollmentRecord): RecordProblem | undefined {
    if (lost)
      return {
        field: '',
        code: ROW_CUT,
        ...worded(
          fileMessage('row_cut_again', { mark: LOST, columns: listed(lost.map((index) => this.texts[index] ?? '')) }),
        ),
      };
    return this.areOthersFull && cells.length < this.width
      ? this.problem(this.#missed(cells.length, isSubscriber), cells.length, this.width)
      : undefined;
  }

  /** A column that was added here is none that a row could have lost. */
  #missed(cells: number, isSubscriber: boolean): CensusColumn[] {
    return missedBy(this.columns, cells, isSubscriber).filter(({ index }) => index < this.width);
  }

  private problem(missing: readonly CensusColumn[], after: number, of: number): RecordProblem | undefined {
    if (missing.length === 0) return undefined;
    const labels = [
      ...new Set(missing.toSorted((a, b) => a.index - b.index).map(({ field }) => CENSUS_FIELD_LABEL[field])),
    ];
    return {
      field: '',
      code: ROW_CUT,
      ...worded(fileMessage('row_cut', { after, of, columns: listed(labels) })),
    };
  }
}
