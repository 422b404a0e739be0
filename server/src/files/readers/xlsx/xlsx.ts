import { fileMessage, fileText } from '@openbenefits/domain/files/messages/file-message';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import { serialDate } from '@openbenefits/domain/files/census/values/read-date';
import { Refusal } from '@openbenefits/domain/refusal';
import { CensusTable } from '../census/table.ts';
import type { TableRow } from '../census/table-row.ts';
import { cleanText } from '../field-text.ts';
import { READER_LIMITS } from '../limits.ts';
import type { ReaderInput } from '../reader.ts';
import { tellComments } from './comments.ts';
import { isOverRows, MERGED_UNREAD, type MergedCells, mergedCells } from './merged-cells.ts';
import { RecordSink } from '../record-sink.ts';
import { readWorkbook, tooLong, type Sheet, type Workbook } from './workbook.ts';
import { StopReading, readXmlPart } from '../xml/stream.ts';
import { openZip, type ZipParts } from './zip-parts.ts';

const LAST_COLUMN = 16_384;
const LAST_ROW = 1_048_576;

/**
 * Reads the first visible sheet of a workbook (ECMA-376) that has a row of headings. The sheet streams; what it may ask
 * for is limited everywhere (limits.ts), so that a hostile workbook is refused in words. `raw` is the row's cells as
 * JSON.
 */
export async function readXlsx(input: ReaderInput, sink: RecordSink): Promise<void> {
  const zip = await openZip(input.path);
  try {
    const workbook = await readWorkbook(zip);
    const visible = workbook.sheets.filter((sheet) => !sheet.hidden);
    if (visible.length === 0) throw new Refusal('invalid', fileText('workbook_no_sheet'));
    if (visible.length < workbook.sheets.length) sink.remark('hidden_sheets', fileMessage('hidden_sheets_unread'));
    sink.facts.encoding = 'utf-8';
    let compared = 0;
    for (const [index, sheet] of visible.entries()) {
      const table = new CensusTable(sink, input, { date1904: workbook.date1904, rowOf: jsonOf, title: sheet.name });
      await readSheet(zip, sheet, workbook, table, sink, input.sizeBytes);
      compared += table.compared;
      table.useNumbers();
      if (
        !table.hasHeadings &&
        compared < READER_LIMITS.xlsxHeadingTexts &&
        index < Math.min(visible.length, READER_LIMITS.xlsxSheets) - 1
      )
        continue;
      table.finish();
      await tellComments(zip, sheet.part, sink);
      const others = visible.slice(index + 1);
      if (visible.length > 1) sink.remark('one_sheet', fileMessage('one_sheet_read', { sheet: sheet.name }));
      for (const other of others.slice(0, READER_LIMITS.xlsxSheets))
        if (await hasPeople(zip, other, workbook, input)) (sink.facts.otherSheets ??= []).push(other.name);
      return;
    }
  } finally {
    zip.close();
  }
}

