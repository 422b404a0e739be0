import { matchColumns } from '@openbenefits/domain/files/census/headings/columns';
import type { MappedColumn } from '@openbenefits/domain/files/census/mapping';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import type { Headings } from './headings.ts';
import type { RowWriter, TableRow } from './table-row.ts';

/**
 * Columns that somebody has added to a list here, as its headings name them, and the place of the first: behind all
 * that the list had when it was sent.
 */
export type AddedHeadings = { readonly at: number; readonly headings: readonly string[] };
export const NONE_ADDED: AddedHeadings = { at: 0, headings: [] };

/**
 * Cells with places for what stands in added columns, where what a row holds beyond its headings would be taken for it.
 */
export function withPlaces<Cell>(
  cells: readonly Cell[],
  { at, headings }: AddedHeadings,
  empty: Cell,
): readonly Cell[] {
  return headings.length === 0 || cells.length <= at
    ? cells
    : [...cells.slice(0, at), ...headings.map(() => empty), ...cells.slice(at)];
}

/** A list as it is read with the columns that were added to it. */
export class AddedColumns {
  readonly headings: readonly string[];
  readonly at: number;
  readonly #remembered: readonly MappedColumn[];
  readonly #rowOf: RowWriter | undefined;
  /** The headings that were found last, without those that were added. */
  sent: Headings | undefined;

  constructor({ at, headings }: AddedHeadings, remembered: readonly MappedColumn[], rowOf: RowWriter | undefined) {
    this.at = at;
    this.headings = headings;
    this.#remembered = remembered;
    this.#rowOf = rowOf;
  }

  /** The row of headings, and how it is understood, with those that were added. */
  behind(row: TableRow, headings: Headings): readonly [TableRow, Headings] {
    this.sent = headings;
    if (this.headings.length === 0) return [row, headings];
    const texts = this.#extended(headings.texts, '');
    const cells = this.#extended<CellValue | undefined>(row.cells, '');
    return [
      { ...row, cells, raw: this.#rowOf?.(cells) ?? row.raw },
      { texts, matched: matchColumns(texts, this.#remembered) },
    ];
  }

  #extended<Cell>(cells: readonly Cell[], empty: Cell | ''): (Cell | string)[] {
    return [
      ...Array.from({ length: this.at }, (_, index) => cells[index] ?? empty),
      ...this.headings,
      ...cells.slice(this.at),
    ];
  }

  /** A row as it was sent. */
  placed(row: TableRow): TableRow {
    const cells = withPlaces(row.cells, this, undefined);
    return cells === row.cells ? row : { ...row, cells, raw: this.#rowOf?.(cells) ?? row.raw };
  }

  /** How many columns the list itself has: what breaks off, breaks off before the last of them. */
  widthOf(texts: readonly string[]): number {
    return (this.headings.length === 0 ? texts : texts.slice(0, this.at)).findLastIndex((text) => text !== '') + 1;
  }
}
