import { fileMessage, fileText, worded } from '@openbenefits/domain/files/messages/file-message';
import { shown } from '@openbenefits/domain/files/shown-value';
import { memberFindings } from '@openbenefits/domain/files/edi-834/member-syntax';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { Refusal } from '@openbenefits/domain/refusal';
import { ENCODED_TWICE } from '../field-text.ts';
import { isWrapped, openBytes, openFile, openUnwrapped, openUtf16, type ByteSource } from '../byte-source.ts';
import { Segments834 } from './bytes.ts';
import { endsInTheMiddle } from './envelope.ts';
import { inCapitals } from './capitals.ts';
import { SetHeader } from './header.ts';
import { FormRecords } from './form-records.ts';
import { MemberForms } from './forms.ts';
import { SetHeads } from './heads.ts';
import { idOf } from './codes.ts';
import { MemberSegments } from './segments.ts';
import { interchangeIn } from './start.ts';
import { EnvelopeRefusal } from '../envelope-refusal.ts';
import { inPlaceOf, readMendedMembers } from './mended-members.ts';
import type { Mends } from '../mends.ts';
import type { ReaderInput } from '../reader.ts';
import type { RecordSink } from '../record-sink.ts';
import { headOf, unicodeIn } from '../sniff.ts';

const INS = idOf('INS');
const GS = idOf('GS');
const ST = idOf('ST');
const SE = idOf('SE');
const GE = idOf('GE');
const IEA = idOf('IEA');
const TA1 = idOf('TA1');
const NM1 = idOf('NM1');
const HD = idOf('HD');
const REF = idOf('REF');
/** Segments of a set's header, and characters of each, that members are given back with. */
const MOST_HEADERS = 100;
const LONGEST_HEADER = 2000;
/** Shapes remembered; a file of people has a few dozen. */
const MOST_SHAPES = 20_000;

type Opened = {
  source: ByteSource;
  unicode: ReturnType<typeof unicodeIn>;
  wrapped: boolean;
  isSmall: boolean;
  /** Bytes before the interchange. */
  before: number;
};

/**
 * The bytes of an 834 as they are meant: not UTF-16, without lines that break anywhere, in capitals, and from its
 * interchange header on.
 */
export function openEdi834(path: string): Opened {
  const { head } = headOf(path);
  const unicode = unicodeIn(head);
  const { at: before, isSmall } = (unicode ? undefined : interchangeIn(head.toString('latin1'))) ?? {
    at: 0,
    isSmall: false,
  };
  const wrapped = !unicode && before === 0 && isWrapped(path);
  const source = unicode ? openUtf16(path, unicode) : wrapped ? openUnwrapped(path) : openFile(path, before);
  return { source: isSmall ? inCapitals(source) : source, unicode, wrapped, isSmall, before };
}

/**
 * Reads an X12 834 (005010X220A1). See interchange.ts for the separators and domain rules 4.1 for what the segments
 * mean.
 */
export async function readEdi834(input: ReaderInput, sink: RecordSink): Promise<void> {
  const { source, unicode, wrapped, isSmall, before } = openEdi834(input.path);
  try {
    await new Edi834(
      source,
      sink,
      input.mapping,
      input.mends,
      await readMendedMembers(input, (bytes, alone) =>
        readEdi834Bytes(bytes, { ...input.mapping, familyByPlace: false }, alone),
      ),
    ).readAll();
    if (before > 0) sink.remark('text_before', fileMessage('text_before_isa_ignored'));
    if (isSmall) sink.remark('small_letters', fileMessage('file_lowercase'));
    if (wrapped) sink.remark('wrapped', fileMessage('lines_wrapped'));
    if (unicode) {
      sink.facts.encoding = unicode;
      sink.remark('encoding', fileMessage('file_utf16'));
    }
  } finally {
    source.close();
  }
}

/** Reads an 834 that is no file: members given back in an envelope of their own. */
export async function readEdi834Bytes(bytes: Buffer, mapping: ReaderInput['mapping'], sink: RecordSink): Promise<void> {
  await new Edi834(openBytes(bytes), sink, mapping).readAll();
}

/** A family number that is none: it is missing, or the dependent's own. */
const isOwnNumber = ({ familyKey, ssn, carrierMemberId }: EnrollmentRecord): boolean =>
  familyKey === undefined || familyKey.replaceAll('-', '') === ssn || familyKey === carrierMemberId;

/**
 * The segments of an 834 become its people: a member's fields are kept as offsets while they go by, and a loop is
 * decoded when it ends.
 */
