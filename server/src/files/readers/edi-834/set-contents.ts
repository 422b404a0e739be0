import { createHash, type Hash } from 'node:crypto';
import { breathe } from '../../queue/breathe.ts';
import type { ByteSource } from '../byte-source.ts';
import { openEdi834 } from './edi-834.ts';
import { LOOKED_AT_AFTER, nextInterchange } from './after.ts';
import { foreignGuide, foreignSet } from './foreign.ts';
import { readInterchangeHeader } from './interchange.ts';

/**
 * A digest of what stands in each ST..SE of an 834 that is read, in file order. It may tell a person's number to
 * whoever tries all: it is compared and never stored.
 */
type SetContents = (string | undefined)[];

const PIECE = 64 * 1024;
/** An ISA that is not whole at the end of a piece waits for the next; the longest has less. */
const WHOLE_HEADER = 1000;
const ELEMENT = '\u001d';
const SEGMENT = '\u001e';

/** Text of the file as far as it was read, given out segment by segment. */
class Segments {
  private readonly source: ByteSource;
  private readonly piece = Buffer.alloc(PIECE);
  private text = '';
  private at = 0;
  private ended = false;
  private element = '';
  private terminator = '';
  private filler = 0;
  /** Behind an interchange, where other text may stand. */
  private isOutside = false;

  constructor(source: ByteSource) {
    this.source = source;
  }

  private async more(): Promise<void> {
    await breathe();
    const count = this.source.read(this.piece, 0);
    this.ended = count === 0;
    this.text = this.text.slice(this.at) + this.piece.toString('latin1', 0, count);
    this.at = 0;
  }

  /**
   * The next segment's elements, or nothing at the end. Blanks and line ends around it are none of it, and separators
   * are those of its interchange.
   */
  async next(): Promise<string[] | undefined> {
    while (this.isOutside && this.text.length - this.at < LOOKED_AT_AFTER && !this.ended) await this.more();
    for (;;) {
      while (
        this.at < this.text.length &&
        (this.text.charCodeAt(this.at) <= 32 || this.text.charCodeAt(this.at) === this.filler)
      )
        this.at++;
      if (this.isOutside && !this.text.startsWith('ISA', this.at)) {
        const next = nextInterchange(this.text.slice(this.at, this.at + LOOKED_AT_AFTER));
        if (next < 0) return undefined;
        this.at += next;
      }
      const isHeader = this.isOutside || this.text.startsWith('ISA', this.at) || this.terminator === '';
      if (isHeader && this.text.length - this.at < WHOLE_HEADER && !this.ended) {
        await this.more();
        continue;
      }
      if (this.at >= this.text.length && this.ended) return undefined;
      if (isHeader) return this.header();
      const end = this.text.indexOf(this.terminator, this.at);
      if (end < 0 && !this.ended) {
        await this.more();
        continue;
      }
      const segment = this.text.slice(this.at, end < 0 ? undefined : end).trim();
      this.at = end < 0 ? this.text.length : end + 1;
      if (segment === '') continue;
      const elements = segment.split(this.element);
      this.isOutside = elements[0]?.toUpperCase() === 'IEA';
      return elements;
    }
  }

  private header(): string[] {
    const bytes = Buffer.from(this.text.slice(this.at, this.at + 2 * WHOLE_HEADER), 'latin1');
    const start = Math.max(0, bytes.indexOf('ISA'));
    const { elements, next, elementSeparator, segmentTerminator, filler } = readInterchangeHeader(
      bytes,
      start,
      bytes.length,
    );
    [this.element, this.terminator] = [String.fromCharCode(elementSeparator), String.fromCharCode(segmentTerminator)];
    this.filler = filler;
    this.isOutside = false;
    this.at += next;
    return elements;
  }
}

/**
 * What stands in each set of an 834 that was read before, whatever ends its lines and separates its elements. It is
 * asked only of files whose numbers came before, so that the reader, which every file passes, has no work for it.
 */
export async function contentOfSets(path: string): Promise<SetContents> {
  const { source } = openEdi834(path);
  const contents: SetContents = [];
  try {
    const segments = new Segments(source);
    let set: Hash | undefined;
    let guide = '';
    for (let segment = await segments.next(); segment !== undefined; segment = await segments.next()) {
      const [name = ''] = segment;
      if (name.toUpperCase() === 'GS') guide = segment[8] ?? '';
      if (name.toUpperCase() === 'ST' && !foreignGuide(guide) && !foreignSet(segment[1] ?? '', segment[3] || guide))
        set = createHash('sha256');
      set?.update(segment.join(ELEMENT) + SEGMENT, 'latin1');
      if (name.toUpperCase() === 'SE' && set !== undefined) {
        contents.push(set.digest('hex'));
        set = undefined;
      }
    }
  } finally {
    source.close();
  }
  return contents;
}
