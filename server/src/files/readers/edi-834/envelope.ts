import { type FileMessage, fileMessage, fileText } from '@openbenefits/domain/files/messages/file-message';
import type { Envelope, TransactionSet } from '@openbenefits/domain/files/file-facts';
import { shown } from '@openbenefits/domain/files/shown-value';
import type { ElementFinding } from '@openbenefits/domain/files/edi-834/received-interchange';
import type { Separators } from '@openbenefits/domain/x12/separators';
import { inTheirPlaces } from '@openbenefits/domain/files/edi-834/interchange-elements';
import { isCalendarDay } from '@openbenefits/domain/files/edi-834/x12-date';
import { Refusal } from '@openbenefits/domain/refusal';
import { ACKNOWLEDGEMENTS, foreignGuide, ForeignParts, foreignSet } from './foreign.ts';
import type { Interchange } from './interchange.ts';
import { Received } from './received.ts';
import type { SetFacts } from './record.ts';
import { EnvelopeRefusal, type HeardHeader } from '../envelope-refusal.ts';
import { READER_LIMITS } from '../limits.ts';
import type { RecordSink } from '../record-sink.ts';

/** BGN08: changes, full, replace. */
const MODES: ReadonlySet<string> = new Set(['2', '4', 'RX']);

/** 'broken': behind what cannot be read on, up to the end of the interchange. */
type Depth = 'outside' | 'interchange' | 'group' | 'set' | 'broken';

/**
 * The nesting of ISA, GS and ST, their control numbers and totals. A total that is off is a remark (the 999 tells it);
 * an envelope that is never closed means that the file was cut, and refuses it whole (domain rules 4.1).
 */
export class Envelopes {
  depth: Depth = 'outside';
  /** The number of the set's ST in the file: a segment's position in its set is counted from it. */
  setStart = 0;
  readonly set: SetFacts = {
    control: undefined,
    masterPolicyKey: undefined,
    sponsorTaxId: undefined,
    sponsorName: undefined,
    isTwice: false,
    isCopy: false,
  };
  /** What the acknowledgement speaks of. */
  readonly received: Received;
  /** What of the file is passed over; the depth stays that of the group meanwhile. */
  readonly foreign = new ForeignParts();

  private readonly sink: RecordSink;
  private interchange: string[] = [];
  private group: string[] = [];
  private groups = 0;
  private sets = 0;
  private readSets = 0;
  /** Of the sets that are read, those that are information copies. */
  private copies = 0;
  private current: TransactionSet | undefined;
  private readonly controls = new Set<string>();
  private anyFull = false;
  private hasBeginning = false;
  private hasSponsor = false;
  private hasPayer = false;
  private subscribers = 0;
  private readonly stated = new Map<string, number>();
  /** Why the file is refused at its end: the first of its interchanges that could not be read on. */
  broken: Refusal | undefined;

  constructor(sink: RecordSink) {
    this.sink = sink;
    this.received = new Received(sink.facts.interchanges);
  }

  openInterchange({ elements, unpadded, filler: _, ...bytes }: Interchange, segment: number): void {
    this.depth = 'interchange';
    this.interchange = elements;
    this.received.openInterchange(elements, separatorsOf(bytes, elements));
    this.groups = 0;
    if (elements[15] === 'T') {
      this.sink.facts.test = true;
      this.sink.remark('test_file', fileMessage('file_is_test'), segment);
    } else if (elements[15] !== 'P') {
      // Nobody knows that it is meant: as with a test, a person decides.
      this.sink.facts.test = true;
      this.sink.remark('usage_unknown', fileMessage('isa15_unknown', { value: shown(elements[15] ?? '') }), segment);
    }
    if (!elements[6]) this.sink.remark('sender_missing', fileMessage('sender_missing'), segment);
    if (unpadded) this.sink.remark('short_isa', fileMessage('isa_length'), segment);
    if (bytes.componentSeparator === bytes.elementSeparator) {
      this.received.note('027');
      this.sink.remark('component_separator', fileMessage('component_is_element_separator'), segment);
    }
    const control = `${elements[6]} ${elements[13]}`;
    if (this.controls.has(control)) {
      this.received.note('025');
      this.sink.remark('duplicate_interchange', fileMessage('isa13_repeated'), segment);
    } else if (this.controls.size < READER_LIMITS.envelopes) this.controls.add(control);
  }

