import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';

/** One row of a list: its cells (undefined or blank where empty), the line or row it begins at, and its own bytes. */
export type TableRow = {
  cells: readonly (CellValue | undefined)[];
  line: number;
  raw: string;
  /** Cells that were lost when it was sent first. */
  lost?: readonly number[];
  /** Columns whose cell is one with that of the row above. */
  merged?: readonly number[];
  /** All that stands in it is struck through. */
  isStruck?: true;
};

/** Puts texts together to the bytes of a row, as the format writes them. */
export type RowWriter = (cells: readonly (CellValue | undefined)[]) => string;
