import type { CensusColumn } from '@openbenefits/domain/files/census/census-columns';
import { CENSUS_FIELD_LABEL, type CensusField } from '@openbenefits/domain/files/census/census-fields';
import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import type { TableRow } from './census-table.ts';

/** Without these nobody knows who somebody is. */
const OF_ANYBODY: ReadonlySet<string> = new Set<CensusField>(['firstName', 'lastName', 'fullName', 'dateOfBirth', 'relationship', 'ssn']);
/** Without these an employee would come in with less coverage than the whole row may tell of; who depends on one shares the employee's. */
const OF_EMPLOYEES: ReadonlySet<string> = new Set(['plan', 'tier', 'from', 'until', 'waived', 'enrolled', 'terminationDate', 'status', 'action']);
const SHOWN = 4;

/**
 * Rows of a text that break off before the last heading. Some programs leave the separators of empty cells off at the end of every row; where a list writes them
 * in its other rows, or where all others are full, what is missing was lost.
 */
export class CutRows {
  private readonly width: number;
  private readonly columns: readonly CensusColumn[];
  private readonly areOthersFull: boolean;

  constructor(rows: readonly TableRow[], columns: readonly CensusColumn[], width: number) {
    this.columns = columns;
    this.width = width;
    const full = rows.filter(({ cells }) => cells.length >= width);
    const endsEmpty = full.some(({ cells }) => (cells[width - 1] ?? '') === '');
    this.areOthersFull = endsEmpty || (full.length > 1 && rows.length - full.length < 2);
  }

  /** Why the row of a person cannot be taken; undefined for a whole one, and for one that misses nothing of weight. */
  problemOf({ cells }: TableRow, { isSubscriber }: EnrollmentRecord): RecordProblem | undefined {
    if (!this.areOthersFull || cells.length >= this.width) return undefined;
    const missing = this.columns.filter(({ index, field, dependent }) => index >= cells.length && (OF_ANYBODY.has(field) || (isSubscriber && dependent === 0 && OF_EMPLOYEES.has(field.split('.')[0] ?? ''))));
    if (missing.length === 0) return undefined;
    const labels = [...new Set(missing.toSorted((a, b) => a.index - b.index).map(({ field }) => CENSUS_FIELD_LABEL[field]))];
    const more = labels.length > SHOWN ? ` and ${labels.length - SHOWN} more` : '';
    return { field: '', code: 'row_cut', message: `The row breaks off after ${cells.length} of ${this.width} cells, and others of this list are full: ${labels.slice(0, SHOWN).join(', ')}${more} may be lost` };
  }
}
