import { MEMBER_SEGMENTS } from '@openbenefits/domain/files/edi-834/member-syntax';
import { strangerCode } from '@openbenefits/domain/files/edi-834/x12-segments';
import { BENEFIT_STATUSES, idOf, packed, PHONE_RANK } from './codes.ts';
import { SCOPE } from './dates.ts';
import { qualifierOf } from './elements.ts';
import { DATE, HD, TEXT } from './member.ts';
import { BIRTH, CORRECTED, FORMER, IL, MemberPlaces } from './places.ts';

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
const LS = idOf('LS');
const LE = idOf('LE');
const LX = idOf('LX');
const COB = idOf('COB');
const AMT = idOf('AMT');
const DSB = idOf('DSB');

/** X12.6: two or three characters, the first a letter. */
const SEGMENT_NAME = /^[A-Z][A-Z0-9]{1,2}$/;
/** Elements up to the last one that these segments have in an 834. */
const FEWEST_ELEMENTS: ReadonlyMap<number, number> = new Map([
  [NM1, 9],
  [REF, 2],
  [DTP, 3],
  [HD_SEGMENT, 4],
  [N4, 3],
  [DMG, 2],
]);

/** Where some senders put the plan that HD04 leaves out: REF*CE, 17, 1L. */
const REFERENCES: ReadonlyMap<number, number> = new Map([
  [packed('CE'), HD.contractClass],
  [packed('17'), HD.reporting],
  [packed('1L'), HD.policy],
]);
/** INS08: the employment has ended. */
const LEFT = qualifierOf('TE');
const LEFT_SMALL = qualifierOf('te');
const EMAIL = packed('EM');
const EXTENSION = packed('EX');
/** HD09 of a late enrollee. */
const LETTER_Y = 0x59;
/** What cannot stand in the loop of reporting categories (2700, 2710, 2750: LX, N1, REF, DTP). */
const BEYOND_CATEGORY: ReadonlySet<number> = new Set([NM1, PER, N3, N4, DMG, ICM, DSB, HD_SEGMENT, COB, AMT]);
/** Segments of a member that hold nothing we keep. */
const OTHER_MEMBER_SEGMENTS: ReadonlySet<number> = new Set(Array.from(MEMBER_SEGMENTS, idOf));

/**
 * Takes the segments of one member's loop, one after the other, and notes where the fields stand. It decodes nothing.
 */
export class MemberSegments extends MemberPlaces {
  private beforeCategory: number = SCOPE.member;
  /** The segment before, and its elements. */
  private before = 0;
  private countBefore = 0;

  /**
   * Begins with an INS of `count` elements; `base` is where the loop begins in the buffer, from which all offsets are
   * counted.
   */
  start(count: number, base: number, segment: number, position: number): void {
    this.loop.start(segment, position);
    this.scope = SCOPE.member;
    this.before = INS;
    this.countBefore = count;
    this.begunBehind = 0;
    this.hd = -1;
    this.count = count;
    this.base = base;
    this.keep(TEXT.subscriber, 1);
    this.keep(TEXT.relationship, 2);
    this.keep(TEXT.action, 3);
    const by = this.statusShift();
    if (by >= 0) this.keep(TEXT.reason, 4);
    this.keep(TEXT.benefitStatus, 5 + by);
    const status = count >= 5 + by ? this.upper(this.bounds[5 + by] as number) : 0;
    if (status !== 0x41) {
      this.loop.rare = true; // not A, active
      this.loop.odd ||= !BENEFIT_STATUSES.has(status);
    }
    if (count >= 6) {
      this.keep(TEXT.medicare, 6 + by);
      this.keep(TEXT.cobraEvent, 7 + by);
      if (this.isFilled(6 + by) || this.isFilled(7 + by)) this.loop.rare = true;
    }
    this.shape(INS);
    const employment = this.qualifier(8 + by);
    if (employment === LEFT || employment === LEFT_SMALL) this.loop.rare = this.loop.hasLeft = true;
    this.loop.shape = Math.imul(this.loop.shape ^ this.qualifier(4), 43) ^ Math.imul(employment, 47);
    if (count < 9) return;
    this.loop.rare = true;
    this.loop.shape =
      Math.imul(this.loop.shape ^ this.qualifier(9), 31) ^
      Math.imul(this.qualifier(10), 37) ^
      Math.imul(this.qualifier(11), 41) ^
      Math.imul(this.qualifier(13), 53);
    this.keep(TEXT.student, 9 + by);
    this.keep(TEXT.handicap, 10 + by);
    // Without its qualifier it is a date only where it looks like one: elements that were miscounted stand here.
    const death = count >= 12 + by ? this.date(12 + by) : 0;
    this.loop.dates[DATE.death] = death < 0 && !this.isFilled(11 + by) ? 0 : death;
    this.keep(TEXT.confidentiality, 13 + by);
    this.keep(TEXT.birthSequence, 17 + by);
  }

