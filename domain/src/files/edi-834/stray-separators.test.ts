import { expect, it } from 'vitest';
import { strayElements } from './stray-separators.ts';

const USUAL = { component: ':', repetition: '^' };

it.each<[string, string, { component: string; repetition: string }, string[]]>([
  ['a first name with the component separator', 'NM1*IL*1*OAK*ADA:MAY', USUAL, ['4 1036 13']],
  ['an address with the repetition separator', 'N3*12 ELM ST^APT 4', USUAL, ['1 166 12']],
  ['an address with both', 'N3*12 ELM:ST^APT 4*REAR', USUAL, ['1 166 13']],
  ['two elements', 'NM1*IL*1*O:AK*A^DA', USUAL, ['3 1035 13', '4 1036 12']],
  ['races, which are repeated composites', 'DMG*D8*19800101*M**C:RET:2106-3^:RET:2054-5', USUAL, []],
  ['the reason beside the Medicare plan', 'INS*Y*18*030**A*A:0', USUAL, []],
  ['a Medicare plan twice', 'INS*Y*18*030**A*A^B', USUAL, ['6 C052 12']],
  ['characters that another header calls separators', 'N3*12 ELM:ST^APT 4', { component: '>', repetition: '!' }, []],
  ['what that header calls so', 'N3*12 ELM>ST', { component: '>', repetition: '!' }, ['1 166 13']],
  ['the letter of a header that has no repetitions', 'NM1*IL*1*UNGER*URSULA', { component: ':', repetition: 'U' }, []],
  ['a blank for none', 'N3*12 ELM ST', { component: ':', repetition: ' ' }, []],
])('%s', (_about, segment, separators, expected) => {
  expect(
    strayElements(segment.split('*'), separators).map(
      ({ element, dataElement, code }) => `${element} ${dataElement} ${code}`,
    ),
  ).toEqual(expected);
});
