import type { SentFile } from '@openbenefits/contract/rating-data';
import { formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { unguardedCell } from '@openbenefits/domain/files/guarded-cell';
import { Refusal } from '@openbenefits/domain/refusal';
import { parse } from 'csv-parse/sync';
import type { WorkbookLimits } from './bounded-workbook.ts';

/** Rows and columns with content: a table of rates has 200 rows, an age curve 65, a column per state at most. */
const MOST_ROWS = 5000;
const MOST_COLUMNS = 100;
const MOST_CHARACTERS = 2000;
/** The ZIP codes of the country. */
export const MOST_AREA_ROWS = 50_000;

const refuse = (message: string): Refusal => new Refusal('invalid', message, [{ path: 'file', message }]);

/** Windows-1252 where the bytes are no UTF-8, as older spreadsheets save a CSV; UTF-16 by its mark. */
export function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Lines among which the first with several cells is looked for: titles and blank lines are above it. */
const MOST_LINES_ABOVE = 20;

/** The sign between the cells: the one that is most often in the first line with several, outside of quotes. */
function separatorOf(text: string): string {
  const lines = text.split(/\r\n|\n|\r/, MOST_LINES_ABOVE);
  const line = lines.find((one) => /[,;\t|].*[,;\t|]/.test(one.replace(/"[^"]*"/g, ''))) ?? lines[0] ?? '';
  const bare = line.replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t', '|'].map((sign) => [sign, bare.split(sign).length] as const);
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

function cellsOfCsv(bytes: Uint8Array, most: number): string[][] {
  const text = textOf(bytes).replace(/^\ufeff/, '');
  // What a spreadsheet writes on the first line to name its separator.
  const [, named] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const body = named === undefined ? text : text.slice(text.indexOf('\n') + 1);
  try {
    const rows: string[][] = parse(body, {
      delimiter: named ?? separatorOf(body),
      relax_column_count: true,
      relax_quotes: true,
      // One more than is taken, to tell that there are more.
      to: most + 1,
    });
    for (const cells of rows) for (const [index, cell] of cells.entries()) cells[index] = unguardedCell(cell.trim());
    return rows;
  } catch {
    throw refuse(
      'This CSV file could not be read. A quotation mark may be open. Save it again as CSV or as a workbook.',
    );
  }
}

type SheetValue = string | number | boolean | Date | null | undefined;

/** A number as it is typed: 0.1 + 0.2 in a sheet is 0.3, and no amount has more than six decimals. */
function textOfValue(value: SheetValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(Number(value.toFixed(8)));
  if (value instanceof Date) {
    const day = parseCalendarDate(value.toISOString().slice(0, 10));
    return day ? formatDate(day) : '';
  }
  return String(value).trim();
}

/** The cells of the first sheet with content. A formula stays one, so that it is refused at its cell. */
async function cellsOfWorkbook(bytes: Uint8Array, limits?: WorkbookLimits): Promise<string[][]> {
  // What reads a workbook takes 20 MB: a server has it from the first one on.
  const { boundedWorkbook } = await import('./bounded-workbook.ts');
  const bounded = await boundedWorkbook(bytes, limits);
  const { readXlsx } = await import('hucre/xlsx');
  const book = await readXlsx(bounded).catch(() => {
    throw refuse('This workbook could not be read. It may be damaged or protected. Save it again without a password.');
  });
  const sheet = book.sheets.find(
    ({ rows, hidden }) => !hidden && rows.some((row) => row.some((cell) => textOfValue(cell) !== '')),
  );
  if (!sheet) throw refuse('This workbook has no sheet with content.');
  return sheet.rows.map((row, index) =>
    row.map((cell, column) => {
      const formula = sheet.cells?.get(`${index},${column}`)?.formula;
      return formula === undefined ? textOfValue(cell) : `=${formula}`;
    }),
  );
}

/** The rows up to the last one with content, each up to its last cell with content. Rejects more than are taken. */
function bounded(rows: readonly (readonly string[])[], most: number): string[][] {
  const last = rows.findLastIndex((row) => row.some((cell) => cell !== ''));
  if (last >= most) throw refuse(`A file may have at most ${most.toLocaleString('en-US')} rows. This one has more.`);
  return rows.slice(0, last + 1).map((row, index) => {
    if (row.some((cell) => cell.length > MOST_CHARACTERS))
      throw refuse(
        `Row ${index + 1} has a cell with more than 2,000 characters. Shorten it, or check its quotation marks.`,
      );
    const width = row.findLastIndex((cell) => cell !== '') + 1;
    if (width > MOST_COLUMNS) throw refuse(`A file may have at most ${MOST_COLUMNS} columns. This one has ${width}.`);
    return row.slice(0, width);
  });
}

/** Returns the texts of a CSV file or of a workbook, row by row. Rejects what is neither, and what is too large. */
export async function cellsOfFile(
  { name, base64 }: SentFile,
  most = MOST_ROWS,
  limits?: WorkbookLimits,
): Promise<string[][]> {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
  if (bytes.length === 0) throw refuse('This file is empty.');
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (
    !isZip &&
    (/\.(xls|pdf|docx?|numbers)$/i.test(name) || (bytes.includes(0) && bytes[1] !== 0xfe && bytes[0] !== 0xff))
  )
    throw refuse('This file is neither a CSV file nor an Excel workbook (.xlsx). Save it in one of these formats.');
  return bounded(isZip ? await cellsOfWorkbook(bytes, limits) : cellsOfCsv(bytes, most), most);
}
