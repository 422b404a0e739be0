import { fileMessage, fileText } from '@openbenefits/domain/files/messages/file-message';
import { Refusal } from '@openbenefits/domain/refusal';
import type { ByteSource } from '../byte-source.ts';
import { isNoData, LOOKED_AT_AFTER, nextInterchange } from './after.ts';
import { BufferTexts, type Latin1Buffer } from './buffer-texts.ts';
import { Envelopes } from './envelope.ts';
import { readInterchangeHeader } from './interchange.ts';
import { isHeader } from './start.ts';
import { StraySeparators } from './strays.ts';
import { EnvelopeRefusal } from '../envelope-refusal.ts';
import { FieldText, hasHighCharacter } from '../field-text.ts';
import { READER_LIMITS } from '../limits.ts';
import type { RecordSink } from '../record-sink.ts';

/** INS, with which a member begins. */
const [LETTER_I, LETTER_N, LETTER_S, LETTER_A] = [0x49, 0x4e, 0x53, 0x41];
/** More than an interchange header and the name of the segment behind it have. */
const HEADER_ROOM = 1100;

/** The end of a functional group or an interchange at the beginning of a line. */
const TRAILER = /^(?:GE|IEA)[^A-Z0-9]/;

/**
 * A byte state machine over one reused buffer. Bytes are looked at once: a segment's element bounds go into a small
 * integer array. What is unfinished at the end of the buffer moves to its front. What a segment means is said by
 * whoever extends it.
 */
export abstract class Segments834 {
  protected readonly source: ByteSource;
  protected readonly sink: RecordSink;
  protected readonly envelopes: Envelopes;
  protected readonly fields = new FieldText();
  /** One byte more than is read into: a terminator behind the last byte spares the scan a question for each. */
  protected readonly bytes = Buffer.allocUnsafeSlow(READER_LIMITS.ediBuffer + 1) as Latin1Buffer;
  private readonly room = this.bytes.subarray(0, READER_LIMITS.ediBuffer);
  protected readonly bounds = new Int32Array(READER_LIMITS.ediElements + 2);
  protected end = 0;
  protected position = 0;
  /** Where the open member's loop begins in the buffer, or -1. */
  protected loopStart = -1;
  protected elementSeparator = -1;
  protected segmentTerminator = -1;
  /** The second character of a terminator of two, or 0. */
  protected filler = 0;
  protected segments = 0;
  /** The ISA that is open, as it was sent. */
  protected interchangeHead = '';
  protected readonly strays = new StraySeparators(this.bytes);
  protected readonly texts = new BufferTexts(this.bytes);
  private sawSegments = false;
  protected trailingSeparators = 0;
  protected emptySegments = 0;

  constructor(source: ByteSource, sink: RecordSink) {
    this.source = source;
    this.sink = sink;
    this.envelopes = new Envelopes(sink);
  }

  /** Takes the segment of `count` elements after its id that begins at `start`; `high` and `low` as in MemberLoop. */
  protected abstract segment(start: number, count: number, high: number, low: number): void;

  /**
   * Takes the member that begins at `start` as a whole, where its form is known; where the segment behind it begins, or
   * 0.
   */
  protected abstract formed(start: number): number;

  /** Ends the open member, behind which `end` is the next segment. */
  protected abstract closeMember(end: number): void;

  /** Takes all segments of the file. */
  protected async takeSegments(): Promise<void> {
    for (let ended = false; !ended;) {
      ended = this.fill() === 0;
      if (this.segments === 0 && !this.sawSegments) this.skipByteOrderMark();
      while (this.scan(ended)) await this.sink.flush();
      this.sink.bytesRead = this.source.bytesRead;
    }
  }

  /** Moves what is unfinished to the front and reads on behind it; how many bytes came. */
  private fill(): number {
    const keepFrom = this.loopStart >= 0 ? this.loopStart : this.position;
    if (keepFrom > 0) {
      this.bytes.copyWithin(0, keepFrom, this.end);
      this.end -= keepFrom;
      this.position -= keepFrom;
      if (this.loopStart >= 0) this.loopStart = 0;
    }
    if (this.end === READER_LIMITS.ediBuffer) {
      const code = this.loopStart >= 0 ? 'member_too_long' : 'segment_too_long';
      throw new Refusal('limit', fileText(code, { segment: this.segments }));
    }
    this.strays.moved();
    this.texts.moved();
    let came = 0;
    while (this.end < READER_LIMITS.ediBuffer) {
      const count = this.source.read(this.room, this.end);
      if (count === 0) break;
      came += count;
      this.end += count;
    }
    return came;
  }

  private skipByteOrderMark(): void {
    this.sawSegments = true;
    if (this.bytes[0] === 0xef && this.bytes[1] === 0xbb && this.bytes[2] === 0xbf) {
      this.position = 3;
      this.sink.remark('byte_order_mark', fileMessage('byte_order_mark'));
    }
  }

