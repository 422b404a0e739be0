/** The method behind `toString('latin1', from, to)`, without its checks: it is called many times for a file. */
export type Latin1Buffer = Buffer & { latin1Slice(from: number, to: number): string };

/** Bytes that are made a text at once. A text that is kept keeps those around it in memory. */
const AT_ONCE = 64 * 1024;

/**
 * Texts of a buffer that is read front to back. Each is a part of a longer one, of some hundred members: making one of
 * each takes twice as long.
 */
export class BufferTexts {
  private readonly bytes: Latin1Buffer;
  private text = '';
  private start = 0;
  private end = 0;

  constructor(bytes: Latin1Buffer) {
    this.bytes = bytes;
  }

  /** Other bytes lie in the buffer now. */
  moved(): void {
    this.end = 0;
  }

  /** The characters (ISO 8859-1) from `start` to `end`; `last` is where the buffer's bytes end. */
  between(start: number, end: number, last: number): string {
    if (start < this.start || end > this.end) {
      this.start = start;
      this.end = Math.max(end, Math.min(last, start + AT_ONCE));
      this.text = this.bytes.latin1Slice(start, this.end);
    }
    return this.text.substring(start - this.start, end - this.start);
  }
}
