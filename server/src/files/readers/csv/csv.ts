import { fileMessage, fileText } from '@openbenefits/domain/files/messages/file-message';
import { unguardedCell, unquotedFormula } from '@openbenefits/domain/files/guarded-cell';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fieldOfHeading } from '@openbenefits/domain/files/census/headings/field-of-heading';
import { headingKey, type MappedColumn } from '@openbenefits/domain/files/census/mapping';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import { Refusal } from '@openbenefits/domain/refusal';
import { CsvError } from 'csv-parse';
import { openUtf16 } from '../byte-source.ts';
import { CensusTable } from '../census/table.ts';
import { escapesQuotes, LooseQuotes, withQuotes } from './quotes.ts';
import { cleanText, ENCODED_TWICE, FieldText, hasHighCharacter, lettersOf } from '../field-text.ts';
import { RowParser } from './row-parser.ts';
import { FIXED_READ, fixedColumns, requireSeparators, rowsOfColumns } from './fixed-width.ts';
import { READER_LIMITS } from '../limits.ts';
import type { ReaderInput } from '../reader.ts';
import type { RecordSink } from '../record-sink.ts';
import { unicodeOf } from '../sniff.ts';

/** What columns are kept apart by; the last two by programs whose cells hold all others. */
export const DELIMITERS = [',', ';', '\t', '|', '~', '^'] as const;
const SAMPLE = 64 * 1024;
/**
 * A chunk is parsed at once, and may be as many rows as it has bytes. Measured: a larger one reads a census no faster.
 */
const CHUNK = 16 * 1024;

/**
 * Reads a list of people as text with separators (RFC 4180; comma, semicolon, tab, bar, tilde or caret). Bytes are
 * taken one character each, so that `raw` stays exact and a file may mix UTF-8 with Windows-1252; a cell is decoded
 * only where it is not ASCII. Quotation marks that are never closed are refused after 256 KB at the latest, with the
 * line where they begin.
 */
export async function readCsv(input: ReaderInput, sink: RecordSink): Promise<void> {
  const unicode = unicodeOf(input.path);
  const sample = sampleOf(input.path, unicode);
  const byteOrderMark = sample.startsWith('\xef\xbb\xbf');
  const start = byteOrderMark ? 3 : 0;
  const declared = /^sep=(.)\r?\n/i.exec(sample.slice(start));
  const fixed = declared ? undefined : fixedColumns(sample.slice(start));
  if (!declared && !fixed) requireSeparators(sample.slice(start));
  const delimiter = fixed ? ',' : (declared?.[1] ?? delimiterOf(sample.slice(start), input.mapping.columns));
  const fields = new FieldText(unicode ? undefined : lettersOf(sample));
  const table = new CensusTable(sink, input, { rowOf: (cells) => lineOf(cells, delimiter), hasAllCells: true });
  const bytes = unicode
    ? Readable.from(utf8Of(input.path, unicode))
    : createReadStream(input.path, { start, highWaterMark: CHUNK });
  const source = fixed ? bytes.pipe(rowsOfColumns(fixed)) : bytes;
  const isEscaping = escapesQuotes(sample);
  const quotes = new LooseQuotes(delimiter, isEscaping);
  const parser = new RowParser({
    delimiter,
    // Lists that were put together have several kinds; found by itself, the first would count for all.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: READER_LIMITS.csvRecord,
  });
  let line = 1;
  let first = true;
  let empty = 0;
  try {
    reading: for await (const chunk of chunksOf(source, quotes))
      for (const { record, raw: marked } of parser.rowsOf(chunk)) {
        const raw = withQuotes(marked);
        // Once for the row: a row of a hundred thousand cells is not compared for each.
        const isPlain = raw === marked;
        const cells = withoutMarks(record.map((cell) => decoded(isPlain ? cell : quotes.cell(cell), fields)));
        if (!(first && declared)) table.take({ cells, line, raw: fields.alone(raw) });
        first = false;
        empty = cells.some((cell) => cell !== '') ? 0 : empty + 1;
        if (empty === READER_LIMITS.emptyRowsLookAhead && !unicode && !fixed) {
          const { bytes, isRest } = emptyBytesFrom(input.path, start + sink.bytesRead + raw.length, delimiter);
          // A sheet that was once formatted to its last row is saved with a million rows of nothing but separators.
          if (isRest) break reading;
          if (bytes > READER_LIMITS.emptyBytes)
            throw new Refusal('limit', fileText('csv_empty_rows', { line: line - empty + 1 }));
        }
        line += lineEndsIn(raw);
        sink.bytesRead += raw.length;
        if (!table.hasHeadings && !table.looksOn) break reading;
        if (sink.full) await sink.flush();
      }
  } catch (error) {
    throw error instanceof CsvError ? refusalOf(error, line) : error;
  } finally {
    source.destroy();
    bytes.destroy();
  }
  table.finish();
  if (fields.wasTwice) sink.remark('encoded_twice', ENCODED_TWICE);
  tellEncoding(sink, unicode ?? fields.encoding, byteOrderMark);
  if (fixed) sink.remark('fixed_width', FIXED_READ);
  if (isEscaping) sink.remark('escaped_quotes', fileMessage('csv_escaped_quotes'));
  if (delimiter !== ',')
    sink.remark(
      'delimiter',
      delimiter === '\t'
        ? fileMessage('separators_tabs')
        : delimiter === ';'
          ? fileMessage('separators_semicolons')
          : fileMessage('separators_other', { sign: delimiter }),
    );
}

