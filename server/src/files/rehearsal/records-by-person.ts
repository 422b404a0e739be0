import type { Identity } from '@openbenefits/domain/files/match-person';

/**
 * Slots of the first part; each further one has twice as many, up to 64 MB for some four million keys. Those that come
 * later are not remembered.
 */
const FIRST_SLOTS = 2 ** 14;
const MOST_SLOTS = 2 ** 22;

type Part = { marks: Uint32Array; records: Int32Array; room: number };

function partOf(slots: number): Part {
  return { marks: new Uint32Array(slots), records: new Int32Array(slots), room: slots / 2 };
}
/** Of a digest, so many letters tell everybody apart. */
const LETTERS = 16;

/** FNV-1a of the first letters of a key, whatever their case; nothing but letters and digits counts. */
function mixed(seed: number, key: string, most = key.length): number {
  let hash = seed;
  for (let at = 0; at < key.length && at < most; at++) {
    const letter = key.charCodeAt(at) | 0x20;
    if (letter > 0x2f) hash = Math.imul(hash ^ letter, 0x01000193);
  }
  return hash;
}

/** Every bit of the one stands for every bit of the other. */
function spread(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return Math.imul(half ^ (half >>> 13), 0xc2b2ae35);
}

/**
 * The records of a file by the SSN, and by the birth date with the name, of the people they bring in: two numbers a
 * key, in open addressing and growing parts, so that no key is ever moved. Of a hundred million keys that were never
 * there, it takes a few for another's.
 */
export class RecordsByPerson {
  readonly #parts: Part[] = [partOf(FIRST_SLOTS)];
  /** Records of one group follow each other. */
  #group = { id: '', hash: 0 };

  /**
   * The earlier records with a key of this person; from now on those keys are this record's, where they were nobody's.
   */
  othersOf(
    groupId: string,
    {
      ssnKey,
      birthKey,
      firstName = '',
      lastName = '',
    }: Pick<Identity, 'ssnKey' | 'birthKey' | 'firstName' | 'lastName'>,
    recordNo: number,
  ): number[] {
    if (this.#group.id !== groupId) this.#group = { id: groupId, hash: mixed(0x811c9dc5, groupId) };
    const group = this.#group.hash;
    const bySsn =
      ssnKey === null
        ? undefined
        : this.#look(mixed(group, ssnKey, LETTERS), mixed(0x9747b28c, ssnKey, LETTERS), recordNo);
    if (birthKey === null) return bySsn === undefined ? [] : [bySsn];
    const byBirth = this.#look(
      mixed(mixed(mixed(group, birthKey, LETTERS), firstName), lastName),
      mixed(mixed(mixed(0x3c6ef372, birthKey, LETTERS), firstName), lastName),
      recordNo,
    );
    if (byBirth === undefined || byBirth === bySsn) return bySsn === undefined ? [] : [bySsn];
    return bySsn === undefined ? [byBirth] : [bySsn, byBirth];
  }

  #look(hash: number, other: number, recordNo: number): number | undefined {
    const place = spread(hash);
    // Zero is an empty slot.
    const mark = spread(other) >>> 0 || 1;
    for (const { marks, records } of this.#parts) {
      const slot = slotOf(marks, mark, place);
      if (marks[slot] === mark) return records[slot];
    }
    let part = this.#parts[this.#parts.length - 1] as Part;
    if (part.room === 0 && part.marks.length === MOST_SLOTS) return undefined;
    if (part.room === 0) this.#parts.push((part = partOf(part.marks.length * 2)));
    part.room -= 1;
    const slot = slotOf(part.marks, mark, place);
    part.marks[slot] = mark;
    part.records[slot] = recordNo;
    return undefined;
  }
}

/** The slot of the mark, or the free one where it would stand: a part is never more than half full. */
function slotOf(marks: Uint32Array, mark: number, place: number): number {
  const last = marks.length - 1;
  let slot = place & last;
  while (marks[slot] !== mark && marks[slot] !== 0) slot = (slot + 1) & last;
  return slot;
}
