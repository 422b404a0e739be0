import type { DateForm } from '@openbenefits/domain/files/edi-834/other-date';
import type { Miscounted } from './miscounted-segment.ts';
import { READER_LIMITS } from '../limits.ts';

/**
 * Fields of a member whose text is kept: each is a pair of offsets into the member's loop, decoded once when the loop
 * ends.
 */
export const TEXT = {
  subscriber: 0,
  relationship: 1,
  action: 2,
  reason: 3,
  benefitStatus: 4,
  student: 5,
  handicap: 6,
  confidentiality: 7,
  familyKey: 8,
  groupKey: 9,
  memberId: 10,
  department: 11,
  lastName: 12,
  firstName: 13,
  middleName: 14,
  suffix: 15,
  idQualifier: 16,
  id: 17,
  email: 18,
  phone: 19,
  address1: 20,
  address2: 21,
  city: 22,
  state: 23,
  zip: 24,
  country: 25,
  gender: 26,
  wageFrequency: 27,
  wage: 28,
  oldLastName: 29,
  oldFirstName: 30,
  oldMiddleName: 31,
  oldIdQualifier: 32,
  oldId: 33,
  medicare: 34,
  cobraEvent: 35,
  ssn: 36,
  birthSequence: 37,
  phoneExtension: 38,
  formerNumber: 39,
} as const;
export const TEXTS = 40;

/** No date of a person lies before it: such digits are a date of another order. */
export const FIRST_DAY = 18_500_000;
/** Of a date that may be one of two days. */
export const UNCLEAR_DATE = -2;

/** Dates of a member, as integers CCYYMMDD: 0 absent, -1 not a date, -2 not clear which. */
export const DATE = {
  birth: 0,
  oldBirth: 1,
  death: 2,
  hired: 3,
  terminated: 4,
  eligible: 5,
  ineligible: 6,
  effective: 7,
  memberBegin: 8,
  memberEnd: 9,
  cobraEvent: 10,
  cobraBegin: 11,
  cobraEnd: 12,
  rehired: 13,
} as const;
const DATES = 14;

/**
 * Fields of one HD loop: pairs of offsets for texts, by their number; dates, by their place, and where the first day
 * stands; and references (REF*CE, 17, 1L), texts again.
 */
export const HD = {
  action: 0,
  line: 1,
  plan: 2,
  tier: 3,
  begin: 8,
  end: 9,
  effective: 10,
  beginAt: 11,
  contractClass: 6,
  reporting: 7,
  policy: 8,
} as const;
const HD_SIZE = 18;

/** What is said of a person, or of a coverage, once. */
export type SaidOnce = 'person' | 'familyKey' | 'dateOfBirth' | 'from' | 'until';

