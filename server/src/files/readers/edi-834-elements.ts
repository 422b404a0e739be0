import { dayOfOtherDate, digitsOfDate, MemberLoop } from './edi-834-member.ts';

/** Codes of the guide have four letters at most; a longer one is as wrong as any. */
const LONGEST_CODE = 6;

/** What `qualifier` gives for such a code. */
export function qualifierOf(code: string): number {
  let value = code.length;
  for (let at = 0; at < code.length; at++) value = Math.imul(value, 131) + code.charCodeAt(at);
  return value;
}

/** The elements of the segment at hand, read where they stand in the buffer. */
export class SegmentElements {
  readonly loop = new MemberLoop();
  protected readonly texts = this.loop.texts;
  protected readonly bytes: Buffer;
  protected readonly bounds: Int32Array;
  protected count = 0;
  protected base = 0;

  /** `bounds[i]` is where element i of the segment at hand begins in `bytes`, `bounds[i + 1] - 1` where it ends. */
  constructor(bytes: Buffer, bounds: Int32Array) {
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
    return this.bytes.compare(this.bytes, this.bounds[element], (this.bounds[element + 1] as number) - 1, (this.texts[slot * 2] as number) + this.base, end + this.base) !== 0;
  }

  protected isFilled(element: number): boolean {
    return element <= this.count && (this.bounds[element + 1] as number) - 1 > (this.bounds[element] as number);
  }

  protected date(element: number): number {
    if (element > this.count) return 0;
    const value = digitsOfDate(this.bytes, this.bounds[element] as number, (this.bounds[element + 1] as number) - 1);
    if (value === 0 && this.isFilled(element)) this.loop.zeroDate = true;
    return value === -1 ? this.otherDate(element) : value;
  }

  private otherDate(element: number): number {
    const value = dayOfOtherDate(this.bytes.toString('latin1', this.bounds[element], (this.bounds[element + 1] as number) - 1));
    if (value > 0) this.loop.repairedDate = this.loop.odd = true;
    return value;
  }

  /** A letter of a code; a small one is taken for its capital, and told to the sender. */
  protected upper(at: number): number {
    const byte = this.bytes[at] as number;
    if (byte < 97 || byte > 122) return byte;
    this.loop.odd = true;
    return byte - 32;
  }

  /** The first two or three bytes of an element as an integer. */
  protected code(element: number, length: 2 | 3): number {
    if (element > this.count) return 0;
    const start = this.bounds[element] as number;
    if ((this.bounds[element + 1] as number) - 1 - start < length) return 0;
    const two = (this.upper(start) << 8) | this.upper(start + 1);
    return length === 2 ? two : (two << 8) | this.upper(start + 2);
  }

  /** A code of up to four letters, mixed with its length. */
  protected qualifier(element: number): number {
    if (element > this.count) return 0;
    const from = this.bounds[element] as number;
    const to = (this.bounds[element + 1] as number) - 1;
    let value = to - from;
    for (let at = from; at < to && at < from + LONGEST_CODE; at++) value = Math.imul(value, 131) + (this.bytes[at] as number);
    return value;
  }
}
