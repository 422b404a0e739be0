import { MEMBER_SEGMENTS } from '@openbenefits/domain/files/edi-834/member-syntax';
import { BENEFIT_STATUSES, idOf, packed, PHONE_RANK } from './edi-834-codes.ts';
import { SegmentElements } from './edi-834-elements.ts';
import { DATE, HD, type SaidOnce, TEXT, digitsOfDate } from './edi-834-member.ts';

const INS = idOf('INS');
const NM1 = idOf('NM1');
const REF = idOf('REF');
const DTP = idOf('DTP');
const HD_SEGMENT = idOf('HD');
const PER = idOf('PER');
const N3 = idOf('N3');
const N4 = idOf('N4');
const DMG = idOf('DMG');
const ICM = idOf('ICM');
const EC = idOf('EC');
const LS = idOf('LS');
const LE = idOf('LE');
const LX = idOf('LX');
const COB = idOf('COB');
const DSB = idOf('DSB');

/** Where in a member's loop the reader stands; the same segment ids mean other things in other places (domain rules 4.1, scoping traps). */
const SCOPE = { member: 0, name: 1, oldName: 2, otherName: 3, disability: 4, coverage: 5, coverageOther: 6, category: 7 } as const;

const EMAIL = packed('EM');
const EXTENSION = packed('EX');
/** Segments of a member that hold nothing we keep. */
const OTHER_MEMBER_SEGMENTS: ReadonlySet<number> = new Set(Array.from(MEMBER_SEGMENTS, idOf));

/** DTP01 at member level, and the place of its date. */
const MEMBER_DATES: ReadonlyMap<number, number> = new Map([
  [packed('303'), DATE.effective],
  [packed('336'), DATE.hired],
  [packed('337'), DATE.terminated],
  [packed('356'), DATE.eligible],
  [packed('357'), DATE.ineligible],
  [packed('348'), DATE.memberBegin],
  [packed('349'), DATE.memberEnd],
  [packed('301'), DATE.cobraEvent],
  [packed('340'), DATE.cobraBegin],
  [packed('341'), DATE.cobraEnd],
]);
const D348 = packed('348');
const D349 = packed('349');
const D346 = packed('346');
const D347 = packed('347');
const D303 = packed('303');

const LONGEST_SUFFIX = 10;

/** The shortest limit of a segment's texts: whatever is longer is looked at closely. Asked for each segment: a switch is quicker than a map. */
function longestOf(id: number): number {
  switch (id) {
    case NM1:
      return 25;
    case N4:
      return 15;
    case REF:
    case HD_SEGMENT:
      return 50;
    case N3:
      return 55;
    case PER:
      return 256;
    default:
      return 80;
  }
}

function isBlank(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((bytes[at] as number) > 32) return false;
  return true;
}

/** Takes the segments of one member's loop, one after the other, and notes where the fields stand. It decodes nothing. */
export class MemberSegments extends SegmentElements {
  private scope: number = SCOPE.member;
  private beforeCategory: number = SCOPE.member;
  private hd = -1;
  /** The days that 348 and 349 have named in the open HD loop. */
  private begin348 = 0;
  private end349 = 0;

