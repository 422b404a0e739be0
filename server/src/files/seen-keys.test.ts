import { expect, it } from 'vitest';
import { SeenKeys } from './seen-keys.ts';

const PEOPLE = 2000;
const keys = Array.from({ length: PEOPLE * 6 }, (_, index) => `00000000-0000-0000-0000-000000000000${(index * 2_654_435_761).toString(16)}`);

it('never forgets a key, tells kinds apart, and seldom takes a new one for known', () => {
  const seen = new SeenKeys(PEOPLE, 'sure');
  expect(keys.filter((key) => seen.hasOrAdd('s', key))).toEqual([]);
  expect(keys.every((key) => seen.hasOrAdd('s', key))).toBe(true);
  expect(seen.hasOrAdd('b', keys[0] ?? '')).toBe(false);
});

it('in a quarter of the memory takes one of ten thousand for known', () => {
  const seen = new SeenKeys(PEOPLE, 'likely');
  expect(keys.filter((key) => seen.hasOrAdd('s', key)).length).toBeLessThan(5);
  expect(keys.every((key) => seen.hasOrAdd('s', key))).toBe(true);
});