  /** A header that is damaged, as far as it was understood: enough for a TA1. */
  damagedHeader({ elements, elementSeparator }: HeardHeader): void {
    this.received.openInterchange(inTheirPlaces(elements), {
      element: String.fromCharCode(elementSeparator),
      component: ' ',
      repetition: ' ',
      segment: ' ',
    });
  }

  openGroup(elements: string[], segment: number): void {
    if (this.depth !== 'interchange') throw cut(this.depth, segment);
    this.depth = 'group';
    this.group = elements;
    this.groups++;
    this.sets = 0;
    const guide = (elements[8] ?? '').toUpperCase();
    // No answer is answered (005010X231A1): the 999 of this file says nothing of a group of answers.
    const isAnswer = elements[1] === 'FA';
    if (!isAnswer && this.received.openGroup(elements))
      this.sink.remark('duplicate_group', fileMessage('gs06_repeated'), segment);
    const other = isAnswer ? ACKNOWLEDGEMENTS : foreignGuide(guide);
    if (other !== undefined) {
      this.received.groupReason('2');
      this.foreign.passOver('group', other);
      this.sink.remark(
        'foreign_group',
        fileMessage(isAnswer ? 'group_skipped' : 'group_rejected', { reason: other.words }),
        segment,
      );
      return;
    }
    if (guide === '005010X220')
      this.sink.remark('guide_without_addenda', fileMessage('guide_without_addenda'), segment);
    if ((elements[1] ?? '') !== 'BE')
      this.sink.remark('group_code', fileMessage('gs01_not_be', { code: shown(elements[1] ?? '') }), segment);
    const { envelopes } = this.sink.facts;
    if (envelopes.length < READER_LIMITS.envelopes) envelopes.push(envelopeOf(this.interchange, elements));
  }

  openSet(elements: string[], segment: number): void {
    if (this.depth !== 'group' || this.foreign.passesOver === 'set')
      throw cut(this.depth === 'group' ? 'set' : this.depth, segment);
    this.sets++;
    if (this.foreign.passesOver === 'group') return this.received.countSet();
    const kind = elements[1] ?? '';
    this.set.isTwice = this.received.openSet(elements);
    const other = foreignSet(kind, (elements[3] || this.group[8] || '').toUpperCase());
    if (other !== undefined) {
      this.received.rejectSet(other.reason);
      this.foreign.passOver('set', other);
      this.sink.remark('foreign_set', fileMessage('set_rejected', { reason: other.words }), segment);
      return;
    }
    if (!elements[3])
      this.received.finding({
        segment: 'ST',
        position: 1,
        loop: '',
        code: '8',
        elements: [{ element: 3, dataElement: '1705', code: '1' }],
      });
    this.foreign.others();
    this.readSets++;
    this.set.isCopy = false;
    this.depth = 'set';
    this.setStart = segment;
    this.set.control = elements[2] || undefined;
    this.set.masterPolicyKey = this.set.sponsorTaxId = this.set.sponsorName = undefined;
    this.hasBeginning = false;
    this.hasSponsor = false;
    this.hasPayer = false;
    this.subscribers = 0;
    this.stated.clear();
    if (this.set.isTwice) this.sink.remark('duplicate_set', fileMessage('st02_repeated'), segment);
    this.current = {
      sender: this.interchange[6] ?? '',
      interchange: this.interchange[13] ?? '',
      group: this.group[6] ?? '',
      control: elements[2] ?? '',
      purpose: '',
      reference: '',
      actionCode: '',
      members: 0,
      segments: 0,
      ...(this.set.isTwice && { isTwice: true }),
    };
    const { transactionSets } = this.sink.facts;
    if (transactionSets.length < READER_LIMITS.envelopes) transactionSets.push(this.current);
  }

  beginning(elements: readonly string[], segment: number): void {
    if (!this.current) return;
    this.hasBeginning = true;
    this.beginningFindings(elements, segment);
    this.current.purpose = elements[1] ?? '';
    this.current.reference = elements[2] ?? '';
    this.current.actionCode = (elements[8] ?? '').toUpperCase();
    const { facts } = this.sink;
    if (this.current.purpose === '22') {
      this.set.isCopy = true;
      this.copies++;
      this.sink.remark('information_copy', fileMessage('set_information_copy'), segment);
    }
    facts.informationOnly = this.copies === this.readSets;
    if (!this.current.reference) this.sink.remark('no_reference', fileMessage('bgn02_missing'), segment);
    const code = this.current.actionCode;
    if (code === '4' || code === 'RX') this.anyFull = true;
    if (code === 'RX') this.sink.remark('replace_file', fileMessage('bgn08_replace'), segment);
    else if (code !== '2' && code !== '4') {
      const misplaced = [6, 7, 9].find((at) => MODES.has(elements[at] ?? ''));
      const message = code
        ? fileMessage('bgn08_unknown', { value: shown(code) })
        : misplaced !== undefined
          ? fileMessage('bgn08_misplaced', { value: shown(elements[misplaced] ?? ''), place: misplaced })
          : fileMessage('bgn08_empty');
      this.sink.remark('mode_unknown', message, segment);
    }
    facts.mode = this.anyFull ? 'full' : 'change';
  }

