/** A small seeded generator (mulberry32): the sample world is the same on every machine and in every run. */
export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** An integer from low to high, both included. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  weighted<T>(from: readonly (readonly [T, number])[]): T;
  /** A new array in another order. */
  shuffled<T>(from: readonly T[]): T[];
  digits(count: number): string;
  /** A separate generator, so that a change in one part of the sample does not change the others. */
  fork(name: string): Random;
};

function hash(text: string): number {
  let value = 2166136261;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 16777619);
  return value >>> 0;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(from: readonly T[]): T => {
    if (from.length === 0) throw new RangeError('Nothing to pick from');
    return from[Math.floor(next() * from.length)] as T;
  };
  return {
    next,
    int,
    pick,
    chance: (probability) => next() < probability,
    weighted: <T>(from: readonly (readonly [T, number])[]): T => {
      let rest = next() * from.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of from) {
        rest -= weight;
        if (rest < 0) return item;
      }
      return pick(from)[0];
    },
    shuffled: (from) => {
      const copy = [...from];
      for (let index = copy.length - 1; index > 0; index--) {
        const other = int(0, index);
        [copy[index], copy[other]] = [copy[other] as (typeof copy)[number], copy[index] as (typeof copy)[number]];
      }
      return copy;
    },
    digits: (count) => String(Math.floor(next() * 10 ** count)).padStart(count, '0'),
    fork: (name) => createRandom(seed ^ hash(name)),
  };
}
