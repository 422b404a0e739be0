import { expect, it } from 'vitest';
import { haveLostZeros } from './lost-zeros.ts';

it.each<[string, string[], boolean]>([
  ['one of eight digits among whole ones', ['219701331', '12345678', '319701332'], true],
  ['one beside placeholders', ['219701331', '000000000', 'Applied for', '', '12345678'], true],
  ['one of seven digits, of two zeros', ['219701331', '1456789'], true],
  ['none short', ['219701331', '319701332'], false],
  ['a whole one that kept its zero', ['012701331', '12345678'], false],
  ['dashes, as no number has them', ['219-70-1331', '12345678'], false],
  ['one alone', ['12345678'], false],
  ['short ones alone', ['12345678', '12345679'], false],
  ['masked ones beside it', ['12345678', 'XXX-XX-1332'], false],
  ['another that is no SSN', ['219701331', '12345678', '123456'], false],
])('%s', (_about, ssns, expected) => expect(haveLostZeros('ssn', ['SSN'], ssns)).toBe(expected));

it('a heading that tells it', () =>
  expect(haveLostZeros('ssn', ['SSN (leading zeros lost)'], ['12345678'])).toBe(true));

it.each<[string, string[], boolean]>([
  ['one of four digits beside whole ones', ['10001', '7102', '10001-1234'], true],
  ['one beside another that kept its zero', ['02139', '6270'], false],
])('a ZIP code: %s', (_about, codes, expected) => expect(haveLostZeros('zip', ['ZIP'], codes)).toBe(expected));
