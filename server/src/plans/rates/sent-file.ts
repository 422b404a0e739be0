import type { SentFile } from '@openbenefits/contract/rating-data';
import { formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { unguardedCell } from '@openbenefits/domain/files/guarded-cell';
import { Refusal } from '@openbenefits/domain/refusal';
import { parse } from 'csv-parse/sync';

const MOST_ROWS = 50_000;
const MOST_COLUMNS = 50;

const refuse = (message: string): Refusal => new Refusal('invalid', message, [{ path: 'file', message }]);

/** Windows-1252 where the bytes are no UTF-8, as older spreadsheets save a CSV; UTF-16 by its mark. */
function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The sign between the cells: the one that is most often in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const [line = ''] = text.split(/\r\n|\n|\r/, 1);
  const bare = line.replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t', '|'].map((sign) => [sign, bare.split(sign).length] as const);
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

function cellsOfCsv(bytes: Uint8Array): string[][] {
  const text = textOf(bytes).replace(/^\ufeff/, '');
  // What a spreadsheet writes on the first line to name its separator.
  const [, named] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const body = named === undefined ? text : text.slice(text.indexOf('\n') + 1);
  try {
    const rows: string[][] = parse(body, {
      delimiter: named ?? separatorOf(body),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: MOST_ROWS + 1,
    });
    return rows.map((cells) => cells.map((cell) => unguardedCell(cell.trim())));
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
async function cellsOfWorkbook(bytes: Uint8Array): Promise<string[][]> {
  // What reads a workbook takes 20 MB: a server has it from the first one on.
  const { readXlsx } = await import('hucre/xlsx');
  const book = await readXlsx(bytes, { maxRows: MOST_ROWS }).catch(() => {
    throw refuse('This workbook could not be read. It may be damaged or protected. Save it again without a password.');
  });
  const sheet = book.sheets.find(
    ({ rows, hidden }) => !hidden && rows.some((row) => row.some((cell) => textOfValue(cell) !== '')),
  );
  if (!sheet) throw refuse('This workbook has no sheet with content.');
  return sheet.rows.map((row, index) =>
    row.slice(0, MOST_COLUMNS).map((cell, column) => {
      const formula = sheet.cells?.get(`${index},${column}`)?.formula;
      return formula === undefined ? textOfValue(cell) : `=${formula}`;
    }),
  );
}

/** Returns the texts of a CSV file or of a workbook, row by row. Rejects what is neither. */
export async function cellsOfFile({ name, base64 }: SentFile): Promise<string[][]> {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
  if (bytes.length === 0) throw refuse('This file is empty.');
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (
    !isZip &&
    (/\.(xls|pdf|docx?|numbers)$/i.test(name) || (bytes.includes(0) && bytes[1] !== 0xfe && bytes[0] !== 0xff))
  )
    throw refuse('This file is neither a CSV file nor an Excel workbook (.xlsx). Save it in one of these formats.');
  const rows = isZip ? await cellsOfWorkbook(bytes) : cellsOfCsv(bytes);
  if (rows.length > MOST_ROWS) throw refuse(`A file may have at most ${MOST_ROWS.toLocaleString('en-US')} rows.`);
  return rows;
}
