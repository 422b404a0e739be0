import { expect, it } from 'vitest';
import { freePlace } from './toast-place.ts';

const page = { top: 56, bottom: 844 };

it.each([
  ['stands at the lower edge of an empty page', [], 16],
  ['stands above a button that would lie under it', [{ top: 790, bottom: 822 }], 64],
  [
    'stands between two rows that are far enough from each other',
    [
      { top: 700, bottom: 844 },
      { top: 500, bottom: 600 },
    ],
    152,
  ],
  [
    'finds no place in a list full of links',
    Array.from({ length: 20 }, (_one, index) => ({ top: 56 + index * 40, bottom: 88 + index * 40 })),
    undefined,
  ],
])('a toast of 68 px %s', (_what, taken, place) => expect(freePlace(68, page, taken)).toBe(place));
