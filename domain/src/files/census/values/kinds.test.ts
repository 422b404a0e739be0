import { describe, expect, it } from 'vitest';
import { areSurelyKinds, KindWords, legendOf, mayTellKinds, tellsKinds } from './kinds.ts';
import { WordBook } from '../mapping.ts';

const NOTHING_TOLD = new WordBook([]);
const read = (words: string, book = NOTHING_TOLD): string => {
  const kinds = new KindWords(words.split(' '), book);
  return words
    .split(' ')
    .map((word) => kinds.of(word) ?? '?')
    .join(' ');
};

describe('the words of a column of relationships', () => {
  it.each([
    ['E S D', 'self spouse child'],
    ['EE SP CH', 'self spouse child'],
    ['S SP CH', 'self spouse child'],
    ['M S D', 'self spouse child'],
    ['M D', 'self child'],
    ['18 01 19', 'self spouse child'],
    ['EE 01 19', 'self spouse child'],
  ])('%s means %s', (words, meanings) => expect(read(words)).toBe(meanings));

  it.each([
    ['S P C', '? ? child'],
    ['S D', '? child'],
    ['01 02 03', '? ? ?'],
    ['E H W S D', 'self spouse spouse ? child'],
    ['E S C D', 'self spouse child ?'],
    ['A B', '? ?'],
    ['M F', '? ?'],
  ])('%s is in doubt: %s', (words, meanings) => expect(read(words)).toBe(meanings));

  it('is decided by what the sender said of one of them', () => {
    expect(read('S P C', new WordBook([{ kind: 'relationship', word: 'P', meaning: 'self' }]))).toBe(
      'spouse self child',
    );
  });

  it('is told with rows that are read without the others', () => {
    expect(new KindWords(['E', 'S', 'D'], NOTHING_TOLD).legend).toEqual(['d', 'e', 's']);
    expect(new KindWords(legendOf('Relationship (D/E/S)'), NOTHING_TOLD).of('S')).toBe('spouse');
    expect(new KindWords(['EE', 'SP'], NOTHING_TOLD).legend).toEqual([]);
  });
});

describe('a column that is only called Type', () => {
  const adults = { areAllEmployed: false, lookLikeFamilies: false };
  const families = { areAllEmployed: false, lookLikeFamilies: true };
  const tells = (words: string, around = families): boolean => tellsKinds(words.split(' '), NOTHING_TOLD, around);

  it('tells relationships by its words', () => {
    expect(['E S D', 'EE SP CH', 'Employee Spouse', 'S P C', 'M D'].filter((words) => !tells(words, adults))).toEqual(
      [],
    );
  });

  it('speaks of something else', () => {
    expect(
      [
        'FT PT',
        'H S',
        'F P S',
        'Salaried Hourly',
        'EE FAM',
        'Medical Dental',
        'Active Retired',
        'Employee Contractor',
        'M F',
        '',
      ].filter((words) => tells(words)),
    ).toEqual([]);
  });

  it('is asked for where nobody knows its words and the rows look like families', () => {
    expect([
      tells('A B'),
      tells('01 02 03'),
      tells('A B', adults),
      tells('A B', { ...families, areAllEmployed: true }),
    ]).toEqual([true, true, false, false]);
  });

  it('may have a name that nobody knows, where its words can be nothing else', () => {
    const areSure = (words: string): boolean => areSurelyKinds(words.split(' '), NOTHING_TOLD);
    expect([
      areSure('E S C'),
      areSure('Employee Spouse'),
      areSure('Spouse Child'),
      areSure('Employee Contractor'),
      areSure('S P C'),
    ]).toEqual([true, true, false, false, false]);
  });

  it('is found by its heading, with or without an explanation', () => {
    expect(['Type', 'EE Type', 'Type (E/S/D)', 'Person Code'].filter((heading) => !mayTellKinds(heading))).toEqual([]);
    expect(['Plan Type', 'Coverage Type', 'Name'].filter(mayTellKinds)).toEqual([]);
  });
});
