import { expect, it } from 'vitest';
import { LevelLegend } from './level-legend.ts';

const wordsIn = (...cells: string[]): string => {
  const legend = new LevelLegend();
  legend.take(cells);
  return legend.words.map(({ word, meaning }) => `${word} ${meaning}`).join(', ');
};

it.each([
  ['Tier (1=EE 2=ES 3=EC 4=FAM)', '1 EMP, 2 ESP, 3 ECH, 4 FAM'],
  [
    'Coverage tier: 1 = Employee Only, 2 = Employee + Spouse, 3 = Employee + Child(ren), 4 = Family',
    '1 EMP, 2 ESP, 3 ECH, 4 FAM',
  ],
  ['Level (A: Single; B: Family)', 'A EMP, B FAM'],
  ['Level (S=Single, F=Family)', 'S EMP, F FAM'],
  // These are relationships.
  ['Relationship (1=Employee, 2=Spouse, 3=Child)', ''],
  ['1 = EE', ''],
  ['Tier', ''],
  ['2=ES 3=EC', ''],
])('%s: %s', (text, words) => {
  expect(wordsIn(text)).toBe(words);
});

it('heads a column with what its codes mean', () => {
  const legend = new LevelLegend();
  legend.take(['1 = Employee Only, 2 = Employee + Child(ren)']);
  expect(legend.headingOf('Tier')).toBe('Tier (1=Employee Only, 2=Employee + Child(ren))');
  const again = new LevelLegend();
  again.take([legend.headingOf('Tier')]);
  expect(again.words).toEqual(legend.words);
});