/** The chunks of a file with their loose quotation marks marked; null behind the last. */
async function* chunksOf(
  source: AsyncIterable<Buffer>,
  quotes: LooseQuotes,
): AsyncGenerator<Buffer | null, void, undefined> {
  for await (const chunk of source) yield quotes.mark(chunk);
  yield quotes.mark(NO_BYTES, true);
  yield null;
}

const NO_BYTES = Buffer.alloc(0);
const EMPTY_ROWS = '\r\n "';

/** How many bytes of empty rows stand in a file from a place on, and whether that is all that is left of it. */
function emptyBytesFrom(path: string, from: number, delimiter: string): { bytes: number; isRest: boolean } {
  const blank = new Uint8Array(256);
  for (const byte of Buffer.from(EMPTY_ROWS + delimiter, 'latin1')) blank[byte] = 1;
  const chunk = Buffer.allocUnsafe(CHUNK);
  const file = openSync(path, 'r');
  try {
    for (let bytes = 0; ;) {
      const count = readSync(file, chunk, 0, CHUNK, from + bytes);
      if (count === 0) return { bytes, isRest: true };
      for (let index = 0; index < count; index++)
        if (blank[chunk[index] ?? 0] === 0) return { bytes: bytes + index, isRest: false };
      bytes += count;
    }
  } finally {
    closeSync(file);
  }
}

const EQUALS = 0x3d;
const APOSTROPHE = 39;
/** Two apostrophes stand for what is above them. */
const DITTO = "''";
/** As MySQL writes an empty place. */
const NULL_OF_MYSQL = '\\N';

/**
 * The cell in letters. Blanks are cut only then: one character of two bytes may end with the byte of a blank (à is C3
 * A0).
 */
const decoded = (cell: string, fields: FieldText): string =>
  hasHighCharacter(cell) ? cleanText(fields.decode(cell)) : cell.trim();

/** Marks that some programs put around every cell, and that are no quotation marks of the format. */
const MARKS = /^(?:'.*'|[“„].*[”“]|‘.*’)$/s;

/**
 * The cells of a row without such marks, where all have them: around a single cell they are its own text. An apostrophe
 * that guards a cell goes, too.
 */
function withoutMarks(cells: readonly string[]): string[] {
  const isMarked =
    MARKS.test(cells.find((cell) => cell !== '') ?? '') &&
    cells.every((cell) => cell === '' || MARKS.test(cell)) &&
    cells.filter((cell) => cell !== '').length > 1;
  return cells.map((cell) =>
    isMarked
      ? cell.slice(1, -1).trim()
      : cell.charCodeAt(0) === APOSTROPHE && cell !== DITTO
        ? unguardedCell(cell)
        : cell.charCodeAt(0) === EQUALS
          ? unquotedFormula(cell)
          : cell === NULL_OF_MYSQL
            ? ''
            : cell,
  );
}

