import { type AddedHeadings, withPlaces } from '../readers/census/added-headings.ts';
import { cellsOf, delimiterOf, type ListCell, type ListFormat, rowOf } from './refused-list.ts';

/** What a job knows of the columns that were added to its list. */
export type ColumnsOfJob = { columnsAt: number; columnsTaken: string[]; columnsAdded: string[] };
export const COLUMNS_OF_JOB = ['j.columnsAt', 'j.columnsTaken', 'j.columnsAdded'] as const;

/** The columns that the file was read with. */
export const takenIn = ({ columnsAt, columnsTaken }: ColumnsOfJob): AddedHeadings => ({
  at: columnsAt,
  headings: columnsTaken,
});
/** Those that were added since: only rows that were mended since then have their cells. */
export const addedSince = ({ columnsAt, columnsTaken, columnsAdded }: ColumnsOfJob): AddedHeadings => ({
  at: columnsAt + columnsTaken.length,
  headings: columnsAdded,
});

/** A row with places for what was added, as its reader would keep it; as it is where nothing of it is in their way. */
export function rowWithPlaces(format: ListFormat, raw: string, delimiter: string, added: AddedHeadings): string {
  if (added.headings.length === 0) return raw;
  const cells = cellsOf(format, raw, delimiter);
  const placed = withPlaces(cells, added, null);
  return placed === cells ? raw : rowOf(format, placed, delimiter);
}

/** The head of a list as it was read, and its rows, with the columns that were added since. */
export function withColumns(
  format: string,
  head: string,
  job: ColumnsOfJob,
): { head: string; opened: (raw: string) => string } {
  const added = addedSince(job);
  if ((format !== 'csv' && format !== 'xlsx') || added.headings.length === 0) return { head, opened: (raw) => raw };
  const delimiter = delimiterOf(head);
  const cells = cellsOf(format, head, delimiter);
  const own = Array.from({ length: added.at }, (_, index): ListCell => cells[index] ?? null);
  return {
    head: rowOf(format, [...own, ...added.headings, ...cells.slice(added.at)], delimiter),
    opened: (raw) => rowWithPlaces(format, raw, delimiter, added),
  };
}
