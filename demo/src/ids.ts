import type { Random } from './random.ts';

const hex = (value: number, length: number): string => value.toString(16).padStart(length, '0');

/**
 * Makes ids in the shape of UUIDv7 (RFC 9562): the moment of creation, then a count that keeps them apart and in order,
 * then seeded bits.
 */
export function createIds(random: Random): (ms: number) => string {
  let count = 0;
  return (ms) => {
    count += 1;
    const time = hex(ms, 12);
    const high = hex((count >>> 14) & 0xfff, 3);
    const low = hex(0x8000 | (count & 0x3fff), 4);
    const tail = hex(Math.floor(random.next() * 0x1000000), 6) + hex(Math.floor(random.next() * 0x1000000), 6);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${high}-${low}-${tail}`;
  };
}