/** Whether a sheet has a row of headings and somebody under it: it is read only so far. */
async function hasPeople(zip: ZipParts, sheet: Sheet, workbook: Workbook, input: ReaderInput): Promise<boolean> {
  const found = new RecordSink('xlsx', input.today, () => Promise.resolve());
  const table = new CensusTable(
    found,
    { today: input.today, mapping: input.mapping },
    { date1904: workbook.date1904, rowOf: jsonOf },
  );
  try {
    await readSheet(
      zip,
      sheet,
      workbook,
      table,
      found,
      0,
      (bytes) => found.facts.records > 0 || bytes > READER_LIMITS.xlsxOtherSheet,
    );
    table.release();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return found.facts.records > 0;
}

async function readSheet(
  zip: ZipParts,
  sheet: Sheet,
  workbook: Workbook,
  table: CensusTable,
  sink: RecordSink,
  sizeBytes: number,
  hasEnough = (_bytes: number): boolean => false,
): Promise<void> {
  const rows = new SheetRows(workbook, sink, await mergedCells(zip, sheet.part));
  const stream = await zip.stream(sheet.part);
  const size = Math.max(1, zip.unpackedSize(sheet.part));
  try {
    await readXmlPart(stream, {
      open: (name, attributes) => rows.open(name, attributes),
      text: (text) => rows.text(text),
      close: (name) => rows.close(name),
      async pause(bytes) {
        sink.bytesRead = Math.floor((sizeBytes * bytes) / size);
        for (const row of rows.taken()) {
          table.take(row);
          if (sink.full) await sink.flush();
        }
        if ((!table.hasHeadings && !table.looksOn) || hasEnough(bytes)) throw new StopReading();
      },
    });
  } catch (error) {
    if (!(error instanceof StopReading)) throw error;
  }
}

/**
 * Collects the rows of a sheet from its elements: row, c (r, s, t), v, is/t. Formulas are never looked at, only their
 * values.
 */
class SheetRows {
  private readonly workbook: Workbook;
  private readonly sink: RecordSink;
  private isFormula = false;
  private rows: TableRow[] = [];
  private cells: (CellValue | undefined)[] = [];
  private row = 0;
  private column = 0;
  private style = 0;
  private type = 'n';
  private value = '';
  private inValue = false;
  private phonetic = 0;
  /** Filled cells of the row, and those of them that are struck through. */
  private filled = 0;
  private struck = 0;
  /** First and last of columns that are hidden. */
  private readonly hidden: [number, number][] = [];

  /** Undefined where nobody has looked. */
  private readonly merged: MergedCells | undefined;

  constructor(workbook: Workbook, sink: RecordSink, merged: MergedCells | undefined) {
    this.merged = merged;
    this.workbook = workbook;
    this.sink = sink;
  }

  /** The rows read since the last time. */
  taken(): TableRow[] {
    const rows = this.rows;
    this.rows = [];
    return rows;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'c') {
      const place = attributes['r'];
      this.column = place === undefined ? this.column + 1 : columnOf(place);
      this.style = Number(attributes['s'] ?? -1);
      this.type = attributes['t'] ?? 'n';
      this.value = '';
      this.isFormula = false;
    } else if (name === 'f') this.isFormula = true;
    else if (name === 'row') {
      const row = Number(attributes['r'] ?? this.row + 1);
      if (!Number.isInteger(row) || row < 1 || row > LAST_ROW)
        throw new Refusal('invalid', fileText('workbook_row_number'));
      this.row = row;
      if (isTrue(attributes['hidden'])) this.sink.remark('hidden_rows', fileMessage('hidden_rows_read'), row);
      this.column = 0;
      this.cells = [];
      this.filled = 0;
      this.struck = 0;
    } else if (name === 'rPh') this.phonetic++;
    else if (name === 'col' && isTrue(attributes['hidden']) && this.hidden.length < MOST_HIDDEN)
      this.hidden.push([Number(attributes['min']), Number(attributes['max'])]);
    else if (name === 'mergeCell' && !this.merged && isOverRows(attributes['ref'] ?? ''))
      this.sink.remark('merged_unread', MERGED_UNREAD);
    this.inValue = name === 'v' || (name === 't' && this.phonetic === 0);
  }

  text(piece: string): void {
    if (!this.inValue) return;
    this.value += piece;
    if (this.value.length > READER_LIMITS.xlsxCellCharacters) throw tooLong();
  }

  close(name: string): void {
    this.inValue = false;
    if (name === 'c') this.closeCell();
    else if (name === 'row')
      this.rows.push({
        cells: this.cells,
        line: this.row,
        raw: jsonOf(this.cells),
        ...(this.merged?.has(this.row) && { merged: this.merged.get(this.row) ?? [] }),
        ...(this.filled > 0 && this.struck === this.filled && { isStruck: true as const }),
      });
    else if (name === 'rPh') this.phonetic--;
  }

  private closeCell(): void {
    const value = this.cellValue();
    if (value === undefined || value === '') return;
    if (this.column > READER_LIMITS.columns) {
      throw new Refusal(
        'limit',
        fileText('workbook_too_wide', { row: this.row, column: this.column, most: READER_LIMITS.columns }),
      );
    }
    this.filled++;
    if (this.workbook.isStruckStyle[this.style] === true) this.struck++;
    if (this.hidden.length > 0 && this.hidden.some(([first, last]) => first <= this.column && this.column <= last))
      this.tellHidden();
    while (this.cells.length < this.column) this.cells.push(undefined);
    this.cells[this.column - 1] = value;
  }

  /** Once: it is asked for every cell. */
  private tellHidden(): void {
    this.hidden.length = 0;
    this.sink.remark('hidden_columns', fileMessage('hidden_columns_read'));
  }

  private cellValue(): CellValue | undefined {
    const { value } = this;
    if (value === '' && this.isFormula && this.type !== 'str') {
      this.sink.remark('formula_without_value', fileMessage('formulas_without_value'), this.row);
      // In the place of a plan it is a question, as an error is: left empty, nobody would miss the coverage.
      return UNKNOWN_VALUE;
    }
    if (value === '') return undefined;
    switch (this.type) {
      case 's':
        return textOf(this.sharedString(value));
      case 'b':
        return value === '1' ? 'TRUE' : 'FALSE';
      case 'n':
        return this.number(value);
      default:
        return textOf(value);
    }
  }

  private sharedString(index: string): string {
    const text = this.workbook.strings[Number(index)];
    if (text === undefined)
      throw new Refusal(
        'invalid',
        fileText('workbook_missing_text', { cell: `${columnName(this.column)}${this.row}` }),
      );
    return text;
  }

  /** A number shown as a day becomes one; longer ones than a number can hold stay text. */
  private number(text: string): CellValue {
    const number = Number(text);
    if (!Number.isFinite(number) || Math.abs(number) > Number.MAX_SAFE_INTEGER) return text.trim();
    const day = this.workbook.isDateStyle[this.style] === true ? serialDate(number, this.workbook.date1904) : undefined;
    return day ?? number;
  }
}

const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true';
/** Nobody hides more ranges of columns. */
const MOST_HIDDEN = 100;

/** As a sheet shows what it could not work out. */
const UNKNOWN_VALUE = '#N/A';

/** Column of a cell's place: `A1` is 1, `XFD1` is 16,384. */
function columnOf(place: string): number {
  let column = 0;
  for (let index = 0; index < place.length; index++) {
    const letter = place.charCodeAt(index) & ~32;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
    if (column > LAST_COLUMN) break;
  }
  if (column < 1 || column > LAST_COLUMN) throw new Refusal('invalid', fileText('workbook_column_number'));
  return column;
}

/** Returns the letters of a column: 1 is `A`. */
function columnName(column: number): string {
  let name = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

/**
 * A text without blanks around it, and without the `_x000D_` by which a workbook writes characters that XML has no
 * place for (ECMA-376 part 1, 22.9.2.19); zeros are left out, no database column takes them.
 */
function textOf(written: string): string {
  const text = written.includes('_x')
    ? written.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        code === '0000' ? '' : String.fromCharCode(Number.parseInt(code, 16)),
      )
    : written;
  return cleanText(text);
}

/** The cells as JSON, one character per byte: what is a number stays one. */
const jsonOf = (cells: readonly (CellValue | undefined)[]): string =>
  Buffer.from(JSON.stringify(Array.from(cells, (cell) => cell ?? null)), 'utf8').toString('latin1');
