import { expect, it } from 'vitest';
import { mergeProfile } from './merge-profile.ts';

type Profile = { name: string; contact: string | null; limit: number; codes: Record<string, string> };
const seen: Profile = { name: 'Tallgrass', contact: null, limit: 5, codes: { HLT: 'A' } };

it.each<[string, Partial<Profile>, Partial<Profile>, Partial<Profile>, (keyof Profile)[]]>([
  ['keeps what only I have changed', { contact: 'Anna' }, {}, { contact: 'Anna' }, []],
  [
    'takes what only somebody else has changed',
    {},
    { limit: 9, codes: { HLT: 'B' } },
    { limit: 9, codes: { HLT: 'B' } },
    [],
  ],
  [
    'keeps mine where both have changed a field, and names it',
    { contact: 'Anna', limit: 6 },
    { contact: 'Olga', name: 'Tall Grass' },
    { name: 'Tall Grass', contact: 'Anna', limit: 6 },
    ['contact'],
  ],
  ['names nothing where both have entered the same', { contact: 'Anna' }, { contact: 'Anna' }, { contact: 'Anna' }, []],
])('%s', (_about, mine, now, merged, both) => {
  expect(
    mergeProfile<Profile, keyof Profile>(
      ['name', 'contact', 'limit', 'codes'],
      seen,
      { ...seen, ...mine },
      { ...seen, ...now },
    ),
  ).toEqual({
    merged: { ...seen, ...merged },
    both,
  });
});