  /** Takes segments until the bytes or the batch are used up; true when the batch is full and more may follow. */
  private scan(ended: boolean): boolean {
    const { bytes, bounds, end } = this;
    let { filler } = this;
    const most = READER_LIMITS.ediElements;
    for (;;) {
      let at = this.position;
      while (at < end && ((bytes[at] as number) <= 32 || bytes[at] === filler)) at++;
      this.position = at;
      if (at === end) return false;
      if (this.envelopes.depth === 'outside') {
        if (!this.openInterchange(ended)) return false;
        ({ filler } = this);
        continue;
      }
      const elementSeparator = this.elementSeparator;
      const segmentTerminator = this.segmentTerminator;
      bytes[end] = segmentTerminator;
      if (bytes[at] === LETTER_I && bytes[at + 1] === LETTER_N && bytes[at + 2] === LETTER_S) {
        const next = this.formed(at);
        if (next > 0) {
          this.position = next;
          if (this.sink.full) return true;
          continue;
        }
      } else if (bytes[at] === LETTER_I && bytes[at + 1] === LETTER_S && bytes[at + 2] === LETTER_A) {
        if (!ended && end - at < HEADER_ROOM) return false;
        if (bytes[at + 3] === elementSeparator || isHeader(bytes.latin1Slice(at, Math.min(end, at + HEADER_ROOM)), 0)) {
          this.closeMember(at);
          this.envelopes.beginsAnew(this.segments + 1);
          continue;
        }
      }
      let high = 0;
      let low = 0;
      let count = 0;
      bounds[0] = at;
      for (let byte = bytes[at] as number; byte !== segmentTerminator; byte = bytes[++at] as number) {
        high |= byte;
        low |= byte - 32;
        if (byte === elementSeparator && count < most) bounds[++count] = at + 1;
      }
      if (at === end) {
        if (!ended) return false;
        if (this.endsInLines()) continue;
      }
      bounds[count + 1] = at + 1;
      const start = this.position;
      if (at > start) this.segment(start, count, high, low);
      else this.emptySegments++;
      this.position = at < end ? at + 1 : end;
      if (this.loopStart === start && this.sink.full) return true;
    }
  }

  /**
   * Programs that write the end of a file by themselves forget the terminator there: a line that begins with GE or IEA
   * is a segment. Puts it where it belongs; true where it was missing.
   */
  private endsInLines(): boolean {
    const { bytes, end } = this;
    let found = false;
    for (let at = bytes.indexOf(10, this.position); at >= 0 && at < end; at = bytes.indexOf(10, at + 1)) {
      const next = bytes.latin1Slice(at + 1, Math.min(at + 5, end));
      if (!TRAILER.test(next) || bytes[at + 1 + next.search(/[^A-Z]/)] !== this.elementSeparator) continue;
      bytes[at] = this.segmentTerminator;
      found = true;
    }
    if (found) this.sink.remark('trailer_lines', fileMessage('terminator_is_line_end'), this.segments + 1);
    return found;
  }

  protected elements(count: number): string[] {
    const elements: string[] = [];
    for (let index = 0; index <= count; index++) {
      const text = this.bytes.latin1Slice(this.bounds[index] as number, (this.bounds[index + 1] as number) - 1).trim();
      elements.push(hasHighCharacter(text) ? this.fields.decode(text) : text);
    }
    return elements;
  }

  /** A segment's name in small letters is raised where it stands, so that it is known from here on. */
  protected raiseId(start: number, length: number): void {
    for (let at = start; at < start + Math.min(length, 3); at++)
      if ((this.bytes[at] as number) >= 97 && (this.bytes[at] as number) <= 122)
        this.bytes[at] = (this.bytes[at] as number) - 32;
    this.sink.remark('lower_case_ids', fileMessage('segment_names_lowercase'), this.segments + 1);
  }

  private openInterchange(ended: boolean): boolean {
    const { bytes, position, end } = this;
    if (end - position < 1000 && !ended) return false;
    if (bytes[position] === 0x1a || bytes[position] === 0) {
      this.position++;
      return true;
    }
    // A second terminator behind the last segment.
    if (this.segments > 0 && bytes[position] === this.segmentTerminator) {
      this.emptySegments++;
      this.position++;
      return true;
    }
    if (bytes.toString('latin1', position, position + 3) !== 'ISA') {
      if (this.segments > 0) return this.passOver(ended);
      throw new Refusal('invalid', fileText('isa_missing'));
    }
    const interchange = readInterchangeHeader(bytes, position, end);
    this.interchangeHead = bytes.latin1Slice(position, interchange.next);
    this.elementSeparator = interchange.elementSeparator;
    this.segmentTerminator = interchange.segmentTerminator;
    this.filler = interchange.filler;
    if (interchange.filler !== 0)
      this.sink.remark('two_terminators', fileMessage('terminator_two_characters'), this.segments + 1);
    this.segments++;
    this.envelopes.openInterchange(interchange, this.segments);
    if (this.envelopes.received.separators)
      this.strays.begin(this.envelopes.received.separators, this.elementSeparator, this.segmentTerminator);
    this.position = interchange.next;
    return true;
  }

  /** Text behind an interchange, up to the next or the end of the file. */
  private passOver(ended: boolean): boolean {
    const { bytes, position, end } = this;
    if (!ended && end - position < LOOKED_AT_AFTER) return false;
    const text = bytes.toString('latin1', position, Math.min(end, position + LOOKED_AT_AFTER));
    const next = nextInterchange(text);
    if (!isNoData(next < 0 ? text : text.slice(0, next), this.elementSeparator))
      throw new EnvelopeRefusal(fileText('text_after_iea'), '024');
    this.sink.remark('text_after', fileMessage('text_after_iea_ignored'), this.segments);
    this.position = next < 0 ? end : position + next;
    return true;
  }
}