  /** Begins with an INS of `count` elements; `base` is where the loop begins in the buffer, from which all offsets are counted. */
  start(count: number, base: number, segment: number, position: number): void {
    this.loop.start(segment, position);
    this.scope = SCOPE.member;
    this.hd = -1;
    this.count = count;
    this.base = base;
    this.keep(TEXT.subscriber, 1);
    this.keep(TEXT.relationship, 2);
    this.keep(TEXT.action, 3);
    this.keep(TEXT.reason, 4);
    this.keep(TEXT.benefitStatus, 5);
    const status = count >= 5 ? this.upper(this.bounds[5] as number) : 0;
    if (status !== 0x41) {
      this.loop.rare = true; // not A, active
      this.loop.odd ||= !BENEFIT_STATUSES.has(status);
    }
    if (count >= 6) {
      this.keep(TEXT.medicare, 6);
      this.keep(TEXT.cobraEvent, 7);
      if (this.isFilled(6) || this.isFilled(7)) this.loop.rare = true;
    }
    this.shape(INS);
    this.loop.shape = Math.imul(this.loop.shape ^ this.qualifier(4), 43) ^ Math.imul(this.qualifier(8), 47);
    if (count < 9) return;
    this.loop.rare = true;
    this.loop.shape = Math.imul(this.loop.shape ^ this.qualifier(9), 31) ^ Math.imul(this.qualifier(10), 37) ^ Math.imul(this.qualifier(11), 41) ^ Math.imul(this.qualifier(13), 53);
    this.keep(TEXT.student, 9);
    this.keep(TEXT.handicap, 10);
    // Without its qualifier it is a date only where it looks like one: elements that were miscounted stand here.
    const death = count >= 12 ? this.date(12) : 0;
    this.loop.dates[DATE.death] = death === -1 && !this.isFilled(11) ? 0 : death;
    this.keep(TEXT.confidentiality, 13);
    this.keep(TEXT.birthSequence, 17);
  }

  /** Mixes into the loop's shape which segment stands there, which of its elements are filled, and its qualifiers. */
  private shape(id: number): void {
    const { bytes, bounds, count } = this;
    const longest = longestOf(id);
    let filled = 0;
    let most = 0;
    let from = bounds[1] as number;
    for (let element = 1; element <= count; element++) {
      const next = bounds[element + 1] as number;
      const length = next - 1 - from;
      if (length > most) most = length;
      if (length > 0 && ((bytes[from] as number) > 32 || !isBlank(bytes, from, next - 1))) filled |= 1 << (element & 31);
      from = next;
    }
    if (most > longest || (id === NM1 && count >= 7 && (bounds[8] as number) - 1 - (bounds[7] as number) > LONGEST_SUFFIX)) this.loop.odd = true;
    let shape = Math.imul(this.loop.shape ^ id, 0x9e3779b1) ^ filled;
    shape = Math.imul(shape ^ (shape >>> 15), 0x85ebca6b);
    if (id === REF || id === DTP || id === NM1 || id === DMG || id === PER || id === ICM || id === EC || id === DSB) {
      shape = Math.imul(shape ^ this.qualifier(1), 0x9e3779b1);
      if (id === PER) shape = Math.imul(shape ^ this.qualifier(3) ^ Math.imul(this.qualifier(5), 59) ^ Math.imul(this.qualifier(7), 61), 0x85ebca6b);
      if (id === DTP || id === NM1) shape = Math.imul(shape ^ this.qualifier(2), 0x85ebca6b);
      if (id === DMG) shape = Math.imul(shape ^ this.qualifier(3), 0x85ebca6b);
      if (id === NM1) shape = Math.imul(shape ^ this.qualifier(8), 0xc2b2ae35);
    }
    this.loop.shape = shape ^ (shape >>> 13);
  }

  /** Takes a segment of `count` elements after its id. */
  take(id: number, count: number, base: number): void {
    this.count = count;
    this.base = base;
    this.shape(id);
    if (this.scope === SCOPE.category) {
      if (id === LE) this.scope = this.beforeCategory;
      // Categories that were not closed swallow no coverage.
      if (id !== HD_SEGMENT) return;
    }
    switch (id) {
      case DTP:
        this.takeDate();
        break;
      case REF:
        if (this.scope <= SCOPE.name) this.takeReference();
        else if (this.scope === SCOPE.coverage) this.takeCoverageReference();
        break;
      case NM1:
        this.takeName();
        break;
      case HD_SEGMENT:
        this.takeCoverage();
        break;
      case N3:
        if (this.scope === SCOPE.name) {
          this.keep(TEXT.address1, 1);
          this.keep(TEXT.address2, 2);
        }
        break;
      case N4:
        if (this.scope === SCOPE.name) this.takePlace();
        break;
      case DMG:
        if (this.scope === SCOPE.name) this.takeDemographics();
        else if (this.scope === SCOPE.oldName) this.loop.dates[DATE.oldBirth] = this.date(2);
        break;
      case PER:
        if (this.scope === SCOPE.name) this.takeContact();
        break;
      case ICM:
        if (this.scope === SCOPE.name) {
          this.keep(TEXT.wageFrequency, 1);
          this.keep(TEXT.wage, 2);
          this.loop.rare = true;
        }
        break;
      case DSB:
        this.scope = SCOPE.disability;
        break;
      case LX:
      case COB:
        if (this.hd >= 0) this.scope = SCOPE.coverageOther;
        break;
      case LS:
        this.beforeCategory = this.scope;
        this.scope = SCOPE.category;
        break;
      default:
        if (!OTHER_MEMBER_SEGMENTS.has(id)) this.loop.odd = true;
    }
  }

