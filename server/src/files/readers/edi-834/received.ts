import type {
  ReceivedGroup,
  ReceivedInterchange,
  ReceivedSet,
  SegmentFinding,
} from '@openbenefits/domain/files/edi-834/received-interchange';
import type { Separators } from '@openbenefits/domain/x12/separators';
import { READER_LIMITS } from '../limits.ts';

/** ST02 is compared within its group; a sender who numbers millions of sets is not remembered for ever. */
const MOST_CONTROLS = 100_000;
/** ISA05 and ISA07 (TR3, appendix C). */
const ID_QUALIFIERS: ReadonlySet<string> = new Set(['01', '14', '20', '27', '28', '29', '30', '33', 'ZZ']);
const isControl = (text: string): boolean => /^[A-Za-z0-9]{4,9}$/.test(text);
const numberOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;

/**
 * Notes what came in and what broke the guide, for the acknowledgement. What is beyond the limits is counted, not kept.
 */
export class Received {
  private readonly kept: ReceivedInterchange[];
  private interchange: ReceivedInterchange | undefined;
  private group: ReceivedGroup | undefined;
  private set: ReceivedSet | undefined;
  private sets = 0;
  private findings = 0;
  private readonly controls = new Set<string>();
  private readonly groupControls = new Set<string>();

  constructor(kept: ReceivedInterchange[]) {
    this.kept = kept;
  }

  openInterchange(elements: readonly string[], separators: Separators): void {
    const at = (index: number): string => elements[index] ?? '';
    this.interchange = {
      separators,
      senderQualifier: at(5),
      senderId: at(6),
      receiverQualifier: at(7),
      receiverId: at(8),
      date: at(9),
      time: at(10),
      control: at(13),
      usage: at(15),
      note: '000',
      refused: false,
      groups: [],
    };
    this.group = undefined;
    this.set = undefined;
    this.groupControls.clear();
    if (this.kept.length < READER_LIMITS.envelopes) this.kept.push(this.interchange);
    if (!/^\d{9}$/.test(at(13))) this.note('018');
    else if (at(6).trim() === '') this.note('006');
    else if (at(12) !== '00501') this.note('017');
    else if (at(15) !== 'T' && at(15) !== 'P') this.note('020');
    else if (!/^\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(at(9))) this.note('014');
    else if (!/^([01]\d|2[0-3])[0-5]\d$/.test(at(10))) this.note('015');
    else if (!ID_QUALIFIERS.has(at(5))) this.note('005');
    else if (!ID_QUALIFIERS.has(at(7))) this.note('007');
    else if (at(8).trim() === '') this.note('008');
    else if (at(1) !== '00' && at(1) !== '03') this.note('010');
    else if (at(3) !== '00' && at(3) !== '01') this.note('012');
    else if (at(14) !== '0' && at(14) !== '1') this.note('019');
  }

  /** Begins a group; true when its number (GS06) was used in this interchange before. */
  openGroup(elements: readonly string[]): boolean {
    this.controls.clear();
    this.set = undefined;
    this.group = {
      code: elements[1] ?? '',
      sender: elements[2] ?? '',
      receiver: elements[3] ?? '',
      control: elements[6] ?? '',
      guide: elements[8] ?? '',
      stated: null,
      received: 0,
      rejected: 0,
      reasons: [],
      sets: [],
    };
    const groups = this.interchange?.groups;
    if (groups && groups.length < READER_LIMITS.envelopes) groups.push(this.group);
    if (!/^\d{1,9}$/.test(this.group.control)) this.groupReason('6');
    const isTwice = this.groupControls.has(this.group.control);
    if (isTwice) this.groupReason('19');
    else if (this.groupControls.size < MOST_CONTROLS) this.groupControls.add(this.group.control);
    return isTwice;
  }

  /** Begins a set; true when its number was used in this group before, so that nobody of it is taken. */
  openSet(elements: readonly string[]): boolean {
    const control = elements[2] ?? '';
    this.set = { kind: elements[1] ?? '', control, guide: elements[3] ?? '', reasons: [], findings: [], more: 0 };
    if (!this.group) return false;
    this.group.received++;
    if (this.sets++ < READER_LIMITS.acknowledgedSets) this.group.sets.push(this.set);
    if (!isControl(control)) this.setReason('7');
    const isTwice = this.controls.has(control);
    if (isTwice) this.rejectSet('23');
    else if (this.controls.size < MOST_CONTROLS) this.controls.add(control);
    return isTwice;
  }

  /** Counts a set of a group that is passed over. */
  countSet(): void {
    if (this.group) this.group.received++;
  }

  setReason(code: string): void {
    this.set?.reasons.push(code);
  }

  rejectSet(code: string): void {
    this.setReason(code);
    if (this.group) this.group.rejected++;
  }

  groupReason(code: string): void {
    this.group?.reasons.push(code);
  }

  /** The first thing that is wrong with an envelope is told. */
  note(code: string): void {
    if (this.interchange?.note === '000') this.interchange.note = code;
  }

  finding(finding: SegmentFinding): void {
    if (!this.set) return;
    if (this.findings++ < READER_LIMITS.findings) this.set.findings.push(finding);
    else this.set.more++;
  }

  /** False once so many findings are kept that looking for more is of no use. */
  get wantsFindings(): boolean {
    return this.findings < READER_LIMITS.findings;
  }

  get separators(): Separators | undefined {
    return this.interchange?.separators;
  }

  closeSet(): void {
    this.set = undefined;
  }

  closeGroup(stated: string | undefined): void {
    if (this.group) this.group.stated = numberOf(stated);
    this.group = undefined;
  }

  /** The open interchange cannot be read on: the note, and what of its envelope was open. */
  breakOff(note: string): void {
    if (this.interchange) this.interchange.note = note;
    if (note === '023') {
      if (this.set) this.rejectSet('2');
      if (this.group) this.groupReason('3');
    }
    this.group = undefined;
    this.set = undefined;
  }

  /** Nothing of the file is taken. */
  refuse(): void {
    for (const one of this.kept) one.refused = true;
  }
}
