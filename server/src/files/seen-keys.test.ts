import { expect, it } from 'vitest';
import { SeenKeys } from './seen-keys.ts';

it('never forgets a key, tells kinds apart, and seldom takes a new one for known', () => {
  const seen = new SeenKeys(2000);
  const keys = Array.from({ length: 8000 }, (_, index) => `00000000-0000-0000-0000-000000000000${(index * 2_654_435_761).toString(16)}`);
  const mistaken = keys.filter((key) => seen.hasOrAdd('s', key));
  expect(mistaken).toEqual([]);
  expect(keys.every((key) => seen.hasOrAdd('s', key))).toBe(true);
  expect(seen.hasOrAdd('b', keys[0] ?? '')).toBe(false);
});
