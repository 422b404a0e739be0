const QUOTE = 34;
const BLANK = 32;
/** Stands for a quotation mark that is a letter of its cell and not around it. Nobody types it, and it is one byte like the mark, so that places in the file stay what they are. */
const LITERAL = 1;
const LITERAL_TEXT = '\u0001';

/**
 * Marks the quotation marks that stand inside a cell which does not begin with one: 5" pipe, ="00123". A parser would refuse them, or look for the end of a
 * cell that has none. Where a cell begins with a quotation mark nothing is changed, so an open one is refused as ever.
 */
export class LooseQuotes {
  private readonly isBoundary = new Uint8Array(256);
  private isQuoted = false;
  /** The last byte that was no blank, or a line end where a cell begins. */
  private before = 10;

  constructor(delimiter: string) {
    for (const byte of Buffer.from(`\r\n${delimiter}`, 'latin1')) this.isBoundary[byte] = 1;
  }

  /** Marks a chunk in place; chunks come in the order of the file. */
  mark(chunk: Buffer): Buffer {
    for (let at = chunk.indexOf(QUOTE); at >= 0; at = chunk.indexOf(QUOTE, at + 1)) {
      if (this.isQuoted) this.isQuoted = false;
      else if (this.isBoundary[this.lastBefore(chunk, at)] === 1) this.isQuoted = true;
      // The second of two within quotation marks: the cell goes on.
      else if ((at > 0 ? chunk[at - 1] : this.before) === QUOTE) this.isQuoted = true;
      else chunk[at] = LITERAL;
    }
    this.before = this.lastBefore(chunk, chunk.length);
    return chunk;
  }

  /** The last byte before a place that is no blank. */
  private lastBefore(chunk: Buffer, at: number): number {
    let index = at - 1;
    while (index >= 0 && chunk[index] === BLANK) index--;
    return index < 0 ? this.before : (chunk[index] ?? 0);
  }
}

/** A cell or a row with its quotation marks back. A spreadsheet's way to say that digits are a text, ="00123", is the text. */
export const withQuotes = (text: string): string => (text.includes(LITERAL_TEXT) ? text.replaceAll(LITERAL_TEXT, '"') : text);
export const cellWithQuotes = (cell: string): string => (cell.includes(LITERAL_TEXT) ? withQuotes(cell).replace(/^="(.*)"$/s, '$1') : cell);