/** What was seen of one member's loop (2000) while its bytes went by. One object is used for all members of a file. */
export class MemberLoop {
  readonly texts = new Int32Array(TEXTS * 2);
  readonly dates = new Int32Array(DATES);
  /** Where those stand that most members have, as an offset; of others it says nothing. */
  readonly datesAt = new Int32Array(DATES);
  readonly coverages = new Int32Array(READER_LIMITS.ediCoverages * HD_SIZE);
  coverageCount = 0;
  /** All bytes of the loop or-ed: 128 and above when one is not ASCII. */
  high = 0;
  /** All bytes of its segments, less 32, or-ed: negative when one is a control character. */
  low = 0;
  /** INS08 says that the employment has ended. */
  hasLeft = false;
  /** NM1*74: the identity in NM1*70 is the old one. */
  corrected = false;
  hasOldIdentity = false;
  /** The name, address or birth date stands behind a coverage instead of before it. */
  nameBehind = false;
  /**
   * An address, a contact or a birth date stood before the member's name, or behind that of an address, an employer or
   * a school.
   */
  misplaced = false;
  /** A birth date stood behind the name of somebody else, and the member has none. */
  birthOfOther = false;
  /**
   * A last day stood behind another insurance, or behind the provider of a coverage that has a first day of its own.
   */
  endBehind = false;
  /** A second street line in an N3 of its own, or a second address. */
  secondAddress: 'line' | 'other' | null = null;
  /** 346 or 347 stood for 348 or 349. */
  oldDateCodes = false;
  tooManyCoverages = false;
  /** A date of zeros, which says no date. */
  zeroDate = false;
  /** How dates stand from which a day was taken, though they are not CCYYMMDD. */
  readonly repairedDates = new Set<DateForm>();
  /** Codes of dates (DTP01) that have no place here. */
  leftAside: string[] | null = null;
  /** The subscriber's number stands under OF, with the letter, instead of 0F. */
  letterForZero = false;
  /** What stands there twice with different values, and in which HD loop: nobody knows which of them holds. */
  saidTwice: { what: SaidOnce; coverage: number } | null = null;
  /** Segments of which an element was left out, or written twice, and which were taken as they are meant. */
  miscounted: Miscounted[] | null = null;
  /** Something that few members have was seen (status C, death, wage, student, handicap, old identity …). */
  rare = false;
  /** Something that may break the guide was seen: the loop is looked at closely for the acknowledgement. */
  odd = false;
  /**
   * A digest of which segments stand in which order with which elements and qualifiers: loops of one shape break the
   * same rules of syntax.
   */
  shape = 0;
  /** Number of the INS in the file and its position in the transaction set. */
  segment = 0;
  position = 0;
  phoneRank = 0;
  /** Number in the file of the first segment that X12 does not have, or 0. */
  cutBefore = 0;

  /** The field was said of something else. */
  forget(slot: number): void {
    this.texts[slot * 2] = 0;
    this.texts[slot * 2 + 1] = 0;
  }

  start(segment: number, position: number): void {
    for (let slot = 1; slot < TEXTS * 2; slot += 2) this.texts[slot] = 0;
    for (let slot = 0; slot < DATES; slot++) this.dates[slot] = 0;
    this.coverageCount = 0;
    this.high = 0;
    this.low = 0;
    this.hasLeft = false;
    this.corrected = false;
    this.hasOldIdentity = false;
    this.nameBehind = false;
    this.misplaced = false;
    this.birthOfOther = false;
    this.endBehind = false;
    this.secondAddress = null;
    this.oldDateCodes = false;
    this.tooManyCoverages = false;
    this.zeroDate = false;
    if (this.repairedDates.size > 0) this.repairedDates.clear();
    this.leftAside = null;
    this.letterForZero = false;
    this.saidTwice = null;
    this.miscounted = null;
    this.rare = false;
    this.odd = false;
    this.shape = 0;
    this.segment = segment;
    this.position = position;
    this.phoneRank = 0;
    this.cutBefore = 0;
  }

  /**
   * Opens an HD loop; where it begins in `coverages`. Loops beyond the guide's 99 all write over the last and are told.
   */
  openCoverage(): number {
    if (this.coverageCount === READER_LIMITS.ediCoverages) this.tooManyCoverages = true;
    else this.coverageCount++;
    const base = this.coverage(this.coverageCount - 1);
    for (let place = base; place < base + HD_SIZE; place++) this.coverages[place] = 0;
    return base;
  }

  coverage(index: number): number {
    return index * HD_SIZE;
  }

  coverageText(base: number, slot: number, from: number, to: number): void {
    this.coverages[base + slot * 2] = from;
    this.coverages[base + slot * 2 + 1] = to;
  }
}

/** Eight digits as an integer; -1 when the text is anything else, 0 when it is empty. Blanks around are left aside. */
export function digitsOfDate(bytes: Buffer, from: number, to: number): number {
  let start = from;
  let end = to;
  while (start < end && (bytes[start] as number) <= 32) start++;
  while (end > start && (bytes[end - 1] as number) <= 32) end--;
  if (start === end) return 0;
  if (end - start !== 8) return -1;
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] as number) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
