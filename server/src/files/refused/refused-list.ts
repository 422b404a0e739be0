import { parseCalendarDate } from '@openbenefits/domain/calendar-date';
import type { FileFormat } from '@openbenefits/domain/files/file-format';
import { REFUSAL_REASON } from '@openbenefits/domain/files/census/headings/columns';
import { fieldOfHeading } from '@openbenefits/domain/files/census/headings/field-of-heading';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { isDateField } from '@openbenefits/domain/files/census/values/date-styles';
import { serialOf } from '@openbenefits/domain/files/census/values/read-date';
import { asOpen } from '@openbenefits/domain/files/of-other-rows';
import { guardedCell, unguardedCell } from '@openbenefits/domain/files/guarded-cell';
import { parse } from 'csv-parse/sync';
import { DELIMITERS } from '../readers/csv/csv.ts';
import { escapesQuotes, LooseQuotes } from '../readers/csv/quotes.ts';
import { withLost } from '../readers/census/cut-rows.ts';
import { cleanText, FieldText, hasHighCharacter } from '../readers/field-text.ts';

/** A cell of a refused row: text, or a number where the sheet says that it is one. */
export type ListCell = string | number | null;
export type ListFormat = Extract<FileFormat, 'csv' | 'xlsx'>;

/** The heading of the column that ties families together where only their place did. */
export const FAMILY = 'Family ID';

/** The separator of a header line: the one that occurs most. */
export function delimiterOf(head: string): string {
  return DELIMITERS.reduce<string>((best, one) => (head.split(one).length > head.split(best).length ? one : best), ',');
}

/**
 * The cells of a row as its reader kept it: the line of a text with one character per byte, or the cells of a sheet as
 * JSON (readers/xlsx.ts).
 */
export function cellsOf(format: ListFormat, raw: string, delimiter: string): ListCell[] {
  if (format === 'xlsx' && raw.startsWith('['))
    return JSON.parse(Buffer.from(raw, 'latin1').toString('utf8')) as ListCell[];
  const fields = new FieldText();
  const quotes = new LooseQuotes(delimiter, escapesQuotes(raw));
  const marked = quotes.mark(Buffer.from(raw, 'latin1'), true).toString('latin1');
  const [cells = []] = parse(marked, { delimiter, relax_column_count: true, bom: false });
  return cells.map((cell) => unguardedCell(textOf(quotes.cell(cell), fields)));
}

const textOf = (cell: string, fields: FieldText): string =>
  hasHighCharacter(cell) ? cleanText(fields.decode(cell)) : cell.trim();
const quoted = (text: string, delimiter: string): string =>
  /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;

/** The row as its reader keeps it. */
export function rowOf(format: ListFormat, cells: readonly ListCell[], delimiter: string): string {
  const text =
    format === 'xlsx'
      ? JSON.stringify(cells)
      : `${cells.map((cell) => quoted(guardedCell(String(cell ?? '')), delimiter)).join(delimiter)}\r\n`;
  return Buffer.from(text, 'utf8').toString('latin1');
}

type Row = { cells: readonly ListCell[]; more: readonly string[] };

/** Numbers that a sheet shows with their leading zeros, as the one that was sent did. */
const WITH_ZEROS: Readonly<Partial<Record<CensusField, string>>> = {
  ssn: '000000000',
  subscriberKey: '000000000',
  zip: '00000',
};
const AS_DAY = 'mm/dd/yyyy';
function shownAs(heading: ListCell | undefined): { numFmt?: string } {
  const field = fieldOfHeading(String(heading ?? ''))?.field;
  const numFmt = field && (isDateField(field) ? AS_DAY : WITH_ZEROS[field]);
  return numFmt ? { numFmt } : {};
}

/** A day of the sheet, which its reader keeps as YYYY-MM-DD, is a day again. */
function asDay(cell: ListCell): ListCell {
  const date = typeof cell === 'string' ? parseCalendarDate(cell) : undefined;
  return (date && serialOf(date)) ?? cell;
}

async function workbookOf(head: readonly ListCell[], more: readonly string[], rows: readonly Row[]): Promise<Buffer> {
  const width = Math.max(head.length, ...rows.map(({ cells }) => cells.length));
  // Numbers in a column of dates may be anything (31485 is 03/14/85): shown as days they would be read as those.
  const columns = Array.from({ length: width }, (_, index) => {
    const shown = shownAs(head[index]);
    return shown.numFmt === AS_DAY && rows.some(({ cells }) => typeof cells[index] === 'number') ? {} : shown;
  });
  const line = (cells: readonly ListCell[], last: readonly string[]): ListCell[] => [
    ...columns.map((_, index) => cells[index] ?? null),
    ...last,
  ];
  function* lines(): Generator<ListCell[]> {
    yield line(head, more);
    for (const row of rows)
      yield line(
        row.cells.map((cell, index) => (columns[index]?.numFmt === AS_DAY ? asDay(cell) : cell)),
        row.more,
      );
  }
  const { writeXlsxStream } = await import('hucre/xlsx');
  const parts: Uint8Array[] = [];
  // Texts are typed as texts: nothing in them is ever a formula.
  for await (const part of writeXlsxStream(lines(), { name: 'Refused rows', columns })) parts.push(part);
  return Buffer.concat(parts);
}

export type RefusedListRow = {
  raw: string;
  /** As it came, where `raw` was mended. */
  sent: string;
  reason: string;
  /** Only other rows of the file told why, and nobody has mended it. */
  isOpen?: boolean;
  /** What ties the row to its family. */
  family: string | null;
  familyByPlace: boolean;
};

/**
 * The refused rows of a list as a list of the same format, with one more column that says why; a reader passes that
 * column over when it is sent again. What a row that broke off has lost is marked in its cells. Where dependents were
 * tied to the employee above them, who may be missing here, a column before it says to which family each row belongs.
 * No cell begins a formula: what was sent as one is guarded, and read back as it was.
 */
export async function listOf(format: ListFormat, headRaw: string, rows: readonly RefusedListRow[]): Promise<Buffer> {
  const delimiter = delimiterOf(headRaw);
  const head = headRaw === '' ? [] : cellsOf(format, headRaw, delimiter);
  const withFamily = rows.some(({ familyByPlace }) => familyByPlace);
  const more = (family: string, reason: string): string[] => (withFamily ? [family, reason] : [reason]);
  const opened = rows.map(({ raw, reason, isOpen, family }): Row => ({
    // What it was refused for before counts no more.
    cells: withLost(reason, cellsOf(format, raw, delimiter)).map((cell, index) =>
      head[index] === REFUSAL_REASON ? null : (cell ?? null),
    ),
    more: more(family ?? '', isOpen ? asOpen(reason) : reason),
  }));
  const headings = more(FAMILY, REFUSAL_REASON);
  if (format === 'xlsx') return workbookOf(head, headings, opened);
  const width = Math.max(head.length, ...opened.map(({ cells }) => cells.length));
  const line = (cells: readonly ListCell[], last: readonly string[]): string =>
    rowOf('csv', [...Array.from({ length: width }, (_, index) => cells[index] ?? ''), ...last], delimiter);
  return Buffer.from([line(head, headings), ...opened.map((row) => line(row.cells, row.more))].join(''), 'latin1');
}
