import type { CensusColumn } from '@openbenefits/domain/files/census/census-columns';
import { CENSUS_FIELD_LABEL, type CensusField } from '@openbenefits/domain/files/census/census-fields';
import type { CellValue } from '@openbenefits/domain/files/census/census-values';
import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import type { TableRow } from './table-row.ts';

/** Without these nobody knows who somebody is. */
const OF_ANYBODY: ReadonlySet<string> = new Set<CensusField>(['firstName', 'lastName', 'fullName', 'dateOfBirth', 'relationship', 'ssn']);
/** Without these an employee would come in with less coverage than the whole row may tell of; who depends on one shares the employee's. */
const OF_EMPLOYEES: ReadonlySet<string> = new Set(['plan', 'tier', 'from', 'until', 'waived', 'enrolled', 'terminationDate', 'status', 'action']);
const SHOWN = 4;

/** The column of a file of refused rows that says why. */
export const REFUSAL_REASON = 'Refusal reason';
export const ROW_CUT = 'row_cut';
/** How the reason below is known again: in a file of refused rows a row that broke off has all its cells, the lost ones empty. */
const BROKE_OFF = /breaks off after (\d+) of (\d+) cells/;

type Missed = Pick<CensusColumn, 'index' | 'field' | 'dependent'>;

/** The columns of weight behind the cells that a row has. */
const missedBy = <Column extends Missed>(columns: readonly Column[], cells: number, isSubscriber: boolean): Column[] =>
  columns.filter(({ index, field, dependent }) => index >= cells && (OF_ANYBODY.has(field) || (isSubscriber && dependent === 0 && OF_EMPLOYEES.has(field.split('.')[0] ?? ''))));

/** After how many cells a row broke off, by the reason for which it was refused. */
const brokenOffAfter = (reason: string): { after: number; of: number } | undefined => {
  const [, after, of] = BROKE_OFF.exec(reason) ?? [];
  return after === undefined ? undefined : { after: Number(after), of: Number(of) };
};

/** Whether a row that was refused for breaking off is as it was: nobody has written anything into what it has lost. */
export function isStillCut(reason: string, cells: readonly (CellValue | null | undefined)[]): boolean {
  const broken = brokenOffAfter(reason);
  return broken !== undefined && !cells.slice(broken.after, broken.of).some((cell) => String(cell ?? '').trim() !== '');
}

/**
 * Rows of a text that break off before the last heading. Some programs leave the separators of empty cells off at the end of every row; where a list writes them
 * in its other rows, or where all others are full, what is missing was lost. Such a row that is sent again stays refused until something stands in the lost cells.
 */
export class CutRows {
  private readonly width: number;
  private readonly columns: readonly CensusColumn[];
  private readonly areOthersFull: boolean;
  private readonly reasonIndex: number;

  /** `hasAllCells`: the format writes every cell of a row, also those that are empty at its end. */
  constructor(rows: readonly TableRow[], { columns, texts, width, hasAllCells }: { columns: readonly CensusColumn[]; texts: readonly string[]; width: number; hasAllCells: boolean }) {
    this.columns = columns;
    this.width = width;
    this.reasonIndex = texts.indexOf(REFUSAL_REASON);
    const full = rows.filter(({ cells }) => cells.length >= width);
    const endsEmpty = full.some(({ cells }) => (cells[width - 1] ?? '') === '');
    this.areOthersFull = hasAllCells && (endsEmpty || (full.length > 1 && rows.length - full.length < 2));
  }

  /** Why the row of a person cannot be taken; undefined for a whole one, and for one that misses nothing of weight. */
  problemOf({ cells }: TableRow, { isSubscriber }: EnrollmentRecord): RecordProblem | undefined {
    const reason = this.reasonIndex < 0 ? undefined : cells[this.reasonIndex];
    if (typeof reason === 'string' && isStillCut(reason, cells)) {
      const { after, of } = brokenOffAfter(reason) ?? { after: 0, of: 0 };
      return this.problem(missedBy(this.columns, after, isSubscriber), after, of);
    }
    return this.areOthersFull && cells.length < this.width ? this.problem(missedBy(this.columns, cells.length, isSubscriber), cells.length, this.width) : undefined;
  }

  private problem(missing: readonly CensusColumn[], after: number, of: number): RecordProblem | undefined {
    if (missing.length === 0) return undefined;
    const labels = [...new Set(missing.toSorted((a, b) => a.index - b.index).map(({ field }) => CENSUS_FIELD_LABEL[field]))];
    const more = labels.length > SHOWN ? ` and ${labels.length - SHOWN} more` : '';
    return { field: '', code: ROW_CUT, message: `The row breaks off after ${after} of ${of} cells, and others of this list are full: ${labels.slice(0, SHOWN).join(', ')}${more} may be lost` };
  }
}