  /** Takes a segment of `count` elements after its id, the one with this number in the file. */
  take(id: number, count: number, base: number, number: number): void {
    this.count = count;
    this.base = base;
    this.shape(id);
    if (this.scope === SCOPE.category) {
      if (id === LE || BEYOND_CATEGORY.has(id)) this.scope = this.beforeCategory;
      // Categories that were not closed swallow neither the member's name nor coverage.
      if (!BEYOND_CATEGORY.has(id)) return;
    }
    switch (id) {
      case DTP:
        this.takeDate();
        break;
      case REF:
        if (this.isReferenceOfMember()) this.takeReference();
        else if (this.scope === SCOPE.coverage) this.takeCoverageReference();
        else if (this.scope === SCOPE.coverageOther) this.takeReferenceBehind();
        else if (this.scope === SCOPE.otherName) this.noPlaceFor(REF, 2);
        break;
      case NM1:
        this.takeName();
        break;
      case HD_SEGMENT:
        this.takeCoverage();
        break;
      case N3:
        if (this.isOfMember(TEXT.address1)) this.takeStreet();
        break;
      case N4:
        if (this.isOfMember(TEXT.city) && this.loop.secondAddress !== 'other') this.takePlace();
        break;
      case DMG:
        if (this.isOfMember(BIRTH)) this.takeDemographics();
        else if (this.scope === SCOPE.oldName) this.loop.dates[DATE.oldBirth] = this.date(this.placeOfBirth(), true);
        break;
      case PER:
        if (this.isOfMember(TEXT.phone)) this.takeContact();
        break;
      case ICM:
        if (this.scope === SCOPE.name) {
          this.keep(TEXT.wageFrequency, 1);
          this.keep(TEXT.wage, 2);
          this.loop.rare = true;
        }
        break;
      case DSB:
        this.noPlaceFor(DSB);
        this.scope = SCOPE.disability;
        break;
      case LX:
      case COB:
        this.noPlaceFor(id);
        this.isProvider = id === LX;
        if (this.hd >= 0) this.scope = SCOPE.coverageOther;
        break;
      case LS:
        this.noPlaceFor(LS);
        this.beforeCategory = this.scope;
        this.scope = SCOPE.category;
        break;
      default:
        if (OTHER_MEMBER_SEGMENTS.has(id)) this.noPlaceFor(id, id === AMT ? 2 : 1);
        else {
          this.loop.odd = true;
          if (this.isRestOfSegment()) this.loop.cutBefore ||= number;
          else this.passesOver(id);
        }
    }
    this.before = id;
    this.countBefore = count;
  }

  /**
   * Whether the segment is the rest of one that a terminator in a value has cut: it has no name that a segment can have,
   * or one that X12 does not know, behind a segment that has fewer elements than it needs.
   */
  private isRestOfSegment(): boolean {
    const name = this.segmentName();
    return (
      !SEGMENT_NAME.test(name) ||
      (strangerCode(name) === '1' && this.countBefore < (FEWEST_ELEMENTS.get(this.before) ?? 0))
    );
  }

  private takeReference(): void {
    const at = this.placeOfReference();
    switch (this.code(1, 2)) {
      case 0x3046: // 0F
        if (this.isOther(TEXT.familyKey, at)) this.contradicts('familyKey');
        this.keep(TEXT.familyKey, at);
        break;
      case 0x4f46: // OF, written with the letter
        if (this.texts[TEXT.familyKey * 2 + 1] !== 0) break;
        this.loop.letterForZero = true;
        this.keep(TEXT.familyKey, at);
        break;
      case 0x314c: // 1L
        this.keep(TEXT.groupKey, at);
        break;
      case 0x3233: // 23
        this.keep(TEXT.memberId, at);
        break;
      case 0x5359: // SY
        this.keep(TEXT.ssn, at);
        break;
      case 0x5134: // Q4
        this.keep(TEXT.formerNumber, at);
        this.loop.rare = true;
        break;
      case 0x4458: // DX
        this.keep(TEXT.department, at);
        break;
      default:
        this.noPlaceFor(REF, at);
    }
  }

  private takeCoverageReference(): void {
    const field = REFERENCES.get(this.code(1, 2));
    if (field === undefined) this.noPlaceFor(REF, 2);
    else this.keepCoverage(field, 2);
  }

