import { shown } from '@openbenefits/domain/files/shown-value';
import { memberFindings } from '@openbenefits/domain/files/edi-834/member-syntax';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { Refusal } from '@openbenefits/domain/refusal';
import { isWrapped, openFile, openUnwrapped, openUtf16, type ByteSource } from './byte-source.ts';
import { Envelopes, endsInTheMiddle } from './edi-834-envelope.ts';
import { SetHeader } from './edi-834-header.ts';
import { readInterchangeHeader } from './edi-834-interchange.ts';
import { MemberRecords } from './edi-834-record.ts';
import { idOf } from './edi-834-codes.ts';
import { MemberSegments } from './edi-834-segments.ts';
import { EnvelopeRefusal } from './envelope-refusal.ts';
import { FieldText, hasHighCharacter } from './field-text.ts';
import { READER_LIMITS } from './limits.ts';
import type { ReaderInput } from './reader.ts';
import type { RecordSink } from './record-sink.ts';
import { unicodeOf } from './sniff.ts';

const INS = idOf('INS');
const ISA = idOf('ISA');
const GS = idOf('GS');
const ST = idOf('ST');
const SE = idOf('SE');
const GE = idOf('GE');
const IEA = idOf('IEA');
const TA1 = idOf('TA1');
/** Shapes remembered; a file of people has a few dozen. */
const MOST_SHAPES = 20_000;

/** The method behind `toString('latin1', from, to)`, without its checks: it is called once for every member of a file. */
type Latin1Buffer = Buffer & { latin1Slice(from: number, to: number): string };

/** The bytes of an 834 as they are meant: not UTF-16, and without lines that break anywhere. */
export function openEdi834(path: string): { source: ByteSource; unicode: ReturnType<typeof unicodeOf>; wrapped: boolean } {
  const unicode = unicodeOf(path);
  const wrapped = !unicode && isWrapped(path);
  return { source: unicode ? openUtf16(path, unicode) : wrapped ? openUnwrapped(path) : openFile(path), unicode, wrapped };
}

/** Reads an X12 834 (005010X220A1). See edi-834-interchange.ts for the separators and domain rules 4.1 for what the segments mean. */
export async function readEdi834(input: ReaderInput, sink: RecordSink): Promise<void> {
  const { source, unicode, wrapped } = openEdi834(input.path);
  try {
    await new Edi834(source, sink, input.mapping).readAll();
    if (wrapped) sink.remark('wrapped', 'Lines of one length break inside the segments; they were put together');
    if (unicode) {
      sink.facts.encoding = unicode;
      sink.remark('encoding', 'The file is in UTF-16');
    }
  } finally {
    source.close();
  }
}

/** A family number that is none: it is missing, or the dependent's own. */
const isOwnNumber = ({ familyKey, ssn, carrierMemberId }: EnrollmentRecord): boolean => familyKey === undefined || familyKey.replaceAll('-', '') === ssn || familyKey === carrierMemberId;

/**
 * A byte state machine over one reused buffer. Bytes are looked at once: a segment's element bounds go into a small integer array, the
 * member's fields are kept as offsets, and a loop is decoded when it ends. What is unfinished at the end of the buffer moves to its front.
 */
class Edi834 {
  private readonly source: ByteSource;
  private readonly sink: RecordSink;
  private readonly envelopes: Envelopes;
  private readonly header: SetHeader;
  private readonly fields = new FieldText();
  private readonly records: MemberRecords;
  /** One byte more than is read into: a terminator behind the last byte spares the scan a question for each. */
  private readonly bytes = Buffer.allocUnsafeSlow(READER_LIMITS.ediBuffer + 1) as Latin1Buffer;
  private readonly room = this.bytes.subarray(0, READER_LIMITS.ediBuffer);
  private readonly bounds = new Int32Array(READER_LIMITS.ediElements + 2);
  private readonly members = new MemberSegments(this.bytes, this.bounds);
  private end = 0;
  private position = 0;
  /** Where the open member's loop begins in the buffer, or -1. */
  private loopStart = -1;
  private elementSeparator = -1;
  private segmentTerminator = -1;
  private segments = 0;
  private sawSegments = false;
  private headIsOpen = true;
  private setHeadIsOpen = false;
  /** Of the open member, as in MemberLoop. */
  private high = 0;
  private low = 0;
  private trailingSeparators = 0;
  private emptySegments = 0;
  private changesInFull = 0;
  /** Shapes of members in which nothing breaks the syntax. */
  private readonly cleanShapes = new Set<number>();

  /** Whether dependents whose family number is their own belong to the subscriber before them; and that one's. */
  private readonly familyByPlace: boolean;
  private familyAbove: string | undefined;

  constructor(source: ByteSource, sink: RecordSink, { familyByPlace, endDayNotCovered }: ReaderInput['mapping']) {
    this.familyByPlace = familyByPlace;
    this.records = new MemberRecords(this.fields, endDayNotCovered);
    this.source = source;
    this.sink = sink;
    this.envelopes = new Envelopes(sink);
    this.header = new SetHeader(this.envelopes, sink);
  }

