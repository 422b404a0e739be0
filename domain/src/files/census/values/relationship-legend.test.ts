import { describe, expect, it } from 'vitest';
import { likelyRelationships, RelationshipLegend } from './relationship-legend.ts';

const read = (...rows: string[][]): string => {
  const legend = new RelationshipLegend();
  for (const row of rows) legend.take(row);
  return legend.words.map(({ word, meaning }) => `${word} ${meaning}`).join(', ');
};

describe('what a list says its codes mean', () => {
  it.each([
    ['1=Employee, 2=Spouse, 3=Child', '1 self, 2 spouse, 3 child'],
    ['Relationship (1=Employee 2=Spouse 3=Child(ren))', '1 self, 2 spouse, 3 child'],
    ['Codes: 1 - Employee/Self; 2 - Spouse; 3 - Child', '1 self, 2 spouse, 3 child'],
    ['E = Employee S = Spouse DP = Domestic Partner', 'E self, S spouse, DP domestic_partner'],
    ['0: Subscriber\n1: Spouse\n2: Child', '0 self, 1 spouse, 2 child'],
    // Coverage levels, people with a word behind the name, a status.
    ['1=Self, 2=Self + Spouse, 3=Family', ''],
    ['Ann - Spouse', ''],
    ['A=Active, T=Terminated', ''],
  ])('%s', (text, words) => expect(read([text])).toBe(words));

  it('is a small table, or stands in a cell each', () => {
    expect(read(['1', 'Employee'], ['2', 'Spouse'])).toBe('1 self, 2 spouse');
    expect(read(['Codes', '1=Employee', '2=Spouse', '3=Child'])).toBe('1 self, 2 spouse, 3 child');
    expect(read(['Jo', 'Spouse'], ['Al', 'Employee'])).toBe('');
  });

  it('says the same in a heading', () => {
    const legend = new RelationshipLegend();
    legend.take(['1=Employee, 2=Spouse']);
    const again = new RelationshipLegend();
    again.take([legend.heading]);
    expect(again.words).toEqual(legend.words);
  });
});

it.each([
  ['1 2 3', '1 self, 2 spouse, 3 child'],
  ['0 1 2', '0 self, 1 spouse, 2 child'],
  ['01 03', '01 self, 03 child'],
  ['A B', 'A self, B spouse'],
  ['2 7', ''],
])('codes %s probably mean %s', (words, meant) => {
  expect([...likelyRelationships(words.split(' '))].map((one) => one.join(' ')).join(', ')).toBe(meant);
});
