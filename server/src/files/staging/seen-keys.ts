/**
 * Bits per key (a power of two, because a part has as many bits), and places that a key sets. With `sure`, of a hundred
 * million keys that were never seen, one is taken for seen; with `likely`, one of ten thousand.
 */
const BITS_PER_KEY = { sure: 64, likely: 32 } as const;
const PLACES = { sure: 9, likely: 6 } as const;
/** Keys of the first part; each further one takes twice as many. */
const FIRST_KEYS = 2 ** 16;
/** 64 MB, for eight million keys; the last part takes all that come after, and more and more of them for seen. */
const MOST_BITS = 2 ** 29;

type Part = { bits: Uint32Array; mask: number; room: number; places: number };

/**
 * Which keys of people have come in a file so far (B. H. Bloom, 1970; in growing parts, P. S. Almeida and others,
 * 2007): `hasOrAdd` may be wrong about a key that never came, but never about one that did. It takes a few bytes a key,
 * however long the file turns out to be.
 */
export class SeenKeys {
  readonly #precision: keyof typeof BITS_PER_KEY;
  readonly #parts: Part[] = [];
  #group = beginningsOf('');

  /** `likely` for whom being in doubt costs little. */
  constructor(precision: keyof typeof BITS_PER_KEY) {
    this.#precision = precision;
    this.#addPart();
  }

  #addPart(): Part {
    const room = FIRST_KEYS * 2 ** this.#parts.length;
    const bits = Math.min(MOST_BITS, room * BITS_PER_KEY[this.#precision]);
    const part = {
      bits: new Uint32Array(bits / 32),
      mask: bits - 1,
      room: bits === MOST_BITS ? Number.POSITIVE_INFINITY : room,
      places: PLACES[this.#precision],
    };
    this.#parts.push(part);
    return part;
  }

  /**
   * Whether a key of this kind may have come before; from now on it has. A key of several parts, such as a group and a
   * number, need not be put together, and is the same in the same parts only.
   */
  hasOrAdd(kind: string, key: string, more = '', rest = ''): boolean {
    return more === '' ? this.#look(kind, '', key, '', true) : this.#look(kind, key, more, rest, true);
  }

  has(kind: string, key: string, more = '', rest = ''): boolean {
    return more === '' ? this.#look(kind, '', key, '', false) : this.#look(kind, key, more, rest, false);
  }

  #look(kind: string, groupId: string, key: string, more: string, isAdded: boolean): boolean {
    if (groupId !== this.#group.id) this.#group = beginningsOf(groupId);
    const code = kind.charCodeAt(0);
    let first = Math.imul(this.#group.first ^ code, FIRST_PRIME);
    let second = Math.imul(this.#group.second ^ code, SECOND_PRIME);
    const [length, rest] = [telling(key), telling(more)];
    for (let at = 0; at < length; at++) {
      const letter = key.charCodeAt(at);
      first = Math.imul(first ^ letter, FIRST_PRIME);
      second = Math.imul(second ^ letter, SECOND_PRIME);
    }
    for (let at = 0; at < rest; at++) {
      const letter = more.charCodeAt(at);
      first = Math.imul(first ^ letter, FIRST_PRIME);
      second = Math.imul(second ^ letter, SECOND_PRIME);
    }
    first ^= first >>> 15;
    second = (second ^ (second >>> 13)) | 1;
    const parts = this.#parts;
    for (const part of parts) if (holds(part, first, second)) return true;
    if (isAdded) {
      let part = parts[parts.length - 1] as Part;
      if (part.room === 0) part = this.#addPart();
      part.room--;
      add(part, first, second);
    }
    return false;
  }
}

const FIRST = 0x811c9dc5;
const FIRST_PRIME = 0x01000193;
const SECOND = 0x9747b28c;
const SECOND_PRIME = 0x85ebca6b;
/** Hex digits of a keyed digest (vault.ts). */
const DIGEST = 64;

/**
 * FNV-1a twice, with different beginnings; the places lie apart by the second (Kirsch and Mitzenmacher, 2006). Most
 * files are of one group.
 */
function beginningsOf(id: string): { id: string; first: number; second: number } {
  let [first, second] = [FIRST, SECOND];
  for (let at = 0; at < id.length; at++) {
    const letter = id.charCodeAt(at);
    first = Math.imul(first ^ letter, FIRST_PRIME);
    second = Math.imul(second ^ letter, SECOND_PRIME);
  }
  return { id, first, second };
}

/** How many letters of a key are looked at: of a digest, which has 64, the first 64 bits tell as much as the whole. */
const telling = ({ length }: string): number => (length === DIGEST ? 16 : length);

function holds({ bits, mask, places }: Part, first: number, step: number): boolean {
  for (let place = 0; place < places; place++) {
    const bit = (first + Math.imul(place, step)) & mask;
    if (((bits[bit >>> 5] as number) & (1 << (bit & 31))) === 0) return false;
  }
  return true;
}

function add({ bits, mask, places }: Part, first: number, step: number): void {
  for (let place = 0; place < places; place++) {
    const bit = (first + Math.imul(place, step)) & mask;
    bits[bit >>> 5] = (bits[bit >>> 5] as number) | (1 << (bit & 31));
  }
}
