const QUOTE = 34;
const BLANK = 32;
const BACKSLASH = 92;
const LINE_ENDS: ReadonlySet<number | undefined> = new Set([10, 13]);
/**
 * Stands for a quotation mark that is a letter of its cell and not around it. Nobody types it, and it is one byte like
 * the mark, so that places in the file stay what they are.
 */
const LITERAL = 1;
const LITERAL_TEXT = '\u0001';
/** How far behind a quotation mark at the end of a line the next one is looked for. */
const LOOK_AHEAD = 4096;
/**
 * \" before a letter inside a cell: no cell of RFC 4180 goes on so, other programs (MySQL, those that write JSON) mean
 * a quotation mark by it.
 */
const ESCAPED = /\\"[^",;\t|\r\n]/;

export const escapesQuotes = (sample: string): boolean => ESCAPED.test(sample);

/**
 * Marks the quotation marks that stand inside a cell which does not begin with one: 5" pipe, ="00123". A parser would
 * refuse them, or look for the end of a cell that has none. So it does with one that is all there is in its cell:
 * people write it under a value that holds for the next row as well. Where a cell begins with a quotation mark
 * otherwise nothing is changed, so an open one is refused as ever.
 */
export class LooseQuotes {
  private readonly isBoundary = new Uint8Array(256);
  private readonly isEscaping: boolean;
  private isQuoted = false;
  /** The last byte that was no blank, or a line end where a cell begins. */
  private before = 10;
  /** The backslashes at the end of what came before. */
  private backslashes = 0;
  /** What waits for the bytes behind it. */
  private kept: Buffer | undefined;

  constructor(delimiter: string, isEscaping = false) {
    for (const byte of Buffer.from(`\r\n${delimiter}`, 'latin1')) this.isBoundary[byte] = 1;
    this.isEscaping = isEscaping;
  }

  /**
   * Marks a chunk in place; chunks come in the order of the file. What is given back may be less, and the rest of it
   * more with the next.
   */
  mark(next: Buffer, isLast = false): Buffer {
    const chunk = this.kept ? Buffer.concat([this.kept, next]) : next;
    this.kept = undefined;
    let end = chunk.length;
    for (let at = chunk.indexOf(QUOTE); at >= 0; at = chunk.indexOf(QUOTE, at + 1)) {
      if (this.isEscaping && this.isEscaped(chunk, at)) chunk[at] = LITERAL;
      else if (this.isQuoted) this.isQuoted = false;
      else if (this.isBoundary[this.lastBefore(chunk, at)] === 1) {
        const isAlone = this.isAlone(chunk, at, isLast);
        if (isAlone === undefined) {
          this.kept = Buffer.from(chunk.subarray(at));
          end = at;
          break;
        }
        if (isAlone) chunk[at] = LITERAL;
        else this.isQuoted = true;
      }
      // The second of two within quotation marks: the cell goes on.
      else if ((at > 0 ? chunk[at - 1] : this.before) === QUOTE) this.isQuoted = true;
      else chunk[at] = LITERAL;
    }
    this.before = this.lastBefore(chunk, end);
    this.backslashes = this.backslashesBefore(chunk, end);
    return end < chunk.length ? chunk.subarray(0, end) : chunk;
  }

  /** A cell with its quotation marks back. A spreadsheet's way to say that digits are a text, ="00123", is the text. */
  cell(text: string): string {
    if (!text.includes(LITERAL_TEXT)) return text;
    return withQuotes(this.isEscaping ? text.replaceAll(`\\${LITERAL_TEXT}`, LITERAL_TEXT) : text).replace(
      /^="(.*)"$/s,
      '$1',
    );
  }

  /**
   * Whether a quotation mark at the beginning of a cell is the whole cell: a separator or a line end follows, and the
   * next mark begins a cell, too. Undefined where that cannot be told yet.
   */
  private isAlone(chunk: Buffer, at: number, isLast: boolean): boolean | undefined {
    let place = at + 1;
    while (chunk[place] === BLANK) place++;
    if (place >= chunk.length) return isLast ? true : undefined;
    if (this.isBoundary[chunk[place] ?? 0] !== 1) return false;
    const isAtLineEnd = LINE_ENDS.has(chunk[place]);
    const limit = Math.min(chunk.length, place + LOOK_AHEAD);
    for (; place < limit; place++) {
      if (chunk[place] === QUOTE) return this.isBoundary[this.lastBefore(chunk, place)] === 1;
      if (!isAtLineEnd && LINE_ENDS.has(chunk[place])) return true;
    }
    return limit < chunk.length || isLast || chunk.length - at > LOOK_AHEAD ? true : undefined;
  }

  private isEscaped(chunk: Buffer, at: number): boolean {
    return this.backslashesBefore(chunk, at) % 2 === 1;
  }

  private backslashesBefore(chunk: Buffer, at: number): number {
    let index = at;
    while (index > 0 && chunk[index - 1] === BACKSLASH) index--;
    return at - index + (index === 0 ? this.backslashes : 0);
  }

  /** The last byte before a place that is no blank. */
  private lastBefore(chunk: Buffer, at: number): number {
    let index = at - 1;
    while (index >= 0 && chunk[index] === BLANK) index--;
    return index < 0 ? this.before : (chunk[index] ?? 0);
  }
}

/** A row with its quotation marks back. */
export const withQuotes = (text: string): string =>
  text.includes(LITERAL_TEXT) ? text.replaceAll(LITERAL_TEXT, '"') : text;