class Edi834 extends Segments834 {
  private readonly header = new SetHeader(this.envelopes, this.sink);
  private readonly records: FormRecords;
  private readonly forms = new MemberForms(this.bytes);
  private readonly members = new MemberSegments(this.bytes, this.bounds, this.sink.today);
  private setHeadIsOpen = false;
  /** GS, and the segments of the open set before its first member. */
  private groupHead = '';
  private setHead: string[] = [];
  private readonly heads = new SetHeads();
  /** Of the open member, as in MemberLoop. */
  private high = 0;
  private low = 0;
  /** Separators were found in plain elements of it already. */
  private hasStrays = false;
  private changesInFull = 0;
  /** The member at hand, the first of its set, has no INS. */
  private isWithoutIns = false;
  /** Shapes of members in which nothing breaks the syntax. */
  private readonly cleanShapes = new Set<number>();

  /** Whether dependents whose family number is their own belong to the subscriber before them; and that one's. */
  private readonly familyByPlace: boolean;
  private readonly beyondGuide: ReaderInput['mapping']['beyondGuide'];
  private familyAbove: string | undefined;
  private readonly mends: Mends | undefined;
  /** Members that were mended here, by the segments that they begin with. */
  private readonly mended: ReadonlyMap<number, EnrollmentRecord>;

  constructor(
    source: ByteSource,
    sink: RecordSink,
    mapping: ReaderInput['mapping'],
    mends?: Mends,
    mended: ReadonlyMap<number, EnrollmentRecord> = new Map(),
  ) {
    super(source, sink);
    this.mends = mends;
    this.mended = mended;
    this.familyByPlace = mapping.familyByPlace;
    this.beyondGuide = mapping.beyondGuide;
    this.records = new FormRecords(this.bytes, this.forms, this.fields, mapping);
  }

  /**
   * Reads to the end. A file that is refused leaves in the facts what was understood of its envelope, for its
   * acknowledgement.
   */
  async readAll(): Promise<void> {
    try {
      await this.read();
    } catch (error) {
      // What is no 834 at all is said to be that, whatever else is wrong with it.
      if (!(error instanceof Refusal)) throw error;
      const { foreign, received, broken } = this.envelopes;
      if (error instanceof EnvelopeRefusal && !foreign.refusal) {
        if (error.heard) this.envelopes.damagedHeader(error.heard);
        received.breakOff(error.note);
      }
      received.refuse();
      throw foreign.refusal ?? broken ?? error;
    }
  }

  private async read(): Promise<void> {
    await this.takeSegments();
    const { depth, broken } = this.envelopes;
    if (depth !== 'outside' && depth !== 'broken') throw endsInTheMiddle(depth);
    if (broken) throw broken;
    if (this.envelopes.foreign.refusal) throw this.envelopes.foreign.refusal;
    if (this.segments === 0) throw new Refusal('invalid', fileText('file_empty'));
    if (this.sink.facts.records === 0) this.sink.remark('no_members', fileMessage('edi_no_members'));
    if (this.trailingSeparators > 0)
      this.sink.remark('trailing_separators', fileMessage('empty_end_elements'), undefined, this.trailingSeparators);
    if (this.emptySegments > 0)
      this.sink.remark('empty_segment', fileMessage('empty_segments'), undefined, this.emptySegments);
    if (this.changesInFull > 0)
      this.sink.remark('full_with_changes', fileMessage('full_file_with_changes'), undefined, this.changesInFull);
    const aside = this.members.leftAside.message;
    if (aside !== undefined) this.sink.remark('left_aside', aside);
    this.sink.facts.head = this.heads.text;
    this.sink.facts.encoding = this.fields.encoding;
    if (this.fields.wasTwice) this.sink.remark('encoded_twice', ENCODED_TWICE);
    if (this.fields.encoding !== 'ascii')
      this.sink.remark(
        'encoding',
        fileMessage('letters_read_as', { encoding: this.fields.encoding === 'utf-8' ? 'UTF-8' : 'Windows-1252' }),
      );
  }

