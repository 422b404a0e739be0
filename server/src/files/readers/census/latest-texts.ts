import { READER_LIMITS } from '../limits.ts';

/** Of a slot: two digests of the key, where its text begins, and its bytes plus one, because 0 is a free slot. */
const SLOT = 4;
const FIRST_SLOTS = 2 ** 8;
const FIRST_BYTES = 2 ** 14;

/** What a key is remembered by: 64 bits of it. */
export type Digest = { readonly first: number; readonly second: number };

/** FNV-1a twice, with different beginnings and primes, of parts that need not be put together. */
export function digestOf(...parts: readonly (string | undefined)[]): Digest {
  let first = 0x811c9dc5;
  let second = 0x9747b28c;
  for (const part of parts) {
    const length = part?.length ?? 0;
    for (let at = 0; at < length; at++) {
      const code = (part as string).charCodeAt(at);
      first = Math.imul(first ^ code, 0x01000193);
      second = Math.imul(second ^ code, 0x85ebca6b);
    }
    // Where one part ends and the next begins.
    first = Math.imul(first ^ 0x10000, 0x01000193);
    second = Math.imul(second ^ 0x10000, 0x85ebca6b);
  }
  return { first: first ^ (first >>> 15), second: second ^ (second >>> 13) };
}

/**
 * A short text for each key, of the latest keys of a long list only. Bytes in arrays, because objects for everybody of
 * a list would be most of what its reader keeps, and of what is collected for it.
 */
export class LatestTexts {
  readonly #most: number;
  #latest = new Half();
  /** Those before the latest: forgetting half at a time costs nothing. */
  #before = new Half();

  /**
   * Remembers as many keys at most, and at least half as many, unless their texts are longer than
   * READER_LIMITS.rememberedBytes.
   */
  constructor(most: number) {
    this.#most = most / 2;
  }

  get(key: Digest): string | undefined {
    return this.#latest.get(key) ?? this.#before.get(key);
  }

  /** The text of these keys from now on. */
  set(keys: readonly Digest[], text: string): void {
    if (this.#latest.isFull(this.#most)) [this.#before, this.#latest] = [this.#latest, new Half()];
    const at = this.#latest.write(text);
    for (const key of keys) this.#latest.put(key, at);
  }
}

class Half {
  used = 0;
  #keys = 0;
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #slots = new Int32Array(FIRST_SLOTS * SLOT);

  isFull(most: number): boolean {
    return this.#keys >= most || this.used >= READER_LIMITS.rememberedBytes / 2;
  }

  get({ first, second }: Digest): string | undefined {
    const slot = this.#find(first, second);
    const length = this.#slots[slot + 3] as number;
    const at = this.#slots[slot + 2] as number;
    return length === 0 ? undefined : this.#bytes.toString('utf8', at, at + length - 1);
  }

  /** Where the text begins; it ends at `used`. */
  write(text: string): number {
    const at = this.used;
    // Of one UTF-16 unit UTF-8 makes three bytes at most.
    const needed = at + text.length * 3;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, at);
      this.#bytes = larger;
    }
    this.used += this.#bytes.write(text, at);
    return at;
  }

  /** The key's text is what was written last. */
  put({ first, second }: Digest, at: number): void {
    const slot = this.#find(first, second);
    const isNew = this.#slots[slot + 3] === 0;
    this.#slots[slot] = first;
    this.#slots[slot + 1] = second;
    this.#slots[slot + 2] = at;
    this.#slots[slot + 3] = this.used - at + 1;
    if (isNew && ++this.#keys * SLOT * 2 > this.#slots.length) this.#grow();
  }

  /** The slot of the key, or the free one that it would take. */
  #find(first: number, second: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = Math.imul(first, SLOT) & mask;
    while (slots[slot + 3] !== 0 && (slots[slot] !== first || slots[slot + 1] !== second)) slot = (slot + SLOT) & mask;
    return slot;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    for (let at = 0; at < old.length; at += SLOT) {
      if (old[at + 3] === 0) continue;
      const slot = this.#find(old[at] as number, old[at + 1] as number);
      for (let part = 0; part < SLOT; part++) this.#slots[slot + part] = old[at + part] as number;
    }
  }
}
