import { describe, expect, it } from 'vitest';
import { GenderWords } from './genders.ts';
import { WordBook } from '../mapping.ts';

const none = new WordBook([]);

describe('the words of a column of genders', () => {
  it.each([
    ['Gender', ['M', 'F'], 'M', 'male'],
    ['Gender', ['H', 'M'], 'M', 'female'],
    ['Sexo', ['M', 'V'], 'M', 'female'],
    ['Sexo', ['M', 'F'], 'M', 'male'],
    ['Género', ['M'], 'M', undefined],
    ['Sexe', ['H', 'F'], 'H', 'male'],
    ['Geschlecht', ['m', 'w', 'd'], 'm', 'male'],
    ['Geschlecht', ['m', 'w', 'd'], 'd', 'unknown'],
    ['Gender', ['H', 'M', 'F'], 'M', undefined],
    ['Gender (H/M)', ['M'], 'M', 'female'],
    ['Sexo (H/M)', ['M'], 'M', 'female'],
  ])('%s of %j: %s is %s', (heading, cells, word, gender) =>
    expect(new GenderWords([heading], cells, none).of(word)).toBe(gender),
  );

  it('mean what somebody has said of the sender', () => {
    expect(
      new GenderWords(['Sexo'], ['M'], new WordBook([{ kind: 'gender', word: 'M', meaning: 'female' }])).of('m'),
    ).toBe('female');
  });
});
