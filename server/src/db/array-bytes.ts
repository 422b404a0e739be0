/** Room that is kept for the next array; what a longer one has taken is given back. */
const ROOM = 1024 * 1024;
/** Up to here letters are written one by one: handing a text over to be encoded costs more. */
const SHORT = 40;
/** The value of each hex digit by its code; 255 for other characters. */
const DIGIT = new Uint8Array(128).fill(255);
for (const digit of '0123456789abcdefABCDEF') DIGIT[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

const UUID = 36;
const isDash = (place: number): boolean => place === 8 || place === 13 || place === 18 || place === 23;

/**
 * Writes an array in PostgreSQL's receive format (array_recv): dimension, null flag, element type, length and first
 * index, then each element with its length. One array at a time; its bytes are copied at the end.
 */
export class ArrayBytes {
  #bytes = Buffer.allocUnsafeSlow(ROOM);
  #at = 0;

  #need(more: number): void {
    if (this.#at + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#at + more, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }

  /** Writes 32 bits, the highest first. */
  #word(value: number): void {
    const bytes = this.#bytes;
    bytes[this.#at++] = value >>> 24;
    bytes[this.#at++] = value >>> 16;
    bytes[this.#at++] = value >>> 8;
    bytes[this.#at++] = value;
  }

  begin(oid: number, length: number, hasNulls: boolean): void {
    this.#at = 0;
    this.#word(length === 0 ? 0 : 1);
    this.#word(hasNulls ? 1 : 0);
    this.#word(oid);
    if (length === 0) return;
    this.#word(length);
    this.#word(1);
  }

  end(): Buffer {
    const array = Buffer.from(this.#bytes.subarray(0, this.#at));
    if (this.#bytes.length > ROOM) this.#bytes = Buffer.allocUnsafeSlow(ROOM);
    return array;
  }

  none(): void {
    this.#need(4);
    this.#word(-1);
  }

  flag(value: boolean): void {
    this.#need(5);
    this.#word(1);
    this.#bytes[this.#at++] = value ? 1 : 0;
  }

  /** Writes 32 bits. Throws for other numbers, as the database would. */
  integer(value: number): void {
    if ((value | 0) !== value) throw notOne();
    this.#need(8);
    this.#word(4);
    this.#word(value);
  }

  /** 64 bits. Throws for what is no exact integer. */
  long(value: number): void {
    if (!Number.isSafeInteger(value)) throw notOne();
    this.#need(12);
    this.#word(8);
    this.#word(Math.floor(value / 2 ** 32));
    this.#word(value % 2 ** 32);
  }

  text(value: string): void {
    const { length } = value;
    this.#need(4 + length * 3);
    const [start, bytes] = [this.#at + 4, this.#bytes];
    let at = start;
    if (length <= SHORT) {
      for (let place = 0; place < length; place++) {
        const code = value.charCodeAt(place);
        if (code > 127) break;
        bytes[at++] = code;
      }
    }
    const size = at - start === length ? length : bytes.write(value, start);
    this.#word(size);
    this.#at = start + size;
  }

  /** Writes JSON text after the format's version (jsonb_recv). */
  json(value: string): void {
    const before = this.#at;
    this.#need(5 + value.length * 3);
    const size = this.#bytes.write(value, before + 5);
    this.#word(size + 1);
    this.#bytes[this.#at++] = 1;
    this.#at += size;
  }

  /** Bytes by their hex digits. */
  hex(digits: string): void {
    const size = digits.length >>> 1;
    this.#need(4 + size);
    this.#word(size);
    for (let place = 0; place < size; place++) this.#pair(digits, 2 * place);
  }

  uuid(value: string): void {
    if (value.length !== UUID) throw notOne();
    this.#need(20);
    this.#word(16);
    for (let place = 0; place < UUID; place += 2) {
      if (isDash(place)) place += 1;
      this.#pair(value, place);
    }
  }

  #pair(digits: string, place: number): void {
    const high = DIGIT[digits.charCodeAt(place)] ?? 255;
    const low = DIGIT[digits.charCodeAt(place + 1)] ?? 255;
    if ((high | low) > 15) throw notOne();
    this.#bytes[this.#at++] = (high << 4) | low;
  }
}

/** Never with the value: a digest or an id of a person has no place in a message. */
const notOne = (): TypeError => new TypeError('A value does not have the format of its type');