  /** The party of an N1 in the header. */
  party(role: string | undefined): void {
    this.hasSponsor ||= role === 'P5';
    this.hasPayer ||= role === 'IN';
  }

  /** What the header of the set lacks; `segment` is the one that follows it. */
  endHeader(segment: number): void {
    const position = segment - this.setStart + 1;
    const lacks = (id: string, loop: string): void =>
      this.received.finding({ segment: id, position, loop, code: '3', elements: [] });
    if (!this.hasBeginning) lacks('BGN', '');
    if (!this.hasSponsor) lacks('N1', '1000A');
    if (!this.hasPayer) lacks('N1', '1000B');
  }

  private beginningFindings(elements: readonly string[], segment: number): void {
    const wrong: ElementFinding[] = [];
    const check = (element: number, dataElement: string, isRight: (value: string) => boolean, code: string): void => {
      const value = elements[element] ?? '';
      if (value === '') wrong.push({ element, dataElement, code: '1' });
      else if (!isRight(value)) wrong.push({ element, dataElement, code, copy: value.slice(0, 20) });
    };
    check(1, '353', (value) => value === '00' || value === '15' || value === '22', '7');
    check(2, '127', () => true, '7');
    check(3, '373', isCalendarDay, '8');
    check(4, '337', (value) => /^([01]\d|2[0-3])[0-5]\d([0-5]\d\d{0,2})?$/.test(value), '9');
    check(8, '306', (value) => value === '2' || value === '4' || value === 'RX', '7');
    for (const [element, dataElement] of [
      [7, '640'],
      [9, '786'],
    ] as const)
      if ((elements[element] ?? '') !== '') wrong.push({ element, dataElement, code: 'I10' });
    wrong.sort((a, b) => a.element - b.element);
    if (wrong.length > 0)
      this.received.finding({
        segment: 'BGN',
        position: segment - this.setStart + 1,
        loop: '',
        code: '8',
        elements: wrong,
      });
  }

  /** QTY of the header: how many employees (ET), dependents (DT), people (TO) the sender has counted. */
  quantity([, qualifier = '', text = '']: readonly string[]): void {
    if (/^\d{1,9}$/.test(text)) this.stated.set(qualifier, Number(text));
  }

  member(isSubscriber: boolean): void {
    if (!this.current) return;
    this.current.members++;
    if (isSubscriber) this.subscribers++;
  }

  /** A file that lost people on its way, or was put together from two, says so only here. */
  private compareQuantities(members: number, segment: number): void {
    const counted = [
      ['TO', 'people', members],
      ['ET', 'employees', this.subscribers],
      ['DT', 'dependents', members - this.subscribers],
    ] as const;
    for (const [qualifier, what, count] of counted) {
      const stated = this.stated.get(qualifier);
      if (stated !== undefined && stated !== count)
        this.sink.remark('quantity', fileMessage('qty_differs', { stated, what, qualifier, count }), segment);
    }
  }

  closeSet(elements: string[], segment: number): void {
    if (this.foreign.passesOver !== undefined) {
      if (this.foreign.passesOver === 'set') this.foreign.passesOver = undefined;
      return this.received.closeSet();
    }
    if (this.depth !== 'set' || !this.current) throw cut(this.depth, segment);
    this.depth = 'group';
    this.current.segments = segment - this.setStart + 1;
    if (this.total(elements[1], this.current.segments, 'segment_total', 'The number of segments (SE01)', segment))
      this.received.setReason('4');
    if (this.control(elements[2], this.current.control, 'set_control', fileMessage('se02_differs'), segment))
      this.received.setReason('3');
    this.received.closeSet();
    this.compareQuantities(this.current.members, segment);
    if (this.current.members === 0) this.sink.remark('empty_set', fileMessage('set_without_members'), segment);
    this.current = undefined;
  }

