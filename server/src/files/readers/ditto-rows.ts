import type { CensusColumn } from '@openbenefits/domain/files/census/census-columns';
import { CENSUS_FIELD_LABEL, type CensusField } from '@openbenefits/domain/files/census/census-fields';
import { isDitto, isFreeText, mayRepeat } from '@openbenefits/domain/files/census/ditto-marks';
import type { RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import type { RowWriter, TableRow } from './table-row.ts';
import { READER_LIMITS } from './limits.ts';

export const DITTO_READ = 'Ditto marks (", same, do.) were read as what stands above them';

/** Rows in which marks stand for what is above them: the row that is read holds the values, also when it is given back alone. */
export class DittoRows {
  /** The cells of the person's row above. */
  above: TableRow['cells'] | undefined;
  /** Fields of the row in which a mark stands for nothing that could be meant. */
  private readonly lost = new Set<CensusField>();
  private readonly rowOf: RowWriter | undefined;

  constructor(rowOf: RowWriter | undefined) {
    this.rowOf = rowOf;
  }

  /** The row with what its marks stand for; the row itself where it has none. */
  read(row: TableRow, columns: readonly CensusColumn[]): TableRow {
    this.lost.clear();
    // Only what stands under a heading can be meant, however long the row is.
    if (!columns.some(({ index }) => isDitto(row.cells[index] ?? ''))) return row;
    const marked = columns.filter(({ index }) => isDitto(row.cells[index] ?? ''));
    if (marked.every(({ field }) => isFreeText(field))) return row;
    const cells = row.cells.slice();
    for (const { index, field } of marked) {
      cells[index] = mayRepeat(field) ? this.above?.[index] : undefined;
      if (!mayRepeat(field) || this.above === undefined) this.lost.add(field);
    }
    return { ...row, cells, raw: this.rowOf && this.lost.size === 0 && cells.length <= READER_LIMITS.columns ? this.rowOf(cells) : row.raw };
  }

  problems(): RecordProblem[] {
    return Array.from(this.lost, (field) => ({ field, code: 'ditto', message: `${CENSUS_FIELD_LABEL[field]}: a ditto mark stands where everybody has a value of their own, or nothing stands above it; write the value` }));
  }
}
