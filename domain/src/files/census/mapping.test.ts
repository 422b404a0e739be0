import { describe, expect, it } from 'vitest';
import { calendarDateFrom } from '../../calendar-date.ts';
import { CENSUS_FIELD_LABEL, CENSUS_FIELDS } from './headings/fields.ts';
import { isMapped, isMeaning, mappingKey, NO_MAPPING, WordBook } from './mapping.ts';
import { readSsn, readZip } from './values/cell-values.ts';
import { readDate } from './values/read-date.ts';
import { hasLostZipZeros } from '../../us-states.ts';
import { fileText } from '../messages/file-message.ts';
import { shown } from '../shown-value.ts';
import { wordsNamedIn } from '../unknown-word.ts';

const context = { today: calendarDateFrom('2026-11-20'), date1904: false };

const relationshipUnknown = (word: string): string => fileText('relationship_not_known', { word: shown(word) });

describe('the words of a sender', () => {
  const book = new WordBook([
    { kind: 'relationship', word: 'Lebens-Gefährte', meaning: 'domestic_partner' },
    { kind: 'waiver', word: '---', meaning: 'none' },
  ]);
  it.each([
    ['relationship', 'LEBENS GEFÄHRTE', 'domestic_partner'],
    ['relationship', 'Kind', undefined],
    ['gender', 'Lebensgefährte', undefined],
    ['waiver', ' --- ', 'none'],
  ] as const)('%s %j is %s', (kind, cell, meaning) => expect(book.meaning(kind, cell)).toBe(meaning));

  it('mean one of ours', () => {
    expect(isMeaning('tier', 'FAM')).toBe(true);
    expect(isMeaning('tier', 'child')).toBe(false);
    expect(mappingKey('#')).toBe('#');
    expect(isMapped(NO_MAPPING)).toBe(false);
    expect(isMapped({ ...NO_MAPPING, dayFirst: true })).toBe(true);
  });

  it('are found again in the reasons of refusals, unless they are shown only in part', () => {
    const reason = `${relationshipUnknown('Zoon')} ${fileText('tier_not_known', { line: 'Medical', word: 'ZZ9' })} State "XX" is not a state.`;
    expect(wordsNamedIn(reason)).toEqual([
      { kind: 'relationship', word: 'Zoon' },
      { kind: 'tier', word: 'ZZ9' },
    ]);
    expect(wordsNamedIn(relationshipUnknown('123456789'))).toEqual([]);
    expect(wordsNamedIn(relationshipUnknown('x'.repeat(60)))).toEqual([]);
  });
});

describe('the habits of a sender', () => {
  it('put the day first only where it is said', () => {
    expect(readDate('04/12/1986', context)).toBe('1986-04-12');
    expect(readDate('04/12/1986', { ...context, dayFirst: true })).toBe('1986-12-04');
    expect(readDate('25.12.85', { ...context, dayFirst: true }, true)).toBe('1985-12-25');
    expect(readDate('12/25/1985', { ...context, dayFirst: true })).toBeUndefined();
    expect(readDate('1985-12-25', { ...context, dayFirst: true })).toBe('1985-12-25');
  });

  it('put lost zeros back in texts only where it is said', () => {
    expect(readSsn('1234567')).toEqual({ text: '1234567', padded: false });
    expect(readSsn('1234567', true)).toEqual({ text: '001234567', padded: true });
    expect(readSsn('123456', true)).toEqual({ text: '123456', padded: false });
    expect(readZip('2139', true)).toEqual({ text: '02139', padded: true });
    expect(readZip('2139')).toEqual({ text: '2139', padded: false });
  });

  it.each([
    ['2139', 'MA', true],
    ['601', 'PR', true],
    ['601', 'MA', false],
    ['2139', 'TX', false],
    ['2139', undefined, false],
    ['02139', 'MA', false],
  ])('ZIP %s of %s has lost its zeros: %s', (zip, state, lost) => expect(hasLostZipZeros(zip, state)).toBe(lost));
});

it('every field has a label of its own', () => {
  expect(new Set(Object.values(CENSUS_FIELD_LABEL)).size).toBe(CENSUS_FIELDS.length);
});
