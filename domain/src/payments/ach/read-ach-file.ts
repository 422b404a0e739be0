import { type CalendarDate, parseCalendarDate } from '../../calendar-date.ts';
import { fromCents } from '../../money.ts';
import { type AchAddenda, type AchBatch, type AchEntry, type AchFile, achTotals, SEC_CODES } from './ach-file.ts';
import { entryHash, isRoutingNumber } from './routing-number.ts';

/** What is wrong with a file, at its line from 1; texts hold no account numbers. */
export type AchProblem = { readonly line: number; readonly message: string };

type Line = { readonly text: string; readonly number: number };
type Draft<T> = { -readonly [K in keyof T]: T[K] };
type OpenEntry = Omit<Draft<AchEntry>, 'addenda'> & { addenda: AchAddenda[]; expects: boolean; line: number };
type OpenBatch = Omit<Draft<AchBatch>, 'entries'> & { entries: OpenEntry[] };

const RECORD = 94;
const FILLER = /^9{94}$/;

const dateOf = (text: string): CalendarDate | null =>
  /^\d{6}$/.test(text)
    ? (parseCalendarDate(`20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`) ?? null)
    : null;

/** The fields of a record by their first and last columns from 1, as the rules state them. */
const field = (text: string, from: number, to: number): string => text.slice(from - 1, to);

class Reader {
  readonly problems: AchProblem[] = [];
  readonly batches: OpenBatch[] = [];
  header: Omit<AchFile, 'batches'> | undefined;
  #batch: OpenBatch | undefined;
  #isEnded = false;

  problem({ number }: { number: number }, message: string): void {
    this.problems.push({ line: number, message });
  }

  read(line: Line): void {
    const { text } = line;
    if (FILLER.test(text)) return;
    if (this.#isEnded) return this.problem(line, 'There is a record after the file control record.');
    switch (text[0]) {
      case '1':
        return this.#readHeader(line);
      case '5':
        return this.#openBatch(line);
      case '6':
        return this.#readEntry(line);
      case '7':
        return this.#readAddenda(line);
      case '8':
        return this.#closeBatch(line);
      case '9':
        return this.#readControl(line);
      default:
        return this.problem(line, `Records begin with 1, 5, 6, 7, 8 or 9; this one begins with "${text.slice(0, 1)}".`);
    }
  }

  /** Says what is missing at the end of the text. */
  end(line: Line): void {
    if (this.#batch) this.problem(line, 'The last batch has no control record (8).');
    if (!this.#isEnded) this.problem(line, 'The file has no file control record (9). It may be cut off.');
    if (!this.header) this.problem({ number: 1 }, 'The file has no header record (1).');
  }

  #readHeader(line: Line): void {
    const { text } = line;
    if (this.header) return this.problem(line, 'There is a second file header record.');
    const createdOn = dateOf(field(text, 24, 29));
    if (!createdOn) this.problem(line, 'The file creation date (columns 24 to 29) is not a date.');
    this.header = {
      destination: field(text, 4, 13).trim(),
      origin: field(text, 14, 23).trim(),
      createdOn: createdOn ?? ('' as CalendarDate),
      createdAt: field(text, 30, 33),
      modifier: field(text, 34, 34),
      destinationName: field(text, 41, 63).trim(),
      originName: field(text, 64, 86).trim(),
      reference: field(text, 87, 94).trim(),
    };
  }

  #openBatch(line: Line): void {
    const { text } = line;
    if (this.#batch) this.problem(line, 'A batch begins before the one before it has ended.');
    const sec = SEC_CODES.find((code) => code === field(text, 51, 53));
    if (!sec) this.problem(line, `Entries of the kind "${field(text, 51, 53)}" are not read.`);
    this.#batch = {
      companyName: field(text, 5, 20).trim(),
      companyData: field(text, 21, 40).trim(),
      companyId: field(text, 41, 50).trim(),
      sec: sec ?? 'CCD',
      description: field(text, 54, 63).trim(),
      effectiveOn: dateOf(field(text, 70, 75)),
      odfi: field(text, 80, 87),
      entries: [],
    };
    this.batches.push(this.#batch);
  }

  #readEntry(line: Line): void {
    const { text } = line;
    if (!this.#batch) return this.problem(line, 'An entry stands outside of a batch.');
    const amount = field(text, 30, 39);
    const trace = field(text, 80, 94);
    const routing = field(text, 4, 12);
    if (!/^\d{10}$/.test(amount)) this.problem(line, 'The amount (columns 30 to 39) is not a number.');
    if (!/^\d{15}$/.test(trace)) this.problem(line, 'The trace number (columns 80 to 94) is not a number.');
    if (!isRoutingNumber(routing))
      this.problem(line, 'The check digit of the routing number (columns 4 to 12) is wrong.');
    const isCtx = this.#batch.sec === 'CTX';
    this.#batch.entries.push({
      code: field(text, 2, 3),
      routing,
      account: field(text, 13, 29).trim(),
      cents: fromCents(/^\d{10}$/.test(amount) ? Number(amount) : 0),
      id: field(text, 40, 54).trim(),
      name: (isCtx ? field(text, 59, 74) : field(text, 55, 76)).trim(),
      discretionary: field(text, 77, 78).trim(),
      addenda: [],
      trace,
      expects: field(text, 79, 79) === '1',
      line: line.number,
    });
  }

