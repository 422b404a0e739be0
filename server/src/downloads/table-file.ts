import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { serialOf } from '@openbenefits/domain/files/census/values/read-date';
import { guardedCell } from '@openbenefits/domain/files/guarded-cell';

export type ExportFormat = 'csv' | 'xlsx' | 'pdf';

export type Cell = string | number | null;
export type ExportColumn<Row> = {
  header: string;
  /** 'money' is integer cents, 'date' a calendar date. A workbook stores typed values, a CSV 1234.50 and MM/DD/YYYY. */
  kind?: 'text' | 'number' | 'money' | 'date';
  /** In characters, for the workbook. */
  width?: number;
  /** How the workbook shows a number, in place of whole ones. */
  format?: string;
  value: (row: Row) => Cell;
};

/** A list to write to a file; rows come in batches to limit memory. */
export type ExportTable<Row> = {
  sheet: string;
  columns: readonly ExportColumn<Row>[];
  batches: AsyncIterable<readonly Row[]>;
  /** The last row, a cell per column; asked for once all others are written. */
  totals?: () => Promise<readonly Cell[]>;
};

export const CONTENT_TYPE: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

const dollars = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.trunc(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
const written = (date: string): string => `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;

const quoted = (text: string): string =>
  /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;

function csvCell<Row>({ kind = 'text' }: ExportColumn<Row>, cell: Cell): string {
  if (cell === null || cell === '') return '';
  // Text in a column of numbers, such as an entry that is no amount.
  if (typeof cell === 'string' && kind !== 'date') return quoted(guardedCell(cell));
  // An amount may start with a minus, because spreadsheets read it as a number, not a formula.
  if (kind === 'money') return dollars(Number(cell));
  if (kind === 'number') return String(cell);
  return quoted(kind === 'date' ? written(String(cell)) : guardedCell(String(cell)));
}

async function* csvBytes<Row>({ columns, batches, totals }: ExportTable<Row>): AsyncGenerator<Buffer> {
  const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;
  // The byte order mark tells Excel that it is UTF-8.
  yield Buffer.from(`\uFEFF${line(columns.map(({ header }) => quoted(header)))}`);
  for await (const rows of batches)
    yield Buffer.from(rows.map((row) => line(columns.map((column) => csvCell(column, column.value(row))))).join(''));
  if (totals) {
    const cells = await totals();
    yield Buffer.from(line(columns.map((column, index) => csvCell(column, cells[index] ?? null))));
  }
}

/** Texts are typed as texts, so nothing in them is ever a formula. */
function xlsxCell<Row>({ kind = 'text' }: ExportColumn<Row>, cell: Cell): Cell {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'string' && kind !== 'date') return escapedText(cell);
  if (kind === 'money') return Number(dollars(Number(cell)));
  if (kind === 'date') return serialOf(cell as CalendarDate) ?? formatDate(cell as CalendarDate);
  return kind === 'number' ? Number(cell) : escapedText(String(cell));
}

/**
 * `_x0041_` in a workbook means a letter (ECMA-376 part 1, 22.9.2.19, ST_Xstring), so the underscore of such text is
 * escaped.
 */
const escapedText = (text: string): string => text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');

const FORMAT = { text: undefined, number: '0', money: '#,##0.00', date: 'mm/dd/yyyy' } as const;

async function* xlsxBytes<Row>({ sheet, columns, batches, totals }: ExportTable<Row>): AsyncGenerator<Uint8Array> {
  async function* rows(): AsyncGenerator<Cell[]> {
    for await (const batch of batches)
      for (const row of batch) yield columns.map((column) => xlsxCell(column, column.value(row)));
    if (totals) {
      const cells = await totals();
      yield columns.map((column, index) => xlsxCell(column, cells[index] ?? null));
    }
  }
  // What writes a workbook takes 20 MB: a server has it from the first one on.
  const { writeXlsxStream } = await import('hucre/xlsx');
  yield* writeXlsxStream(rows(), {
    name: sheet,
    columns: columns.map(({ header, kind = 'text', width, format = FORMAT[kind] }) => ({
      header,
      width: width ?? Math.max(12, header.length + 2),
      ...(format && { numFmt: format }),
    })),
    freezePane: { rows: 1 },
  });
}

/** The bytes of the file, made while they are read: memory does not grow with the rows. */
export function tableBytes<Row>(table: ExportTable<Row>, format: ExportFormat): AsyncGenerator<Uint8Array> {
  if (format === 'pdf') return pdfBytes(table);
  return format === 'csv' ? csvBytes(table) : xlsxBytes(table);
}

/** A page is numbered once all are known, so a PDF is written whole. What writes it takes 30 MB, from the first on. */
async function* pdfBytes<Row>(table: ExportTable<Row>): AsyncGenerator<Uint8Array> {
  const { tablePdf } = await import('./table-pdf.ts');
  yield await tablePdf(table);
}
