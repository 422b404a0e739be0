import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { SeenKeys } from './seen-keys.ts';

/** Enough to fill the first part and most of the second. */
const keys = Array.from(
  { length: 150_000 },
  (_, index) => `00000000-0000-0000-0000-000000000000${(index * 2_654_435_761).toString(16)}`,
);

it('never forgets a key, tells kinds apart, and seldom takes a new one for known', () => {
  const seen = new SeenKeys('sure');
  expect(keys.filter((key) => seen.hasOrAdd('s', key))).toEqual([]);
  expect(keys.every((key) => seen.hasOrAdd('s', key) && seen.has('s', key))).toBe(true);
  expect(seen.has('b', keys[0] ?? '')).toBe(false);
});

it('in half the memory takes one of ten thousand for known', () => {
  const seen = new SeenKeys('likely');
  expect(keys.filter((key) => seen.hasOrAdd('s', key)).length).toBeLessThan(30);
  expect(keys.every((key) => seen.has('s', key))).toBe(true);
});

it('tells digests, groups and what stands behind them apart', () => {
  const seen = new SeenKeys('sure');
  const digests = keys.slice(0, 20_000).map((key) => createHash('sha256').update(key).digest('hex'));
  expect(digests.filter((digest) => seen.hasOrAdd('b', 'group', digest, 'ada'))).toEqual([]);
  expect(digests.every((digest) => seen.has('b', 'group', digest, 'ada'))).toBe(true);
  for (const [group, name] of [
    ['other', 'ada'],
    ['group', 'adb'],
    ['group', ''],
  ] as const)
    expect(digests.filter((digest) => seen.has('b', group, digest, name))).toEqual([]);
});
