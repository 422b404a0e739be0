import { describe, expect, it } from 'vitest';
import { isUndecided, readStatus, type CensusStatus } from './status.ts';

it.each<[string, CensusStatus | undefined]>([
  ['Active', 'active'],
  ['Active - Full Time', 'active'],
  ['On Leave (Paid)', 'active'],
  ['Medical LOA', 'active'],
  ['Unpaid Leave', 'active'],
  ['Leave w/o pay', 'active'],
  ['Paid Leave of Absence', 'active'],
  ['Inactive - LOA', undefined],
  ['Leave exhausted', undefined],
  ['On leave until January', undefined],
  ['Terminated - Voluntary', 'left'],
  ['TERMINATED 10/31/2026', 'left'],
  ['T - Terminated', 'left'],
  ['Waived: other coverage', 'waived'],
  // What follows says something else, or is not known and may.
  ['Active - Terminated', undefined],
  ['Active, to be terminated', undefined],
  ['T1', undefined],
  ['Not terminated', undefined],
])('the status %s', (cell, expected) => {
  expect(readStatus(cell)).toBe(expected);
});

describe('a status of coverage that is not decided', () => {
  it.each([
    'Pending',
    'Pending EOI',
    'Enrolled - pending approval',
    'In Review',
    'Denied',
    'COBRA Pending',
    'EOI required',
  ])('%s', (word) => expect(isUndecided(word)).toBe(true));
  it.each(['Active', 'Pending termination', 'Independent', 'Approved', 'Waived', 'Spending account'])(
    'not %s',
    (word) => expect(isUndecided(word)).toBe(false),
  );
});
