import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { FileFormat } from '@openbenefits/domain/files/file-format';
import type { MappedWord, SenderMapping } from '@openbenefits/domain/files/census/mapping';
import type { MatchedColumns } from '@openbenefits/domain/files/census/headings/columns';
import type { Mends } from './mends.ts';
import type { RecordSink } from './record-sink.ts';
import type { TableRow } from './census/table-row.ts';

/**
 * Looks at the rows of a list as they are read, for a preview of its columns. Of XML, which has no rows, the headings
 * are the names of elements and attributes and grow while it is read, and `cell` tells each value with the place of its
 * name (-1 beyond the columns that a list may have). `settled` tells of columns that are understood by something else
 * than their heading alone.
 */
export type RowWatcher = {
  row(row: TableRow): void;
  headings(row: TableRow, matched: MatchedColumns): void;
  /** A table below has more columns: those of the whole list. */
  widened(row: TableRow, matched: MatchedColumns): void;
  settled(index: number, by: SettledBy): void;
  cell(index: number, text: string): void;
  /** What the list itself says its codes mean. */
  legend(words: readonly MappedWord[]): void;
};

/**
 * A column is headed by the code of a plan, or by a coverage level; nothing but plans stand in it; it tells only who is
 * the employee, or names the dependents of its row; it is one of those of a list of changes (field, old value, new
 * value).
 */
export type SettledBy =
  | 'plan_code'
  | 'level_in_heading'
  | 'plans_in_it'
  | 'employee_flag'
  | 'dependents_in_cell'
  | 'change';

export type ReaderInput = {
  path: string;
  format: FileFormat;
  sizeBytes: number;
  today: CalendarDate;
  mapping: SenderMapping;
  watcher?: RowWatcher;
  mends?: Mends;
  /** The headers of an 834's sets, where members of it were mended. */
  head?: string;
};

/**
 * Reads one file from its first byte to its last and puts every person into the sink, in file order, flushing whenever
 * the sink is full. Throws a Refusal, in words, when the file cannot be read to its end.
 */
export type Reader = (input: ReaderInput, sink: RecordSink) => Promise<void>;