  /** Reads to the end. A file that is refused leaves in the facts what was understood of its envelope, for its acknowledgement. */
  async readAll(): Promise<void> {
    try {
      await this.read();
    } catch (error) {
      if (error instanceof EnvelopeRefusal) {
        if (error.heard) this.envelopes.damagedHeader(error.heard);
        this.envelopes.received.refuse(error.note);
      } else if (error instanceof Refusal) this.envelopes.received.refuse(undefined);
      throw error;
    }
  }

  private async read(): Promise<void> {
    for (let ended = false; !ended;) {
      ended = this.fill() === 0;
      if (this.segments === 0 && !this.sawSegments) this.skipByteOrderMark();
      while (this.scan(ended)) await this.sink.flush();
      this.sink.bytesRead = this.source.bytesRead;
    }
    if (this.envelopes.depth !== 'outside') throw endsInTheMiddle(this.envelopes.depth);
    if (this.segments === 0) throw new Refusal('invalid', 'The file is empty.');
    if (this.sink.facts.records === 0) this.sink.remark('no_members', 'The file holds no members');
    if (this.trailingSeparators > 0)
      this.sink.remark('trailing_separators', 'Segments end with empty elements, which the guide forbids', undefined, this.trailingSeparators);
    if (this.emptySegments > 0) this.sink.remark('empty_segment', 'Segment terminators without a segment between them', undefined, this.emptySegments);
    if (this.changesInFull > 0)
      this.sink.remark('full_with_changes', 'The file calls itself full, yet members come as additions, changes or terminations', undefined, this.changesInFull);
    this.sink.facts.encoding = this.fields.encoding;
    if (this.fields.encoding !== 'ascii')
      this.sink.remark('encoding', `Letters outside ASCII were read as ${this.fields.encoding === 'utf-8' ? 'UTF-8' : 'Windows-1252'}`);
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
      const what = this.loopStart >= 0 ? "A single member's record" : 'A single segment';
      throw new Refusal(
        'limit',
        `${what} is longer than 1 MB (near segment ${this.segments}): the file is damaged, or its separators are.`,
      );
    }
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
      this.sink.remark('byte_order_mark', 'The file begins with a byte order mark (UTF-8)');
    }
  }

  /** Takes segments until the bytes or the batch are used up; true when the batch is full and more may follow. */
  private scan(ended: boolean): boolean {
    const { bytes, bounds, end } = this;
    const most = READER_LIMITS.ediElements;
    for (;;) {
      let at = this.position;
      while (at < end && (bytes[at] as number) <= 32) at++;
      this.position = at;
      if (at === end) return false;
      if (this.envelopes.depth === 'outside') {
        if (!this.openInterchange(ended)) return false;
        continue;
      }
      const elementSeparator = this.elementSeparator;
      const segmentTerminator = this.segmentTerminator;
      let high = 0;
      let low = 0;
      let count = 0;
      bounds[0] = at;
      bytes[end] = segmentTerminator;
      for (let byte = bytes[at] as number; byte !== segmentTerminator; byte = bytes[++at] as number) {
        high |= byte;
        low |= byte - 32;
        if (byte === elementSeparator && count < most) bounds[++count] = at + 1;
      }
      if (at === end && !ended) return false;
      bounds[count + 1] = at + 1;
      const start = this.position;
      if (at > start) this.segment(start, count, high, low);
      else this.emptySegments++;
      this.position = at < end ? at + 1 : end;
      if (this.loopStart === start && this.sink.full) return true;
    }
  }

  private segment(start: number, count: number, high: number, low: number): void {
    const { bytes, bounds } = this;
    const idLength = (bounds[1] as number) - 1 - start;
    if ((bytes[start] as number) >= 97) this.raiseId(start, idLength);
    const id =
      idLength === 3 || idLength === 2
        ? ((bytes[start] as number) << 16) | ((bytes[start + 1] as number) << 8) | (idLength === 3 ? (bytes[start + 2] as number) : 0)
        : 0;
    this.segments++;
    if (count > 0 && bounds[count] === (bounds[count + 1] as number) - 1) this.trailingSeparators++;
    if (this.envelopes.depth === 'set') {
      if (id === INS) {
        this.closeMember(start);
        this.loopStart = start;
        this.high = high;
        this.low = low;
        this.members.start(count, start, this.segments, this.segments - this.envelopes.setStart + 1);
        if (this.headIsOpen) this.closeHead(start);
        if (this.setHeadIsOpen) this.closeSetHead();
        return;
      }
      if (id !== SE && id !== ST && id !== GE && id !== GS && id !== IEA && id !== ISA) {
        if (this.loopStart >= 0) {
          this.high |= high;
          this.low |= low;
          this.members.take(id, count, this.loopStart);
        } else this.header.take(id, this.elements(count), this.segments);
        return;
      }
      this.closeMember(start);
    }
    this.control(id, count);
  }

  /** A segment's name in small letters is raised where it stands, so that it is known from here on. */
  private raiseId(start: number, length: number): void {
    for (let at = start; at < start + Math.min(length, 3); at++) if ((this.bytes[at] as number) >= 97 && (this.bytes[at] as number) <= 122) this.bytes[at] = (this.bytes[at] as number) - 32;
    this.sink.remark('lower_case_ids', 'Names of segments are written in small letters', this.segments + 1);
  }

  private control(id: number, count: number): void {
    const { envelopes, segments } = this;
    const elements = this.elements(count);
    if (id === GS) envelopes.openGroup(elements, segments);
    else if (id === ST) {
      this.setHeadIsOpen = true;
      this.header.begin();
      this.familyAbove = undefined;
      envelopes.openSet(elements, segments);
    } else if (id === SE) {
      if (this.setHeadIsOpen) this.closeSetHead();
      envelopes.closeSet(elements, segments);
    } else if (id === GE) envelopes.closeGroup(elements, segments);
    else if (id === IEA) envelopes.closeInterchange(elements, segments);
    else if (id === ISA) throw endsInTheMiddle(envelopes.depth);
    else if (id !== TA1) {
      throw new EnvelopeRefusal(`Segment ${segments} ("${shown((elements[0] ?? '').slice(0, 10))}") stands where the envelope allows only GS, ST or its end.`, '022');
    }
  }

  private elements(count: number): string[] {
    const elements: string[] = [];
    for (let index = 0; index <= count; index++) {
      const text = this.bytes.latin1Slice(this.bounds[index] as number, (this.bounds[index + 1] as number) - 1).trim();
      elements.push(hasHighCharacter(text) ? this.fields.decode(text) : text);
    }
    return elements;
  }

  private openInterchange(ended: boolean): boolean {
    const { bytes, position, end } = this;
    if (end - position < 1000 && !ended) return false;
    if (bytes[position] === 0x1a || bytes[position] === 0) {
      this.position++;
      return true;
    }
    if (bytes.toString('latin1', position, position + 3) !== 'ISA') {
      if (this.segments > 0)
        throw new EnvelopeRefusal('Text stands after the end of the interchange (IEA) that is not a new one. Nothing was read; please ask for the whole file.', '024');
      throw new Refusal(
        'invalid',
        'The file does not begin with an interchange header (ISA), so its separators and its sender are not known.',
      );
    }
    const interchange = readInterchangeHeader(bytes, position, end);
    this.elementSeparator = interchange.elementSeparator;
    this.segmentTerminator = interchange.segmentTerminator;
    this.segments++;
    this.envelopes.openInterchange(interchange, this.segments);
    this.position = interchange.next;
    return true;
  }

  private closeMember(end: number): void {
    if (this.loopStart < 0) return;
    const { loop } = this.members;
    loop.high = this.high;
    loop.low = this.low;
    const raw = this.bytes.latin1Slice(this.loopStart, end);
    this.loopStart = -1;
    const { envelopes } = this;
    const record = this.records.build(loop, raw, this.sink.nextRecordNo, envelopes.set);
    envelopes.member(record.isSubscriber);
    if (this.familyByPlace) {
      if (record.isSubscriber) this.familyAbove = record.familyKey;
      else if (this.familyAbove !== undefined && isOwnNumber(record)) {
        record.familyKey = this.familyAbove;
        record.familyByPlace = true;
      }
    }
    if (record.action !== 'compare' && this.sink.facts.mode === 'full') this.changesInFull++;
    this.sink.add(record);
    const isPlain = !loop.odd && record.problems.length === 0 && record.warnings.length === 0;
    if (isPlain && this.cleanShapes.has(loop.shape)) return;
    if (this.lookClosely(record) > 0 || !isPlain) return;
    if (this.cleanShapes.size >= MOST_SHAPES) this.cleanShapes.clear();
    this.cleanShapes.add(loop.shape);
  }

  /**
   * What in the open record breaks the guide, for the acknowledgement: for records in which something was noticed, and for the first of every shape. Returns how
   * much it is; once so much is kept that more is of no use, nothing is looked for.
   */
  private lookClosely({ raw, setPosition = 0, firstName, lastName, familyKey }: EnrollmentRecord): number {
    if (!this.envelopes.received.wantsFindings) return 0;
    const [element, terminator] = [String.fromCharCode(this.elementSeparator), String.fromCharCode(this.segmentTerminator)];
    const segments = raw.split(terminator).filter((text) => text.trim() !== '').map((text) => text.split(element).map((value) => value.trim()));
    const person = [firstName, lastName].filter(Boolean).join(' ');
    const subscriber = familyKey !== undefined && familyKey.replace(/\D/g, '').length !== 9 ? { subscriber: familyKey } : {};
    const found = memberFindings(segments, setPosition);
    for (const finding of found) this.envelopes.received.finding({ ...finding, ...(person && { person }), ...subscriber });
    return found.length;
  }

  private closeSetHead(): void {
    this.setHeadIsOpen = false;
    this.envelopes.endHeader(this.segments);
  }

  private closeHead(end: number): void {
    this.headIsOpen = false;
    this.sink.facts.head = this.bytes.toString('latin1', 0, Math.min(end, READER_LIMITS.head));
  }
}
