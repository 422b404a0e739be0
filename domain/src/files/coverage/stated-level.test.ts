import { expect, it } from 'vitest';
import type { Relationship } from '../../relationship.ts';
import { levelContradicted, statedLevel, type StatedLevel } from './stated-level.ts';

const people: Record<string, Relationship[]> = {
  nobody: [],
  spouse: ['spouse'],
  child: ['child'],
  both: ['spouse', 'child'],
  three: ['spouse', 'child', 'step_child'],
  children: ['child', 'child'],
};

it.each<[StatedLevel, keyof typeof people, string | undefined]>([
  ['EMP', 'both', 'employee only, covered is family'],
  ['FAM', 'both', undefined],
  ['TWO', 'spouse', undefined],
  ['TWO', 'child', undefined],
  ['TWO', 'nobody', 'two people (TWO), covered is employee only'],
  ['TWO', 'three', 'two people (TWO), covered is employee and 3 dependents'],
  ['E1D', 'child', undefined],
  ['E2D', 'child', 'employee and 2 dependents (E2D), covered is employee and 1 dependent'],
  ['E3D', 'three', undefined],
  ['E5D', 'spouse', undefined],
  ['E5D', 'nobody', 'employee and 1 or more dependents (E5D), covered is employee only'],
  ['E7D', 'both', 'employee and 3 or more dependents (E7D), covered is employee and 2 dependents'],
  ['SPO', 'spouse', 'spouse only (SPO), covered is employee and spouse'],
  ['SPC', 'both', 'spouse and children only (SPC), covered is family'],
  ['CHD', 'nobody', undefined],
  ['CHD', 'children', 'children only (CHD), covered is employee and children'],
])('a level %s beside %s', (level, covered, said) =>
  expect(levelContradicted('dental', level, people[covered] ?? [])).toBe(said && `Dental: the file says ${said}`),
);

it('takes one of our tiers before the code, and no level from what says nothing', () => {
  expect(statedLevel({ tier: 'ESP', tierKey: 'TWO' })).toBe('ESP');
  expect(statedLevel({ tierKey: 'TWO' })).toBe('TWO');
  expect(statedLevel({ tierKey: 'EE+1' })).toBeUndefined();
  expect(statedLevel({ tierKey: 'toString' })).toBeUndefined();
  expect(statedLevel({})).toBeUndefined();
});