  #readAddenda(line: Line): void {
    const { text } = line;
    const entry = this.#batch?.entries.at(-1);
    if (!entry) return this.problem(line, 'An addenda record has no entry before it.');
    const kind = field(text, 2, 3);
    if (kind === '05') entry.addenda.push({ kind: 'text', text: field(text, 4, 83).trimEnd() });
    else if (kind === '99')
      entry.addenda.push({
        kind: 'return',
        code: field(text, 4, 6),
        originalTrace: field(text, 7, 21),
        originalRdfi: field(text, 28, 35),
        information: field(text, 36, 79).trim(),
      });
    else if (kind === '98')
      entry.addenda.push({
        kind: 'change',
        code: field(text, 4, 6),
        originalTrace: field(text, 7, 21),
        originalRdfi: field(text, 28, 35),
        corrected: field(text, 36, 64).trimEnd(),
      });
    else this.problem(line, `Addenda records of the type "${kind}" are not read.`);
  }

  #closeBatch(line: Line): void {
    const { text } = line;
    const batch = this.#batch;
    this.#batch = undefined;
    if (!batch) return this.problem(line, 'A batch control record has no batch before it.');
    for (const entry of batch.entries)
      if (entry.expects !== entry.addenda.length > 0)
        this.problem({ number: entry.line }, 'The entry says whether addenda follow, and it is not so.');
    this.#compare(line, batch.entries, {
      records: field(text, 5, 10),
      hash: field(text, 11, 20),
      debits: field(text, 21, 32),
      credits: field(text, 33, 44),
      what: 'batch',
    });
  }

  #compare(
    line: Line,
    entries: readonly AchEntry[],
    said: { records: string; hash: string; debits: string; credits: string; what: string },
    hash = entryHash(entries.map(({ routing }) => routing.slice(0, 8))),
  ): void {
    const { debits, credits, records } = achTotals(entries);
    const checks: [string, boolean][] = [
      [
        `The ${said.what} control counts ${Number(said.records)} records; there are ${records}.`,
        Number(said.records) === records,
      ],
      [`The entry hash of the ${said.what} is ${said.hash}; the entries add up to ${hash}.`, said.hash === hash],
      [`The debits of the ${said.what} do not add up to its control record.`, Number(said.debits) === debits],
      [`The credits of the ${said.what} do not add up to its control record.`, Number(said.credits) === credits],
    ];
    for (const [message, holds] of checks) if (!holds) this.problem(line, message);
  }

  #readControl(line: Line): void {
    const { text } = line;
    this.#isEnded = true;
    const entries = this.batches.flatMap((batch) => batch.entries);
    if (Number(field(text, 2, 7)) !== this.batches.length)
      this.problem(
        line,
        `The file control counts ${Number(field(text, 2, 7))} batches; there are ${this.batches.length}.`,
      );
    this.#compare(
      line,
      entries,
      {
        records: field(text, 14, 21),
        hash: field(text, 22, 31),
        debits: field(text, 32, 43),
        credits: field(text, 44, 55),
        what: 'file',
      },
      entryHash(this.batches.map((batch) => entryHash(batch.entries.map(({ routing }) => routing.slice(0, 8))))),
    );
  }
}

/** Records, with or without line ends; a line whose trailing spaces were cut off is filled up. */
function linesOf(text: string): Line[] {
  // A file without line ends may still end with one, or with the end mark of a mainframe.
  const records = text.replaceAll('\u001a', '').replace(/[\r\n]+$/, '');
  const hasLines = /[\r\n]/.test(records) || records.length <= RECORD;
  const parts = hasLines ? records.split(/\r\n|\r|\n/) : (records.match(/.{1,94}/gs) ?? []);
  return parts.flatMap((part, index) => (part.trim() === '' ? [] : [{ text: part.padEnd(RECORD), number: index + 1 }]));
}

/**
 * Reads a file of entries, returns or notifications of change. A file with problems is not to be used: the problems say
 * where it differs from its own control records.
 */
export function readAchFile(text: string): { file: AchFile | undefined; problems: readonly AchProblem[] } {
  const lines = linesOf(text.replace(/^\uFEFF/, ''));
  const last = lines.at(-1);
  if (!last || lines[0]?.text[0] !== '1')
    return {
      file: undefined,
      problems: [{ line: 1, message: 'This is not an ACH file: its first record begins with 1.' }],
    };
  const reader = new Reader();
  for (const line of lines) {
    if (line.text.length > RECORD) reader.problem(line, `The record has ${line.text.length} characters, not 94.`);
    else reader.read(line);
  }
  reader.end(last);
  const batches = reader.batches.map(({ entries, ...batch }) => ({
    ...batch,
    entries: entries.map(({ expects: _expects, line: _line, ...entry }) => entry),
  }));
  return { file: reader.header && { ...reader.header, batches }, problems: reader.problems };
}
