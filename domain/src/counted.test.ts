import { expect, it } from 'vitest';
import { counted } from './counted.ts';

it.each([
  [0, 'no plural of its own', counted(0, 'group'), '0 groups'],
  [1, 'one', counted(1, 'person', 'people'), '1 person'],
  [1234, 'its own plural, digits in threes', counted(1234, 'person', 'people'), '1,234 people'],
])('%i: %s', (_count, _about, words, expected) => expect(words).toBe(expected));
