import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FALLBACK_CLASSES } from './group-terms.ts';
import { classCodes, locationCodes } from './setup-codes.ts';

test('the specified classes have the specified codes', () => {
  expect(classCodes(FALLBACK_CLASSES.map(({ name }) => name))).toEqual([
    'FT001',
    'PT001',
    'EXE001',
    'ENG001',
    'SALES001',
    'HR001',
  ]);
  expect(classCodes(['full time employees', 'EXECUTIVES'])).toEqual(['FT001', 'EXE001']);
});

test.each([
  ['HQ Main', 'HQ-MAIN'],
  ['  HQ – Main!  ', 'HQ-MAIN'],
  ['São Paulo', 'SAO-PAULO'],
  ['上海', 'LOCATION'],
  ['A very long location name indeed', 'A-VERY-LONG-LOCATION'],
])('the location %j is %s', (name, code) => {
  expect(locationCodes([name])).toEqual([code]);
});

test('another class gets up to ten letters and 001', () => {
  expect(classCodes(['Warehouse Staff', '上海'])).toEqual(['WAREHOUSES001', 'CLASS001']);
});

test('names that read alike get codes apart, whatever the order', () => {
  expect(locationCodes(['HQ', 'HQ!', 'HQ 2'])).toEqual(['HQ', 'HQ-3', 'HQ-2']);
  expect(locationCodes(['HQ 2', 'HQ', 'HQ!'])).toEqual(['HQ-2', 'HQ', 'HQ-3']);
});

test('codes are as many as names, unique, and plain', () => {
  const name = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom('HQ', 'HQ!', 'HQ 2', 'hq-2', 'Executive', 'Executives', 'FT', ''),
  );
  fc.assert(
    fc.property(fc.array(name, { maxLength: 30 }), (names) => {
      for (const codes of [locationCodes(names), classCodes(names)]) {
        expect(codes).toHaveLength(names.length);
        expect(new Set(codes).size).toBe(names.length);
        for (const code of codes) expect(code).toMatch(/^[A-Z0-9]+(-[A-Z0-9]+)*$/);
      }
    }),
  );
});
