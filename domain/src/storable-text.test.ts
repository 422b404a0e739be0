import { expect, it } from 'vitest';
import { unstorablePaths } from './storable-text.ts';

it.each([
  [
    'nothing of plain texts, other letters, and signs that are written as two',
    { name: 'Ida', city: 'Łódź', note: '😀 family 👨‍👩‍👧', lines: ['a\nb'], count: 3, none: null },
    [],
  ],
  ['a NUL', { name: 'I\0da' }, ['name']],
  ['half of a sign, wherever it stands', { name: '\uD83D', notes: ['a', '\uDE00b'] }, ['name', 'notes.1']],
  ['a key as what stands under it', { plans: { 'Main\0': ['x'] } }, ['plans']],
  ['a text alone', 'a\0', ['']],
])('names %s', (_what, input, paths) => expect(unstorablePaths(input)).toEqual(paths));
