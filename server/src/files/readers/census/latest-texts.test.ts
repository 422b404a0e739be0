import fc from 'fast-check';
import { expect, it } from 'vitest';
import { digestOf, LatestTexts } from './latest-texts.ts';

it('keeps what a map would keep, whatever the texts', () => {
  const texts = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.toWellFormed());
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.array(fc.string({ maxLength: 3 }), { minLength: 1, maxLength: 2 }), texts), {
        maxLength: 600,
      }),
      (told) => {
        const latest = new LatestTexts(100_000);
        const map = new Map<string, string>();
        for (const [keys, text] of told) {
          latest.set(
            keys.map((key) => digestOf(key)),
            text,
          );
          for (const key of keys) map.set(key, text);
          expect(latest.get(digestOf(keys[0]))).toBe(text);
        }
        for (const [key, text] of map) expect(latest.get(digestOf(key))).toBe(text);
        expect(latest.get(digestOf('never told'))).toBeUndefined();
      },
    ),
  );
});

it('forgets those who came long ago, and never the latest half', () => {
  const latest = new LatestTexts(1000);
  for (let no = 0; no < 10_000; no++) {
    latest.set([digestOf(`${no}`)], `text ${no}`);
    expect(latest.get(digestOf(`${Math.max(0, no - 499)}`))).toBe(`text ${Math.max(0, no - 499)}`);
  }
  expect(latest.get(digestOf('8000'))).toBeUndefined();
});

it('keeps few long texts', () => {
  const latest = new LatestTexts(50_000);
  for (let no = 0; no < 100; no++) latest.set([digestOf(`${no}`)], `${no}`.repeat(200_000));
  expect(latest.get(digestOf('99'))).toBe('99'.repeat(200_000));
  expect(latest.get(digestOf('50'))).toBeUndefined();
});

it('tells parts from where they meet', () => {
  expect(digestOf('ab', 'c')).not.toEqual(digestOf('a', 'bc'));
  expect(digestOf(undefined, 'a')).not.toEqual(digestOf('a', undefined));
  expect(digestOf('a', 'b')).toEqual(digestOf('a', 'b'));
});
