import { idOf } from './codes.ts';
import { longestOf, LONGEST_STATE, LONGEST_SUFFIX } from './shape.ts';

const NM1 = idOf('NM1');
const N4 = idOf('N4');

const KIND = { separator: 1, terminator: 2, other: 3 } as const;
/**
 * An element that is empty, one that is a field, and the end of a segment; whatever is greater is a short element
 * itself, or a segment's name.
 */
const PART = { empty: 0, field: 1, end: 2 } as const;
/** Longer elements are fields; the guide's codes of four letters and more stand in few members. */
const LONGEST_CODE = 3;
const MOST_PARTS = 1024;
const MOST_FIELDS = 64;
const MOST_ELEMENTS = 31;
/** Behind a member's last segment stands at least the end of its set. */
const SHORTEST_END = 8;

const bits = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum | (1 << number), 0);

/**
 * What holds for a segment: how long its elements may be, which of them are fields however short they are (a bit for
 * each), and whether no member holds it.
 */
const LONGEST = 0xffff;
const FREE = 16;
const MOST_FREE = 0xff;
const NO_MEMBERS = 1 << 30;
const USUAL = longestOf(0);
/** Found by a multiplication that gives each of these its own place: they are looked up for every segment of a file. */
const placeOf = (id: number): number => Math.imul(id, 19_943) >>> 26;
const RULES = new Int32Array(64).fill(USUAL);
const RULED = new Int32Array(RULES.length);

for (const [name, ...free] of [['NM1', 3, 4, 5], ['REF', 2], ['N3', 1, 2], ['N4', 1, 2, 3], ['HD'], ['PER']] as const)
  setRule(name, bits(free) << FREE);
for (const name of ['INS', 'SE', 'ST', 'GE', 'GS', 'IEA', 'ISA']) setRule(name, NO_MEMBERS);

function setRule(name: string, more: number): void {
  const id = idOf(name);
  const place = placeOf(id);
  if (RULED[place] !== 0) throw new Error(`Two segments at one place: ${name}`);
  RULED[place] = id;
  RULES[place] = longestOf(id) | more;
}

/**
 * Parts a member's loop into its form and its fields. The form is everything but the texts of the fields: the segments
 * in their order, which elements are empty, and every code. Two members of one form differ in nothing but what stands
 * in their fields.
 */
export class FormScan {
  /** Where the fields begin and end in the buffer, in their order. */
  readonly fields = new Int32Array(MOST_FIELDS * 2);
  fieldCount = 0;
  segmentCount = 0;
  /** The form, part by part. */
  readonly parts = new Int32Array(MOST_PARTS);
  partCount = 0;
  hash = 0;
  private readonly bytes: Buffer;
  private readonly kinds = new Uint8Array(256);
  private elementSeparator = -1;
  private segmentTerminator = -1;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** To be told before members are scanned; they are others only where an interchange begins. */
  separate(elementSeparator: number, segmentTerminator: number): void {
    if (elementSeparator === this.elementSeparator && segmentTerminator === this.segmentTerminator) return;
    this.elementSeparator = elementSeparator;
    this.segmentTerminator = segmentTerminator;
    for (let byte = 0; byte < 256; byte++) this.kinds[byte] = byte < 32 || byte > 126 ? KIND.other : 0;
    this.kinds[elementSeparator] = KIND.separator;
    this.kinds[segmentTerminator] = KIND.terminator;
  }

  /**
   * Looks at the member whose INS begins at `start`, in a buffer with a terminator at `end`. Where the segment behind
   * the member begins; 0 where the member has no form: it is cut by the end of the buffer, or something in it is
   * unusual.
   */
  scan(start: number, end: number): number {
    const { bytes, kinds, parts, fields } = this;
    let part = 0;
    let field = 0;
    let hash = 0;
    let segment = 0;
    for (let at = start; ;) {
      if (at + SHORTEST_END >= end || part + MOST_ELEMENTS + 2 > MOST_PARTS || (bytes[at] as number) > 90) return 0;
      let id = ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8);
      if (kinds[bytes[at + 2] as number] === KIND.separator) at += 3;
      else if (kinds[bytes[at + 3] as number] === KIND.separator) {
        id |= bytes[at + 2] as number;
        at += 4;
      } else return 0;
      const place = placeOf(id);
      const rule = RULED[place] === id ? (RULES[place] as number) : USUAL;
      if (rule >= NO_MEMBERS && segment > 0) {
        this.partCount = part;
        this.fieldCount = field;
        this.segmentCount = segment;
        this.hash = hash;
        return at - (id & 0xff ? 4 : 3);
      }
      segment++;
      parts[part++] = id;
      hash = Math.imul(hash ^ id, 0x9e3779b1);
      const free = (rule >> FREE) & MOST_FREE;
      const longest = rule & LONGEST;
      let from = at;
      for (let element = 1; ; element++) {
        let kind = kinds[bytes[at++] as number] as number;
        while (kind === 0) kind = kinds[bytes[at++] as number] as number;
        if (kind === KIND.other || element > MOST_ELEMENTS) return 0;
        const length = at - 1 - from;
        let value: number = PART.empty;
        if (length > LONGEST_CODE || (length > 0 && (free >> element) & 1)) {
          if (
            length > longest ||
            field === MOST_FIELDS ||
            (bytes[from] as number) <= 32 ||
            (id === NM1 && element === 7 && length > LONGEST_SUFFIX) ||
            (id === N4 && element === 2 && length > LONGEST_STATE)
          )
            return 0;
          fields[field * 2] = from;
          fields[field * 2 + 1] = at - 1;
          field++;
          value = PART.field;
        } else if (length > 0) {
          value = (length << 24) | ((bytes[from] as number) << 16);
          if (length > 1) value |= (bytes[from + 1] as number) << 8;
          if (length > 2) value |= bytes[from + 2] as number;
        }
        parts[part++] = value;
        hash = Math.imul(hash ^ value, 0x9e3779b1);
        if (kind === KIND.terminator) {
          // The guide forbids a separator at the end of a segment; it is told.
          if (length === 0) return 0;
          break;
        }
        from = at;
      }
      parts[part++] = PART.end;
      hash = Math.imul(hash ^ (hash >>> 15) ^ PART.end, 0x85ebca6b);
      while (at < end && (bytes[at] as number) <= 32) at++;
    }
  }
}
