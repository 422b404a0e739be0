import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maskPersonal, maskQuoted } from './masked-text.ts';

it.each([
  ['219-88-1234', '###-##-####'],
  ['Smith 219-88-1234', 'Smith ###-##-####'],
  ['219 88 1234', '### ## ####'],
  ['219–88–1234', '###–##–####'],
  ['219881234', '#########'],
  ['01234567', '########'],
  ['03/14/1985', '##/##/####'],
  ['3/4/85', '#/#/##'],
  ['1985-03-14', '####-##-##'],
  ['14 March 1985', '## March ####'],
  ['Mar 14, 1985', 'Mar ##, ####'],
  ['2024-03-14', '####-##-##'],
])('hides %s', (text, masked) => expect(maskPersonal(text)).toBe(masked));

it.each([
  'First Name',
  'Medical 2026 Rate',
  'Rate from 01/01/2026',
  'Plan 2',
  'Dependent 1 SSN',
  'CIM-2026-000001',
  'SSN (last 4)',
  '12345IL0010001',
  'Line 14',
  '401(k)',
])('leaves %s as it is', (text) => expect(maskPersonal(text)).toBe(text));

it('changes nothing but digits, and nothing twice', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const masked = maskPersonal(text);
      expect(masked.length).toBe(text.length);
      expect(maskPersonal(masked)).toBe(masked);
    }),
  );
});

it('hides what our words quote, and leaves their own examples', () => {
  expect(maskQuoted('The column "03/14/1985" was not read; write it as 04/12/1986')).toBe(
    'The column "##/##/####" was not read; write it as 04/12/1986',
  );
  expect(maskQuoted('The ZIP code must have five or nine digits (12345-6789).')).toBe(
    'The ZIP code must have five or nine digits (12345-6789).',
  );
});