  private takeReference(): void {
    switch (this.code(1, 2)) {
      case 0x3046: // 0F
        if (this.isOther(TEXT.familyKey, 2)) this.contradicts('familyKey');
        this.keep(TEXT.familyKey, 2);
        break;
      case 0x4f46: // OF, written with the letter
        if (this.texts[TEXT.familyKey * 2 + 1] !== 0) break;
        this.loop.letterForZero = true;
        this.keep(TEXT.familyKey, 2);
        break;
      case 0x314c: // 1L
        this.keep(TEXT.groupKey, 2);
        break;
      case 0x3233: // 23
        this.keep(TEXT.memberId, 2);
        break;
      case 0x5359: // SY
        this.keep(TEXT.ssn, 2);
        break;
      case 0x4458: // DX
        this.keep(TEXT.department, 2);
        break;
      default:
    }
  }

  /** Where some senders put the plan that HD04 leaves out. */
  private takeCoverageReference(): void {
    const code = this.code(1, 2);
    if (code === 0x4345) this.keepCoverage(HD.contractClass, 2);
    else if (code === 0x3137) this.keepCoverage(HD.reporting, 2);
    else if (code === 0x314c) this.keepCoverage(HD.policy, 2);
  }

  private takeName(): void {
    if (this.scope >= SCOPE.coverage) return;
    const code = this.code(1, 2);
    if (code === 0x494c || code === 0x3734) {
      // IL, 74
      this.scope = SCOPE.name;
      this.loop.corrected = code === 0x3734;
      if (this.isOther(TEXT.lastName, 3) || this.isOther(TEXT.firstName, 4)) this.contradicts('person');
      this.keep(TEXT.lastName, 3);
      this.keep(TEXT.firstName, 4);
      this.keep(TEXT.middleName, 5);
      this.keep(TEXT.suffix, 7);
      this.keep(TEXT.idQualifier, 8);
      this.keep(TEXT.id, 9);
    } else if (code === 0x3730) {
      // 70
      this.scope = SCOPE.oldName;
      this.loop.hasOldIdentity = true;
      this.loop.rare = true;
      this.keep(TEXT.oldLastName, 3);
      this.keep(TEXT.oldFirstName, 4);
      this.keep(TEXT.oldMiddleName, 5);
      this.keep(TEXT.oldIdQualifier, 8);
      this.keep(TEXT.oldId, 9);
    } else this.scope = SCOPE.otherName;
  }

  private takeDemographics(): void {
    const { dates } = this.loop;
    const birth = this.date(2);
    if (dates[DATE.birth] !== 0 && dates[DATE.birth] !== birth) this.contradicts('dateOfBirth');
    dates[DATE.birth] = birth;
    this.keep(TEXT.gender, 3);
  }

  private contradicts(what: SaidOnce): void {
    this.loop.saidTwice ??= { what, coverage: this.loop.coverageCount - 1 };
  }

  private takePlace(): void {
    this.keep(TEXT.city, 1);
    this.keep(TEXT.state, 2);
    this.keep(TEXT.zip, 3);
    this.keep(TEXT.country, 4);
    if (this.isFilled(4)) this.loop.rare = true;
  }

  private takeContact(): void {
    for (let element = 3; element + 1 <= this.count; element += 2) {
      const code = this.code(element, 2);
      const rank = PHONE_RANK.get(code) ?? 0;
      if (code === EMAIL) this.keep(TEXT.email, element + 1);
      else if (rank > this.loop.phoneRank) {
        this.loop.phoneRank = rank;
        this.keep(TEXT.phone, element + 1);
        // An extension belongs to the number before it.
        if (this.code(element + 2, 2) === EXTENSION) this.keep(TEXT.phoneExtension, element + 3);
        else this.loop.forget(TEXT.phoneExtension);
      }
    }
  }

