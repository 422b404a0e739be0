import { BEYOND_GUIDE, LINE_OF_CODE, OTHER_LINES, TIER_OF_CODE } from '@openbenefits/domain/files/edi-834/edi-834';
import { BENEFIT_STATUSES, EMPLOYMENT_STATUSES, packed } from './codes.ts';
import { SegmentElements } from './elements.ts';
import { digitsOfDate } from './member.ts';
import type { Miscounted } from './miscounted-segment.ts';

/** NM108, with what is sent there beside the two of the guide. */
const ID_QUALIFIERS: ReadonlySet<number> = new Set(['34', 'ZZ', 'SY', 'MI'].map(packed));
const LINES: ReadonlySet<number> = new Set(
  [...LINE_OF_CODE.keys(), ...BEYOND_GUIDE, ...OTHER_LINES.keys()].map(packed),
);
const TIERS: ReadonlySet<number> = new Set(Array.from(TIER_OF_CODE.keys(), packed));

/**
 * Segments in which a sender has written an element too few or too many, so that all that follows stands in a wrong
 * place: the most common mistake of files that are made by hand or by a spreadsheet. Mended where codes that mean
 * nothing else in their places tell which is meant; it is said at the person, and the acknowledgement tells it too.
 * Each method answers by how many elements to look further on (1) or before (-1), or in which element to look.
 */
export class MiscountedElements extends SegmentElements {
  private tell(segment: Miscounted): void {
    this.loop.odd = true;
    const { miscounted } = this.loop;
    if (miscounted === null) this.loop.miscounted = [segment];
    else if (!miscounted.includes(segment)) miscounted.push(segment);
  }

  private length(element: number): number {
    return element > this.count ? 0 : (this.bounds[element + 1] as number) - 1 - (this.bounds[element] as number);
  }

  /** An element of two to four letters as a code; 0 for any other. */
  private wholeCode(element: number): number {
    const length = this.length(element);
    if (length < 2 || length > 4) return 0;
    let value = 0;
    for (let at = this.bounds[element] as number; at < (this.bounds[element + 1] as number) - 1; at++)
      value = (value << 8) | (this.bytes[at] as number);
    return value;
  }

  private isStatus(element: number): boolean {
    return this.length(element) === 1 && BENEFIT_STATUSES.has(this.bytes[this.bounds[element] as number] as number);
  }

  /**
   * INS05 and all that follows it. INS04 has no codes of one letter; one in INS06 is a Medicare plan unless an
   * employment status stands where INS09 has that of students.
   */
  protected statusShift(): -1 | 0 | 1 {
    if (this.isFilled(5)) return 0;
    const shift = this.isStatus(4) ? -1 : this.isStatus(6) && EMPLOYMENT_STATUSES.has(this.wholeCode(9)) ? 1 : 0;
    if (shift !== 0) this.tell('INS');
    return shift;
  }

  /** REF03 is a description, which the guide does not use. */
  protected placeOfReference(): 2 | 3 {
    if (this.count < 3 || this.isFilled(2) || !this.isFilled(3)) return 2;
    this.tell('REF');
    return 3;
  }

  /** DTP03, or DTP02 where its qualifier of the form (D8) is left out. */
  protected placeOfDate(): 2 | 3 {
    if (
      this.isFilled(3) ||
      this.count < 2 ||
      digitsOfDate(this.bytes, this.bounds[2] as number, (this.bounds[3] as number) - 1) <= 0
    )
      return 3;
    this.tell('DTP');
    return 2;
  }

  /** DMG02, or DMG01 where its qualifier of the form (D8) is left out. */
  protected placeOfBirth(): 1 | 2 {
    if (this.length(1) !== 8 || digitsOfDate(this.bytes, this.bounds[1] as number, (this.bounds[2] as number) - 1) <= 0)
      return 2;
    this.tell('DMG');
    return 1;
  }

  /** NM103 to NM105. NM102 is a digit, which tells a person from a company; where a word stands, it was left out. */
  protected nameShift(): -1 | 0 {
    if (this.length(2) < 2 || ((this.bytes[(this.bounds[2] as number) + 1] as number) | 0x20) < 0x61) return 0;
    this.tell('NM1');
    return -1;
  }

  /** NM107 to NM109: the qualifier of the number tells where it stands. */
  protected idShift(): -1 | 0 | 1 {
    if (this.count < 8 || (this.count === 9 && this.isFilled(9))) return 0;
    const shift =
      !this.isFilled(9) && this.isFilled(8) && ID_QUALIFIERS.has(this.wholeCode(7))
        ? -1
        : this.isFilled(10) && ID_QUALIFIERS.has(this.wholeCode(9)) && !ID_QUALIFIERS.has(this.wholeCode(8))
          ? 1
          : 0;
    if (shift !== 0) this.tell('NM1');
    return shift;
  }

  /** N402 and N403: a state of two letters with digits behind it, one place too far. */
  protected placeShift(): 0 | 1 {
    if (this.count < 4 || this.isFilled(2) || this.length(3) !== 2) return 0;
    const [letter, digit] = [
      this.bytes[this.bounds[3] as number] as number,
      this.bytes[this.bounds[4] as number] as number,
    ];
    if (letter < 65 || digit < 48 || digit > 57) return 0;
    this.tell('N4');
    return 1;
  }

  /**
   * HD03 and all that follows it. HD02 is not used by the guide; a code of a line in HD04 is one where a plan follows
   * it.
   */
  protected coverageShift(): -1 | 0 | 1 {
    const before = this.isFilled(2) && LINES.has(this.wholeCode(2)) && !LINES.has(this.wholeCode(3));
    const behind =
      !before && !this.isFilled(3) && LINES.has(this.wholeCode(4)) && this.isFilled(5) && !TIERS.has(this.wholeCode(5));
    if (before || behind) this.tell('HD');
    return before ? -1 : behind ? 1 : 0;
  }

  /** HD05, or HD06 where the level of coverage stands in the place of a count. */
  protected placeOfTier(shift: -1 | 0 | 1): number {
    const place = 5 + shift;
    if (this.count <= place || this.isFilled(place) || !TIERS.has(this.wholeCode(place + 1))) return place;
    this.tell('HD');
    return place + 1;
  }
}
