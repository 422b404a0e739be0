import { describe, expect, it } from 'vitest';
import { dependentsInCell } from './dependents-cell.ts';

const read = (cell: string) => dependentsInCell(cell)?.map((cells) => Object.fromEntries(cells));

describe('dependents in one cell of their employee', () => {
  it.each([
    [
      'Anna (spouse), Ben (child)',
      [
        { firstName: 'Anna', relationship: 'spouse' },
        { firstName: 'Ben', relationship: 'child' },
      ],
    ],
    ['Dana Cole - Spouse - 05/06/1987', [{ fullName: 'Dana Cole', relationship: 'Spouse', dateOfBirth: '05/06/1987' }]],
    [
      'Eli Dahl (child, 05/06/2012); Fay Dahl (Daughter, DOB 7/8/14)',
      [
        { fullName: 'Eli Dahl', relationship: 'child', dateOfBirth: '05/06/2012' },
        { fullName: 'Fay Dahl', relationship: 'Daughter', dateOfBirth: '7/8/14' },
      ],
    ],
    [
      'Abbott, Anna (wife); Abbott, Ben (son)',
      [
        { fullName: 'Abbott, Anna', relationship: 'wife' },
        { fullName: 'Abbott, Ben', relationship: 'son' },
      ],
    ],
    [
      'Spouse: Anna Abbott\nChild: Ben',
      [
        { fullName: 'Anna Abbott', relationship: 'Spouse' },
        { firstName: 'Ben', relationship: 'Child' },
      ],
    ],
    ['Spouse Anna 219-45-0001', [{ firstName: 'Anna', relationship: 'Spouse', ssn: '219-45-0001' }]],
    [
      'Anna (spouse) and Ben (child)',
      [
        { firstName: 'Anna', relationship: 'spouse' },
        { firstName: 'Ben', relationship: 'child' },
      ],
    ],
    ['Mary-Ann O’Neil (spouse)', [{ fullName: 'Mary-Ann O’Neil', relationship: 'spouse' }]],
  ])('%s', (cell, people) => {
    expect(read(cell)).toEqual(people);
  });

  it.each([
    'Anna, Ben',
    'Anna, Ben (child)',
    'Anna, Ben (child); Cal (child)',
    'Anna (spouse), Ben',
    'Ben (12)',
    'Ben (child, 12)',
    '2 children',
    'spouse',
    'none',
    'see form',
    'Anna (spouse) 5/6/1987 or 6/5/1987',
  ])('what does not say of each who it is stays unread: %s', (cell) => {
    expect(read(cell)).toBeUndefined();
  });
});