  protected segment(start: number, count: number, high: number, low: number): void {
    const { bytes, bounds } = this;
    const idLength = (bounds[1] as number) - 1 - start;
    if ((bytes[start] as number) >= 97) this.raiseId(start, idLength);
    const id =
      idLength === 3 || idLength === 2
        ? ((bytes[start] as number) << 16) |
          ((bytes[start + 1] as number) << 8) |
          (idLength === 3 ? (bytes[start + 2] as number) : 0)
        : 0;
    this.segments++;
    if (count > 0 && bounds[count] === (bounds[count + 1] as number) - 1) this.trailingSeparators++;
    if (this.envelopes.depth === 'set') {
      if (id === INS) {
        this.closeMember(start);
        this.openMember(start, count, high, low);
        return;
      }
      if (id !== SE && id !== ST && id !== GE && id !== GS && id !== IEA) {
        if (this.loopStart >= 0) {
          this.high |= high;
          this.low |= low;
          this.members.take(id, count, this.loopStart, this.segments);
        } else if (
          this.setHeadIsOpen &&
          (id === NM1 || id === HD || id === REF) &&
          this.header.endsBefore(id, this.elements(count))
        ) {
          this.openMember(start, 0, high, low);
          this.isWithoutIns = true;
          this.members.take(id, count, start, this.segments);
        } else {
          if (this.setHead.length < MOST_HEADERS) this.setHead.push(this.textOf(count));
          this.header.take(id, this.elements(count), this.segments);
        }
        return;
      }
      this.closeMember(start);
    } else if (this.envelopes.depth === 'broken' && id !== IEA) return;
    else if (
      this.envelopes.foreign.passesOver !== undefined &&
      id !== SE &&
      id !== ST &&
      id !== GE &&
      id !== GS &&
      id !== IEA
    )
      return;
    try {
      this.control(id, count);
    } catch (error) {
      if (!(error instanceof EnvelopeRefusal) || this.envelopes.foreign.refusal) throw error;
      this.envelopes.breakOff(error);
    }
  }

  private control(id: number, count: number): void {
    const { envelopes, segments } = this;
    const elements = this.elements(count);
    if (id === GS) {
      this.groupHead = this.textOf(count);
      envelopes.openGroup(elements, segments);
    } else if (id === ST) {
      this.setHead = [this.textOf(count)];
      this.header.begin();
      this.familyAbove = undefined;
      envelopes.openSet(elements, segments);
      this.setHeadIsOpen = envelopes.depth === 'set';
    } else if (id === SE) {
      if (this.setHeadIsOpen) this.closeSetHead();
      envelopes.closeSet(elements, segments);
    } else if (id === GE) envelopes.closeGroup(elements, segments);
    else if (id === IEA) envelopes.closeInterchange(elements, segments);
    else if (id !== TA1) {
      throw new EnvelopeRefusal(
        fileText('segment_in_envelope', { number: segments, segment: shown((elements[0] ?? '').slice(0, 10)) }),
        '022',
      );
    }
  }

  private openMember(start: number, count: number, high: number, low: number): void {
    this.loopStart = start;
    this.high = high;
    this.low = low;
    this.members.start(count, start, this.segments, this.segments - this.envelopes.setStart + 1);
    if (!this.setHeadIsOpen) return;
    this.heads.keep(
      this.segments,
      [this.interchangeHead, this.groupHead, ...this.setHead],
      String.fromCharCode(this.elementSeparator),
    );
    this.closeSetHead();
  }

  protected closeMember(end: number): void {
    if (this.loopStart < 0) return;
    const { loop } = this.members;
    loop.high = this.high;
    loop.low = this.low;
    const raw = this.bytes.latin1Slice(this.loopStart, end);
    if (this.hasStrays || this.strays.isIn(this.loopStart, end)) loop.odd = true;
    this.hasStrays = false;
    this.loopStart = -1;
    const { envelopes } = this;
    const sent = this.records.build(loop, raw, this.sink.nextRecordNo, envelopes.set);
    if (this.filler !== 0) sent.raw = this.withoutFiller(raw);
    if (this.isWithoutIns) this.refuseWithoutIns(sent);
    const isPlain = this.add(sent, loop.odd, loop.shape);
    this.forms.learn(loop, sent, isPlain, this.members.leftAside.total);
  }

  /** Whatever else is missing or strange there is not worth a word. */
  private refuseWithoutIns(record: EnrollmentRecord): void {
    this.isWithoutIns = false;
    const message = fileMessage('ins_is_missing');
    Object.assign(record, {
      coverages: [],
      warnings: [],
      problems: [{ field: 'action', code: 'ins_missing', ...worded(message) }],
    });
  }

