import { type CsvError, type Options, Parser } from 'csv-parse';

/** A row with its cells and with the text it was parsed from. */
export type ParsedRow = { record: string[]; raw: string };

/**
 * The parser without its stream: waiting for every single row takes a tenth of the reading of a list. Bytes are taken
 * one character each.
 */
export class RowParser extends Parser {
  #rows: ParsedRow[] = [];
  #error: CsvError | undefined;

  constructor(options: Options) {
    super({ ...options, encoding: 'latin1', bom: false, raw: true });
  }

  /** Called by the parser for each row. */
  override push(row: ParsedRow | null): boolean {
    if (row !== null) this.#rows.push(row);
    return true;
  }

  /**
   * The rows that end within these bytes of the file, or at its end where there are none. Throws a CsvError after those
   * before the fault.
   */
  *rowsOf(bytes: Buffer | null): Generator<ParsedRow, void, undefined> {
    const done = (error?: Error | null): void => void (this.#error = (error ?? undefined) as CsvError | undefined);
    // oxlint-disable no-underscore-dangle -- so Node calls what a Transform does with bytes
    if (bytes === null) this._flush(done);
    else this._transform(bytes, 'latin1', done);
    // oxlint-enable no-underscore-dangle
    const rows = this.#rows;
    this.#rows = [];
    yield* rows;
    if (this.#error) throw this.#error;
  }
}
