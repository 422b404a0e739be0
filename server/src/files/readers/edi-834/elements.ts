import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { ElementAside } from '@openbenefits/domain/files/edi-834/left-aside';
import { readOtherDate } from '@openbenefits/domain/files/edi-834/other-date';
import { LeftAside } from './left-aside.ts';
import { digitsOfDate, FIRST_DAY, MemberLoop, UNCLEAR_DATE } from './member.ts';

/** Codes of the guide have four letters at most; a longer one is as wrong as any. */
const LONGEST_CODE = 6;

const BLANK = 32;

/** DTP02: a year of two digits. */
const D6 = 0x4436;

/** What `qualifier` gives for such a code. */
export function qualifierOf(code: string): number {
  let value = code.length;
  for (let at = 0; at < code.length; at++) value = Math.imul(value, 131) + code.charCodeAt(at);
  return value;
}

/** The elements of the segment at hand, read where they stand in the buffer. */
export class SegmentElements {
  readonly loop = new MemberLoop();
  /** What of the file's members has no place here. */
  readonly leftAside = new LeftAside();
  protected readonly texts = this.loop.texts;
  protected readonly bytes: Buffer;
  protected readonly bounds: Int32Array;
  protected count = 0;
  protected base = 0;

  private readonly today: CalendarDate;

  /** `bounds[i]` is where element i of the segment at hand begins in `bytes`, `bounds[i + 1] - 1` where it ends. */
  constructor(bytes: Buffer, bounds: Int32Array, today: CalendarDate) {
    this.today = today;
    this.bytes = bytes;
    this.bounds = bounds;
  }

  protected keep(slot: number, element: number): void {
    if (element > this.count) return;
    this.texts[slot * 2] = (this.bounds[element] as number) - this.base;
    this.texts[slot * 2 + 1] = (this.bounds[element + 1] as number) - 1 - this.base;
  }

  /** Whether the field holds another text already; to be asked before it is kept. */
  protected isOther(slot: number, element: number): boolean {
    const end = this.texts[slot * 2 + 1] as number;
    if (end === 0 || element > this.count) return false;
    return (
      this.bytes.compare(
        this.bytes,
        this.bounds[element],
        (this.bounds[element + 1] as number) - 1,
        (this.texts[slot * 2] as number) + this.base,
        end + this.base,
      ) !== 0
    );
  }

  /** Counts the segment at hand, which is kept nowhere; `value` is the element that says something. */
  protected noPlaceFor(id: number, value = 1): void {
    if (this.says(value))
      this.leftAside.count(Math.imul(id, 0x9e3779b1) ^ this.qualifier(1), () => ({
        segment: this.elementText(0),
        code: this.elementText(1),
      }));
  }

  /** Notes an element of a segment that is kept, which is not. */
  protected noPlaceForElement(name: ElementAside, element: number): void {
    if (this.says(element)) this.leftAside.note(name);
  }

  /** Counts a segment that other sets of X12 have, and no 834. */
  protected passesOver(id: number): void {
    this.leftAside.count(Math.imul(id, 0x9e3779b1), () => ({ segment: this.elementText(0), code: '' }));
  }

  protected segmentName(): string {
    return this.elementText(0);
  }

  private elementText(element: number): string {
    return element > this.count
      ? ''
      : this.bytes
          .toString('latin1', this.bounds[element], (this.bounds[element + 1] as number) - 1)
          .trim()
          .toUpperCase();
  }

  protected isFilled(element: number): boolean {
    return element <= this.count && (this.bounds[element + 1] as number) - 1 > (this.bounds[element] as number);
  }

  /** Whether an element holds more than blanks, which some senders write where there is nothing. */
  private says(element: number): boolean {
    if (!this.isFilled(element)) return false;
    const end = (this.bounds[element + 1] as number) - 1;
    return this.firstOf(element, end) < end;
  }

  /** Keeps where an element begins, as an offset. */
  protected offset(element: number): number {
    return (this.bounds[element] as number) - this.base;
  }

  /** The day of an element as an integer; `past`: a birth. */
  protected date(element: number, past = false): number {
    if (element > this.count) return 0;
    const value = digitsOfDate(this.bytes, this.bounds[element] as number, (this.bounds[element + 1] as number) - 1);
    if (value === 0 && this.isFilled(element)) this.loop.zeroDate = true;
    return value === -1 || (value !== 0 && value < FIRST_DAY) ? this.otherDate(element, value, past) : value;
  }

  /** `value`: the digits as they stand, which are no day. */
  private otherDate(element: number, value: number, past: boolean): number {
    const text = this.bytes.toString('latin1', this.bounds[element], (this.bounds[element + 1] as number) - 1);
    const other = readOtherDate(text, { today: this.today, isShort: this.code(element - 1, 2) === D6, past });
    if (other === undefined) return value;
    this.loop.odd = true;
    if (other === 'unclear') return UNCLEAR_DATE;
    this.loop.repairedDates.add(other.form);
    return Number(other.date.replaceAll('-', ''));
  }

  /** A letter of a code; a small one is taken for its capital, and told to the sender. */
  protected upper(at: number): number {
    const byte = this.bytes[at] as number;
    if (byte < 97 || byte > 122) return byte;
    this.loop.odd = true;
    return byte - 32;
  }

  /** Where an element that ends at `end` begins behind its blanks. */
  protected firstOf(element: number, end: number): number {
    let at = this.bounds[element] as number;
    while (at < end && (this.bytes[at] as number) === BLANK) at++;
    return at;
  }

  /** The first two or three letters of an element as an integer. */
  protected code(element: number, length: 2 | 3): number {
    if (element > this.count) return 0;
    const end = (this.bounds[element + 1] as number) - 1;
    const start = this.firstOf(element, end);
    if (end - start < length) return 0;
    const two = (this.upper(start) << 8) | this.upper(start + 1);
    return length === 2 ? two : (two << 8) | this.upper(start + 2);
  }

  /** A code of up to four letters, without blanks around it, mixed with its length. */
  protected qualifier(element: number): number {
    if (element > this.count) return 0;
    let from = this.bounds[element] as number;
    let to = (this.bounds[element + 1] as number) - 1;
    while (from < to && (this.bytes[from] as number) === BLANK) from++;
    while (to > from && (this.bytes[to - 1] as number) === BLANK) to--;
    let value = to - from;
    for (let at = from; at < to && at < from + LONGEST_CODE; at++)
      value = Math.imul(value, 131) + (this.bytes[at] as number);
    return value;
  }
}
