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
  ['EMP', 'both', 'Employee only, but the covered level is Family'],
  ['FAM', 'both', undefined],
  ['TWO', 'spouse', undefined],
  ['TWO', 'child', undefined],
  ['TWO', 'nobody', 'two people (TWO), but the covered level is Employee only'],
  ['TWO', 'three', 'two people (TWO), but the covered level is employee and 3 dependents'],
  ['E1D', 'child', undefined],
  ['E2D', 'child', 'employee and 2 dependents (E2D), but the covered level is employee and 1 dependent'],
  ['E3D', 'three', undefined],
  ['E5D', 'spouse', undefined],
  ['E5D', 'nobody', 'employee and 1 or more dependents (E5D), but the covered level is Employee only'],
  ['E7D', 'both', 'employee and 3 or more dependents (E7D), but the covered level is employee and 2 dependents'],
  ['SPO', 'spouse', 'spouse only (SPO), but the covered level is Employee and spouse'],
  ['SPC', 'both', 'spouse and children only (SPC), but the covered level is Family'],
  ['CHD', 'nobody', undefined],
  ['CHD', 'children', 'children only (CHD), but the covered level is Employee and children'],
])('a level %s beside %s', (level, covered, said) =>
  expect(levelContradicted('dental', level, people[covered] ?? [])?.text).toBe(said && `Dental: the file says ${said}`),
);

it('takes one of our tiers before the code, and no level from what says nothing', () => {
  expect(statedLevel({ tier: 'ESP', tierKey: 'TWO' })).toBe('ESP');
  expect(statedLevel({ tierKey: 'TWO' })).toBe('TWO');
  expect(statedLevel({ tierKey: 'EE+1' })).toBeUndefined();
  expect(statedLevel({ tierKey: 'toString' })).toBeUndefined();
  expect(statedLevel({})).toBeUndefined();
});
