import { expect, test } from 'vitest';
import { filled, isBlank, isSearchableSsn, markedWords, NO_CRITERIA } from './criteria.ts';

test('a status alone is no search', () => {
  expect(isBlank({ ...NO_CRITERIA, status: 'active' })).toBe(true);
  expect(isBlank({ ...NO_CRITERIA, city: '  ' })).toBe(true);
  expect(isBlank({ ...NO_CRITERIA, city: 'Duluth' })).toBe(false);
});

test('only filled fields travel, trimmed', () => {
  expect(filled({ ...NO_CRITERIA, lastName: ' Kest ', status: 'pending' })).toEqual({
    lastName: 'Kest',
    status: 'pending',
  });
});

test('an SSN is never marked in a result', () => {
  expect(markedWords({ term: 'kest', ssn: '000123456', status: 'all' })).toEqual(['kest']);
});

test.each([
  ['', true],
  ['900-12-3456', true],
  ['3456', true],
  ['12', false],
  ['abc', false],
])('an SSN search of "%s" is possible: %s', (ssn, possible) => {
  expect(isSearchableSsn(ssn)).toBe(possible);
});