/** A row as the list would hold it, one character per byte. */
const lineOf = (cells: readonly (CellValue | undefined)[], delimiter: string): string =>
  Buffer.from(
    `${Array.from(cells, (cell) => String(cell ?? ''))
      .map((text) => (/["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text))
      .join(delimiter)}\r\n`,
    'utf8',
  ).toString('latin1');

/** Line ends in a row: LF, CRLF, or CR alone. */
function lineEndsIn(raw: string): number {
  let count = 0;
  for (let index = 0; index < raw.length; index++) {
    const code = raw.charCodeAt(index);
    if (code === 10 || (code === 13 && raw.charCodeAt(index + 1) !== 10)) count++;
  }
  return count;
}

/**
 * The separator whose split knows the most headings in the first lines; where none is known, the one that occurs most.
 */
function delimiterOf(sample: string, remembered: readonly MappedColumn[]): string {
  const told = new Set(remembered.map(({ heading }) => headingKey(heading)));
  const isKnown = (heading: string): boolean => told.has(headingKey(heading)) || fieldOfHeading(heading) !== undefined;
  const lines = sample.split(/\r\n|\n|\r/).slice(0, READER_LIMITS.headerRows);
  let best = ',';
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    for (const line of lines) {
      const cells = line.split(delimiter);
      if (cells.length < 2) continue;
      const known = cells
        .slice(0, READER_LIMITS.columns)
        .filter((cell) => isKnown(cell.replace(/^\s*"|"\s*$/g, ''))).length;
      const score = known * 1000 + Math.min(cells.length, 999);
      if (score > bestScore) [best, bestScore] = [delimiter, score];
    }
  }
  return best;
}

function sampleOf(path: string, unicode: ReturnType<typeof unicodeOf>): string {
  const bytes = Buffer.alloc(SAMPLE);
  if (unicode) {
    const source = openUtf16(path, unicode);
    try {
      return bytes.toString('latin1', 0, source.read(bytes, 0));
    } finally {
      source.close();
    }
  }
  const file = openSync(path, 'r');
  try {
    return bytes.toString('latin1', 0, readSync(file, bytes, 0, SAMPLE, 0));
  } finally {
    closeSync(file);
  }
}

/** The file's UTF-16 as UTF-8 bytes, without a byte order mark. */
function* utf8Of(path: string, unicode: 'utf-16le' | 'utf-16be'): Generator<Buffer> {
  const source = openUtf16(path, unicode);
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const count = source.read(chunk, 0);
      if (count === 0) return;
      yield chunk.subarray(0, count);
    }
  } finally {
    source.close();
  }
}

const ENCODING_NAMES: ReadonlyMap<string, string> = new Map([
  ['windows-1252', 'Windows-1252'],
  ['macintosh', 'Mac OS Roman'],
  ['cp850', 'DOS code page 850'],
]);

function tellEncoding(sink: RecordSink, encoding: RecordSink['facts']['encoding'], byteOrderMark: boolean): void {
  sink.facts.encoding = encoding;
  if (byteOrderMark) sink.remark('byte_order_mark', fileMessage('byte_order_mark'));
  if (encoding !== 'ascii')
    sink.remark(
      'encoding',
      fileMessage('read_as_encoding', { encoding: ENCODING_NAMES.get(encoding) ?? encoding.toUpperCase() }),
    );
}

/** The parser's own messages repeat what stands in the file, so they are told anew (trust P39). */
function refusalOf(error: CsvError, line: number): Refusal {
  if (error.code === 'CSV_MAX_RECORD_SIZE' || error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return new Refusal('invalid', fileText('csv_row_open', { line }));
  }
  if (error.code === 'CSV_INVALID_CLOSING_QUOTE' || error.code === 'INVALID_OPENING_QUOTE') {
    return new Refusal('invalid', fileText('csv_quote', { line: Number(error['lines']) }));
  }
  return new Refusal('invalid', fileText('csv_unreadable', { line }));
}