  /**
   * A provider has no references, so behind it they are the coverage's, and are looked at where that names no plan and
   * has none of them in its place. Behind another insurance they are that one's.
   */
  private takeReferenceBehind(): void {
    const field = REFERENCES.get(this.code(1, 2));
    const { coverages } = this.loop;
    const holds = (slot: number): boolean =>
      (coverages[this.hd + slot * 2] as number) < (coverages[this.hd + slot * 2 + 1] as number);
    if (!this.isProvider || field === undefined || holds(HD.plan) || holds(field)) return;
    this.loop.odd = true;
    this.keepCoverage(field, 2);
  }

  private takeName(): void {
    const code = this.code(1, 2);
    if (this.scope >= SCOPE.coverage && !this.isNameBehind(code)) return;
    if (code === IL || code === CORRECTED) {
      this.scope = SCOPE.name;
      this.loop.corrected = code === CORRECTED;
      const names = this.nameShift();
      const id = names || this.idShift();
      if (this.isOther(TEXT.lastName, 3 + names) || this.isOther(TEXT.firstName, 4 + names)) this.contradicts('person');
      this.keep(TEXT.lastName, 3 + names);
      this.keep(TEXT.firstName, 4 + names);
      this.keep(TEXT.middleName, 5 + names);
      this.noPlaceForElement('NM106', 6 + names);
      this.keep(TEXT.suffix, 7 + id);
      this.keep(TEXT.idQualifier, 8 + id);
      this.keep(TEXT.id, 9 + id);
    } else if (code === FORMER) {
      this.scope = SCOPE.oldName;
      this.loop.hasOldIdentity = true;
      this.loop.rare = true;
      const names = this.nameShift();
      const id = names || this.idShift();
      this.keep(TEXT.oldLastName, 3 + names);
      this.keep(TEXT.oldFirstName, 4 + names);
      this.keep(TEXT.oldMiddleName, 5 + names);
      this.keep(TEXT.oldIdQualifier, 8 + id);
      this.keep(TEXT.oldId, 9 + id);
    } else {
      this.noPlaceFor(NM1);
      this.scope = SCOPE.otherName;
      this.otherName = code;
    }
  }

  private takeDemographics(): void {
    const { dates } = this.loop;
    const at = this.placeOfBirth();
    const birth = this.date(at, true);
    if (dates[DATE.birth] !== 0 && dates[DATE.birth] !== birth) this.contradicts('dateOfBirth');
    dates[DATE.birth] = birth;
    this.loop.datesAt[DATE.birth] = this.offset(at);
    this.keep(TEXT.gender, at + 1);
    this.noPlaceForElement('DMG04', at + 2);
    this.noPlaceForElement('DMG05', at + 3);
    this.noPlaceForElement('DMG06', at + 4);
  }

  /**
   * The guide has one N3; a second one before the place is a second line. One behind it is another address, and the
   * first stays.
   */
  private takeStreet(): void {
    const isFilled = (slot: number): boolean => this.texts[slot * 2 + 1] !== 0;
    if (!isFilled(TEXT.address1)) {
      this.keep(TEXT.address1, 1);
      this.keep(TEXT.address2, 2);
      return;
    }
    this.loop.odd = true;
    this.loop.secondAddress = isFilled(TEXT.city) || isFilled(TEXT.address2) ? 'other' : 'line';
    if (this.loop.secondAddress === 'line') this.keep(TEXT.address2, 1);
  }

  private takePlace(): void {
    const by = this.placeShift();
    this.keep(TEXT.city, 1);
    this.keep(TEXT.state, 2 + by);
    this.keep(TEXT.zip, 3 + by);
    this.keep(TEXT.country, 4 + by);
    this.noPlaceForElement('N406', 6 + by);
    if (this.isFilled(4 + by)) this.loop.rare = true;
  }

  private takeContact(): void {
    for (let element = 3; element + 1 <= this.count; element += 2) {
      const code = this.code(element, 2);
      const rank = PHONE_RANK.get(code) ?? 0;
      if (code === EMAIL) this.keep(TEXT.email, element + 1);
      else if (code !== EXTENSION) {
        if (rank === 0 || this.loop.phoneRank > 0) this.noPlaceForElement('PER', element + 1);
        if (rank <= this.loop.phoneRank) continue;
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
    this.otherBehind = false;
    this.openCoverage();
    this.keepCoverage(HD.action, 1);
    const by = this.coverageShift();
    this.keepCoverage(HD.line, 3 + by);
    this.keepCoverage(HD.plan, 4 + by);
    this.keepCoverage(HD.tier, this.placeOfTier(by));
    if (this.count >= 9 && this.upper(this.bounds[9] as number) === LETTER_Y) this.noPlaceForElement('HD09', 9);
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
}
