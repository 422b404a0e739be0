import type { CrossMarks } from '@openbenefits/domain/files/census/values/cell-marks';
import type { RowWriter, TableRow } from './table-row.ts';

/**
 * The row with its crosses as what they mean in the list, also where it is given back alone; the row itself where it
 * has none.
 */
export function readCrosses(row: TableRow, marks: CrossMarks | undefined, rowOf: RowWriter | undefined): TableRow {
  if (!marks?.areTold || row.cells.every((cell) => marks.read(cell) === cell)) return row;
  const cells = Array.from(row.cells, (cell) => marks.read(cell));
  return { ...row, cells, raw: rowOf?.(cells) ?? row.raw };
}
