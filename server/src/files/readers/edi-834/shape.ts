import { idOf } from './codes.ts';
import { MemberDates } from './dates.ts';

const NM1 = idOf('NM1');
const REF = idOf('REF');
const DTP = idOf('DTP');
const HD = idOf('HD');
const PER = idOf('PER');
const N3 = idOf('N3');
const N4 = idOf('N4');
const DMG = idOf('DMG');
const ICM = idOf('ICM');
const EC = idOf('EC');
const DSB = idOf('DSB');

export const LONGEST_SUFFIX = 10;
/** N402; of an address abroad it may be longer, which the guide does not allow. */
export const LONGEST_STATE = 2;

/**
 * The shortest limit of a segment's texts: whatever is longer is looked at closely. Asked for each segment: a switch is
 * quicker than a map.
 */
export function longestOf(id: number): number {
  switch (id) {
    case NM1:
      return 25;
    case N4:
      return 15;
    case REF:
    case HD:
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

/**
 * The shape of a member's loop: loops of one shape break the same rules of syntax, so one of each is looked at closely.
 */
export class ShapedSegments extends MemberDates {
  /** Mixes into the loop's shape which segment stands there, which of its elements are filled, and its qualifiers. */
  protected shape(id: number): void {
    const { bytes, bounds, count } = this;
    const longest = longestOf(id);
    let filled = 0;
    let most = 0;
    let from = bounds[1] as number;
    for (let element = 1; element <= count; element++) {
      const next = bounds[element + 1] as number;
      const length = next - 1 - from;
      if (length > most) most = length;
      if (length > 0 && ((bytes[from] as number) > 32 || !isBlank(bytes, from, next - 1)))
        filled |= 1 << (element & 31);
      from = next;
    }
    if (
      most > longest ||
      (id === NM1 && count >= 7 && (bounds[8] as number) - 1 - (bounds[7] as number) > LONGEST_SUFFIX) ||
      (id === N4 && count >= 2 && (bounds[3] as number) - 1 - (bounds[2] as number) > LONGEST_STATE)
    )
      this.loop.odd = true;
    let shape = Math.imul(this.loop.shape ^ id, 0x9e3779b1) ^ filled;
    shape = Math.imul(shape ^ (shape >>> 15), 0x85ebca6b);
    if (id === REF || id === DTP || id === NM1 || id === DMG || id === PER || id === ICM || id === EC || id === DSB) {
      shape = Math.imul(shape ^ this.qualifier(1), 0x9e3779b1);
      if (id === PER)
        shape = Math.imul(
          shape ^ this.qualifier(3) ^ Math.imul(this.qualifier(5), 59) ^ Math.imul(this.qualifier(7), 61),
          0x85ebca6b,
        );
      if (id === DTP || id === NM1) shape = Math.imul(shape ^ this.qualifier(2), 0x85ebca6b);
      if (id === DMG) shape = Math.imul(shape ^ this.qualifier(3), 0x85ebca6b);
      if (id === NM1) shape = Math.imul(shape ^ this.qualifier(8), 0xc2b2ae35);
    }
    this.loop.shape = shape ^ (shape >>> 13);
  }
}
