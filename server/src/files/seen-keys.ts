/** Bits per person, who has six keys at most. With `sure`, of a hundred million keys that were never seen, one is taken for seen; with `likely`, one of ten thousand. */
const BITS_PER_PERSON = { sure: 512, likely: 128 } as const;
/** Places that a key sets. */
const PLACES = 6;
/** 64 MB, for a million people; in a longer file more and more keys are taken for seen. */
const MOST_BITS = 2 ** 29;

/**
 * Which keys of people have come in a file so far (B. H. Bloom, 1970): `hasOrAdd` may be wrong about a key that never came, but never about one that did.
 * Its memory does not grow with the file.
 */
export class SeenKeys {
  readonly #bits: Uint32Array;
  readonly #mask: number;

  /** `likely` for whom being in doubt costs little. */
  constructor(people: number, precision: keyof typeof BITS_PER_PERSON) {
    const bits = Math.min(MOST_BITS, 2 ** Math.ceil(Math.log2(Math.max(people, 64) * BITS_PER_PERSON[precision])));
    this.#bits = new Uint32Array(bits / 32);
    this.#mask = bits - 1;
  }

  /** Whether a key of this kind may have come before; from now on it has. */
  hasOrAdd(kind: string, key: string): boolean {
    return this.#look(kind, key, true);
  }

  has(kind: string, key: string): boolean {
    return this.#look(kind, key, false);
  }

  #look(kind: string, key: string, isAdded: boolean): boolean {
    // FNV-1a twice, with different beginnings; the places lie apart by the second (Kirsch and Mitzenmacher, 2006).
    let first = 0x811c9dc5 ^ kind.charCodeAt(0);
    let second = 0x9747b28c ^ kind.charCodeAt(0);
    for (let at = 0; at < key.length; at++) {
      const letter = key.charCodeAt(at);
      first = Math.imul(first ^ letter, 0x01000193);
      second = Math.imul(second ^ letter, 0x85ebca6b);
    }
    first ^= first >>> 15;
    second = (second ^ (second >>> 13)) | 1;
    let known = true;
    for (let place = 0; place < PLACES; place++) {
      const bit = (first + Math.imul(place, second)) & this.#mask;
      const word = bit >>> 5;
      const flag = 1 << (bit & 31);
      const held = this.#bits[word] as number;
      if ((held & flag) === 0) {
        known = false;
        if (!isAdded) return false;
        this.#bits[word] = held | flag;
      }
    }
    return known;
  }
}
