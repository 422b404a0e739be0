import { describe, expect, it } from 'vitest';
import { inTheirPlaces } from './interchange-elements.ts';

const RIGHT = [
  'ISA',
  '00',
  '',
  '00',
  '',
  'ZZ',
  'SENDER',
  'ZZ',
  'RECEIVER',
  '261101',
  '0930',
  '^',
  '00501',
  '000000077',
  '0',
  'P',
];
const control = (elements: readonly string[]): string =>
  [5, 6, 7, 8, 9, 10, 13].map((at) => inTheirPlaces(elements)[at]).join(' ');

describe('the elements of a damaged ISA', () => {
  it.each<[string, readonly string[]]>([
    ['all in their places', RIGHT],
    ['without ISA11', [...RIGHT.toSpliced(11, 1), ':~GS']],
    ['without ISA02', [...RIGHT.toSpliced(2, 1), ':~GS']],
    ['without ISA04', [...RIGHT.toSpliced(4, 1), ':~GS']],
    ['with an element too many in front', RIGHT.toSpliced(2, 0, '')],
    ['with an element too many before its version', RIGHT.toSpliced(11, 0, 'U')],
  ])('%s', (_what, elements) => expect(control(elements)).toBe('ZZ SENDER ZZ RECEIVER 261101 0930 000000077'));

  it.each<[string, readonly string[]]>([
    ['nothing is known of it', ['ISA', 'x', 'y']],
    ['two are missing', RIGHT.toSpliced(10, 2)],
    ['the number itself is missing', RIGHT.toSpliced(13, 1)],
  ])('stay as they are where %s', (_what, elements) => expect(inTheirPlaces(elements)).toBe(elements));
});
