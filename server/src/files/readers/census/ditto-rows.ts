import { fileMessage, worded } from '@openbenefits/domain/files/messages/file-message';
import type { CensusColumn } from '@openbenefits/domain/files/census/headings/census-column';
import { CENSUS_FIELD_LABEL, type CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { isDitto, isFreeText, mayRepeat, mayStay } from '@openbenefits/domain/files/census/values/ditto-marks';
import type { RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import type { RowWriter, TableRow } from './table-row.ts';
import { READER_LIMITS } from '../limits.ts';

export const DITTO_READ = fileMessage('ditto_marks_read');

export const MERGED_READ = fileMessage('merged_cells_read');

/** What a cell over several rows may say of each of them; an SSN or a hire date is the employee's alone. */
const OF_SEVERAL =
  /^(?:plan|tier|from|until|enrolled|waived|waivedFrom|changedOn|line|lastName|employeeId|familyId|subscriberKey|groupKey|sponsorName|locationKey|billingLocation|classKey|department)(?:\.|$)/;
const NOTHING_LOST: readonly RecordProblem[] = [];
const isEmpty = (cell: TableRow['cells'][number]): boolean => cell === undefined || cell === '';

/** Asked of every row of a list. */
function hasDitto({ cells }: TableRow, columns: readonly CensusColumn[]): boolean {
  for (const { index } of columns) if (isDitto(cells[index] ?? '')) return true;
  return false;
}

/**
 * Rows in which marks stand for what is above them: the row that is read holds the values, also when it is given back
 * alone.
 */
export class DittoRows {
  /** The cells of the person's row above. */
  above: TableRow['cells'] | undefined;
  /** Fields of the row in which a mark stands for nothing that could be meant. */
  private readonly lost = new Set<CensusField>();
  private readonly rowOf: RowWriter | undefined;

  constructor(rowOf: RowWriter | undefined) {
    this.rowOf = rowOf;
  }

  /**
   * The row with what its marks, and the cells that it shares with the row above, stand for; the row itself where it
   * has none.
   */
  read(whole: TableRow, columns: readonly CensusColumn[]): TableRow {
    const row = this.withMerged(whole, columns);
    return this.withMarked(row, columns);
  }

  private withMerged(row: TableRow, columns: readonly CensusColumn[]): TableRow {
    const { merged } = row;
    if (!merged || !this.above) return row;
    const shared = columns.filter(
      ({ index, field, dependent }) =>
        dependent === 0 &&
        merged.includes(index) &&
        isEmpty(row.cells[index]) &&
        OF_SEVERAL.test(field) &&
        !isEmpty(this.above?.[index]),
    );
    if (shared.length === 0) return row;
    const cells = Array.from(
      { length: Math.max(row.cells.length, ...shared.map(({ index }) => index + 1)) },
      (_, index) => row.cells[index],
    );
    for (const { index } of shared) cells[index] = this.above[index];
    return { ...row, cells, raw: this.rowOf && cells.length <= READER_LIMITS.columns ? this.rowOf(cells) : row.raw };
  }

  private withMarked(row: TableRow, columns: readonly CensusColumn[]): TableRow {
    this.lost.clear();
    // Only what stands under a heading can be meant, however long the row is.
    if (!hasDitto(row, columns)) return row;
    const marked = columns.filter(
      ({ index, field }) => isDitto(row.cells[index] ?? '') && !mayStay(row.cells[index] ?? '', field),
    );
    if (marked.every(({ field }) => isFreeText(field))) return row;
    const cells = row.cells.slice();
    for (const { index, field } of marked) {
      cells[index] = mayRepeat(field) ? this.above?.[index] : undefined;
      if (!mayRepeat(field) || this.above === undefined) this.lost.add(field);
    }
    return {
      ...row,
      cells,
      raw: this.rowOf && this.lost.size === 0 && cells.length <= READER_LIMITS.columns ? this.rowOf(cells) : row.raw,
    };
  }

  problems(): readonly RecordProblem[] {
    if (this.lost.size === 0) return NOTHING_LOST;
    return Array.from(this.lost, (field) => ({
      field,
      code: 'ditto',
      ...worded(fileMessage('ditto_mark_invalid', { field: CENSUS_FIELD_LABEL[field] })),
    }));
  }
}