  closeGroup(elements: string[], segment: number): void {
    if (this.depth !== 'group' || this.foreign.passesOver === 'set')
      throw cut(this.depth === 'group' ? 'set' : this.depth, segment);
    this.foreign.passesOver = undefined;
    this.depth = 'interchange';
    if (this.control(elements[2], this.group[6], 'group_control', fileMessage('ge02_differs'), segment))
      this.received.groupReason('4');
    if (this.total(elements[1], this.sets, 'set_total', 'The number of transaction sets (GE01)', segment))
      this.received.groupReason('5');
    this.received.closeGroup(elements[1]);
  }

  closeInterchange(elements: string[], segment: number): void {
    if (this.depth === 'broken') {
      this.depth = 'outside';
      return;
    }
    if (this.depth !== 'interchange') throw cut(this.depth, segment);
    this.depth = 'outside';
    if (this.control(elements[2], this.interchange[13], 'interchange_control', fileMessage('iea02_differs'), segment))
      this.received.note('001');
    if (this.total(elements[1], this.groups, 'group_total', 'The number of functional groups (IEA01)', segment))
      this.received.note('021');
  }

  /**
   * The open interchange cannot be read on, so nothing of the file is taken. Those behind it are still answered (a TA1
   * and a 999 are of one interchange each), so the file is read to its end.
   */
  breakOff(refusal: EnvelopeRefusal): void {
    this.broken ??= new Refusal('invalid', refusal.message);
    this.received.breakOff(refusal.note);
    this.foreign.passesOver = undefined;
    this.current = undefined;
    this.depth = 'broken';
  }

  /** Another interchange begins: what is open is without its end. */
  beginsAnew(segment: number): void {
    if (this.depth !== 'broken')
      this.breakOff(
        new EnvelopeRefusal(fileText('interchange_cut', { trailer: trailerOf(this.depth), segment }), '023'),
      );
    this.depth = 'outside';
  }

  /** True when the total is off. */
  private total(stated: string | undefined, counted: number, code: string, what: string, segment: number): boolean {
    if (Number(stated) === counted) return false;
    this.sink.remark(
      code,
      fileMessage('count_differs', { what, stated: shown(stated ?? ''), count: counted }),
      segment,
    );
    return true;
  }

  /** True when the two differ. */
  private control(
    trailer: string | undefined,
    header: string | undefined,
    code: string,
    message: FileMessage,
    segment: number,
  ): boolean {
    if ((trailer ?? '') === (header ?? '')) return false;
    this.sink.remark(code, message, segment);
    return true;
  }
}

/** The refusal for an envelope that begins or ends where it may not: something before it is missing. */
function cut(depth: Depth, segment: number): EnvelopeRefusal {
  if (depth === 'interchange') return new EnvelopeRefusal(fileText('gs_missing', { segment }), '024');
  const missing =
    depth === 'set'
      ? 'the end of the transaction set (SE)'
      : depth === 'group'
        ? 'the end of the functional group (GE)'
        : 'part of the envelope';
  return new EnvelopeRefusal(fileText('envelope_cut', { what: missing, segment }), '023');
}

const trailerOf = (depth: Depth): string => (depth === 'set' ? 'SE' : depth === 'group' ? 'GE' : 'IEA');

/** The refusal for a file that is over before its envelopes are. */
export function endsInTheMiddle(depth: Depth): Refusal {
  return new EnvelopeRefusal(fileText('file_cut', { trailer: trailerOf(depth) }), '023');
}

function separatorsOf(
  bytes: Pick<Interchange, 'elementSeparator' | 'componentSeparator' | 'segmentTerminator'>,
  isa: readonly string[],
): Separators {
  const letter = (byte: number): string => String.fromCharCode(byte);
  return {
    element: letter(bytes.elementSeparator),
    component: letter(bytes.componentSeparator),
    segment: letter(bytes.segmentTerminator),
    repetition: isa[11]?.slice(0, 1) || ' ',
  };
}

function envelopeOf(isa: readonly string[], gs: readonly string[]): Envelope {
  return {
    senderId: isa[6] ?? '',
    receiverId: isa[8] ?? '',
    interchangeControl: isa[13] ?? '',
    groupControl: gs[6] ?? '',
    guide: gs[8] ?? '',
    date: isa[9] ?? '',
    time: isa[10] ?? '',
  };
}