  /**
   * Takes the members that have a form from their fields. Their segments break no rule of syntax, as those of the first
   * that had it did not.
   */
  protected formed(start: number): number {
    const { forms, envelopes } = this;
    if (envelopes.depth !== 'set') return 0;
    this.closeMember(start);
    forms.skip();
    if (this.setHeadIsOpen || this.filler !== 0 || envelopes.set.isTwice || envelopes.set.isCopy) return 0;
    forms.separate(this.elementSeparator, this.segmentTerminator);
    const next = forms.scan(start, this.end);
    if (next === 0) return 0;
    // Asked once of each member: what lies before it is passed over.
    this.hasStrays = this.strays.isIn(start, next);
    if (this.hasStrays) return 0;
    const form = forms.known();
    if (!form) {
      forms.begin(start, this.members.leftAside.total);
      return 0;
    }
    const line = this.segments + 1;
    const place = {
      start,
      raw: this.texts.between(start, next, this.end),
      recordNo: this.sink.nextRecordNo,
      line,
      setPosition: line - envelopes.setStart + 1,
    };
    const sent = this.records.ofForm(form, place, envelopes.set);
    if (!sent) return 0;
    this.segments += forms.segmentCount;
    this.add(sent, false, undefined);
    return next;
  }

  /**
   * Hands a member on, and looks closely at it where that tells the sender more; whether there is nothing to tell of
   * it. `shape` as in MemberLoop, undefined for one in which nothing breaks the syntax.
   */
  private add(sent: EnrollmentRecord, isOdd: boolean, shape: number | undefined): boolean {
    this.envelopes.member(sent.isSubscriber);
    const record = this.mended.size > 0 ? this.asMended(sent) : sent;
    if (this.familyByPlace) {
      if (record.isSubscriber) this.familyAbove = record.familyKey;
      else if (this.familyAbove !== undefined && isOwnNumber(record)) {
        record.familyKey = this.familyAbove;
        record.familyByPlace = true;
      }
    }
    if (record.action !== 'compare' && this.sink.facts.mode === 'full') this.changesInFull++;
    this.sink.add(record);
    const isPlain = !isOdd && record.problems.length === 0 && record.warnings.length === 0;
    if (isPlain && (shape === undefined || this.cleanShapes.has(shape))) return true;
    if (this.lookClosely(sent) > 0 || !isPlain || shape === undefined) return false;
    if (this.cleanShapes.size >= MOST_SHAPES) this.cleanShapes.clear();
    this.cleanShapes.add(shape);
    return true;
  }

  private asMended(sent: EnrollmentRecord): EnrollmentRecord {
    const mended = this.mended.get(sent.line);
    const raw = mended && this.mends?.at(String(sent.line), sent.line);
    return mended && raw !== undefined ? inPlaceOf(sent, mended, raw) : sent;
  }

  /**
   * What in the open record breaks the guide, for the acknowledgement: for records in which something was noticed, and
   * for the first of every shape. Returns how much it is; once so much is kept that more is of no use, nothing is
   * looked for.
   */
  private lookClosely({ raw, setPosition = 0, firstName, lastName, familyKey }: EnrollmentRecord): number {
    if (!this.envelopes.received.wantsFindings) return 0;
    const [element, terminator] = [
      String.fromCharCode(this.elementSeparator),
      String.fromCharCode(this.segmentTerminator),
    ];
    const segments = raw
      .split(terminator)
      .filter((text) => text.trim() !== '')
      .map((text) => text.split(element).map((value) => value.trim()));
    const person = [firstName, lastName].filter(Boolean).join(' ');
    const subscriber =
      familyKey !== undefined && familyKey.replace(/\D/g, '').length !== 9 ? { subscriber: familyKey } : {};
    const found = memberFindings(segments, setPosition, this.envelopes.received.separators, this.beyondGuide);
    for (const finding of found)
      this.envelopes.received.finding({ ...finding, ...(person && { person }), ...subscriber });
    return found.length;
  }

  /** Where segments end with two characters, as if they ended with the first. */
  private withoutFiller(raw: string): string {
    const terminator = String.fromCharCode(this.segmentTerminator);
    const parts = raw
      .split(terminator)
      .map((text) => text.trim())
      .map((text) => (text.charCodeAt(0) === this.filler ? text.slice(1).trim() : text));
    return parts
      .filter(Boolean)
      .map((text) => `${text}${terminator}\n`)
      .join('');
  }

  private closeSetHead(): void {
    this.setHeadIsOpen = false;
    this.envelopes.endHeader(this.segments);
  }

  private textOf(count: number): string {
    const start = this.bounds[0] as number;
    return this.bytes.latin1Slice(start, Math.min(this.bounds[count + 1] as number, start + LONGEST_HEADER));
  }
}