  private takeCoverage(): void {
    this.scope = SCOPE.coverage;
    this.hd = this.loop.openCoverage();
    this.begin348 = 0;
    this.end349 = 0;
    this.keepCoverage(HD.action, 1);
    this.keepCoverage(HD.line, 3);
    this.keepCoverage(HD.plan, 4);
    this.keepCoverage(HD.tier, 5);
  }

  private keepCoverage(slot: number, element: number): void {
    if (element > this.count) return;
    this.loop.coverageText(
      this.hd,
      slot,
      (this.bounds[element] as number) - this.base,
      (this.bounds[element + 1] as number) - 1 - this.base,
    );
  }

  private takeDate(): void {
    const code = this.code(1, 3);
    if (this.scope === SCOPE.coverage) {
      const field = code === D348 || code === D346 ? HD.begin : code === D349 || code === D347 ? HD.end : code === D303 ? HD.effective : -1;
      if (field < 0) return this.lookAtDate();
      if (code === D346 || code === D347) {
        this.loop.oldDateCodes = true;
        if (this.loop.coverages[this.hd + field] !== 0) return;
      }
      this.rangeOrDate(field);
      const day = this.loop.coverages[this.hd + field] as number;
      if (code === D348) this.begin348 = this.sameDay(this.begin348, day, 'from');
      else if (code === D349) this.end349 = this.sameDay(this.end349, day, 'until');
    } else if (this.scope <= SCOPE.name) {
      const field = MEMBER_DATES.get(code);
      if (field === undefined) return this.lookAtDate();
      if (field === DATE.eligible && this.code(2, 3) === 0x524438) this.takeEligibility();
      else this.loop.dates[field] = this.date(3);
      if (field === DATE.terminated || field >= DATE.cobraEvent) this.loop.rare = true;
    } else this.lookAtDate();
  }

  private sameDay(before: number, day: number, what: SaidOnce): number {
    if (before !== 0 && before !== day) this.contradicts(what);
    return day;
  }

  /** Eligibility as a range (RD8), which the guide has for coverage only: its first day and its last. */
  private takeEligibility(): void {
    const start = this.bounds[3] as number;
    const end = this.count < 3 ? start : (this.bounds[4] as number) - 1;
    this.loop.odd = true;
    this.loop.dates[DATE.eligible] = end - start < 17 ? -1 : digitsOfDate(this.bytes, start, start + 8);
    if (end - start >= 17) this.loop.dates[DATE.ineligible] = digitsOfDate(this.bytes, start + 9, end);
  }

  /** A date that nobody keeps: whether it is one is told to the sender, so anything but a plain day is looked at closely. */
  private lookAtDate(): void {
    const value = this.date(3);
    const [month, day] = [Math.trunc(value / 100) % 100, value % 100];
    if (value < 18_500_000 || month < 1 || month > 12 || day < 1 || day > 28) this.loop.odd = true;
  }

  /** D8 is one day; RD8 is two, first and last, joined by a dash (guide: allowed in 2300). Of an end it is the last that ends; the first says when coverage began where nothing else does. */
  private rangeOrDate(field: number): void {
    if (this.count < 3) return;
    const start = this.bounds[3] as number;
    const end = (this.bounds[4] as number) - 1;
    if (this.code(2, 3) !== 0x524438 || end - start < 17) {
      this.loop.coverages[this.hd + field] = this.date(3);
      return;
    }
    const [first, last] = [digitsOfDate(this.bytes, start, start + 8), digitsOfDate(this.bytes, start + 9, end)];
    if (field !== HD.end || this.loop.coverages[this.hd + HD.begin] === 0) this.loop.coverages[this.hd + (field === HD.end ? HD.begin : field)] = first;
    if (field === HD.begin || field === HD.end) this.loop.coverages[this.hd + HD.end] = last;
  }
}
