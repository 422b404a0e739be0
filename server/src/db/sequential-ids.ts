import { randomFillSync } from 'node:crypto';

/**
 * IDs generated in advance, because calling the system's generator for each costs more than the rest of a small row.
 */
const DRAWN = 512;
const RANDOM_BYTES = 8;
const pool = Buffer.alloc(DRAWN * RANDOM_BYTES);
let digits = '';
let used = DRAWN;

let millisecond = 0;
let prefix = '';
let count = 0;

/** Returns the next ID (UUID version 7, RFC 9562). IDs increase, so that indexes grow at their end. */
export function nextId(): string {
  const now = Date.now();
  if (now > millisecond || count === 0xfff) {
    millisecond = Math.max(now, millisecond + 1);
    const time = millisecond.toString(16).padStart(12, '0');
    prefix = `${time.slice(0, 8)}-${time.slice(8)}-7`;
    count = 0;
  } else count += 1;
  if (used === DRAWN) {
    randomFillSync(pool);
    // The two highest bits tell the variant; the other 62 are random.
    for (let at = 0; at < pool.length; at += RANDOM_BYTES) pool[at] = ((pool[at] ?? 0) & 0x3f) | 0x80;
    digits = pool.toString('hex');
    used = 0;
  }
  const at = used * RANDOM_BYTES * 2;
  used += 1;
  return `${prefix}${count.toString(16).padStart(3, '0')}-${digits.slice(at, at + 4)}-${digits.slice(at + 4, at + 16)}`;
}
