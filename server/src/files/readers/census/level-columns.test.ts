import { matchColumns } from '@openbenefits/domain/files/census/headings/columns';
import { expect, it } from 'vitest';
import { levelsBesidePlans } from './level-columns.ts';

it.each([
  [
    'levels alone',
    'Medical: Plan,Medical: Coverage',
    [
      ['MED-PPO', 'Family'],
      ['MED-HMO', ''],
    ],
    [[1, 'Medical Tier']],
  ],
  [
    'levels, and waived where the plan is, too',
    'Dental: Plan,Dental: Coverage',
    [
      ['DEN-BASIC', 'EE+SP'],
      ['Declined', 'Waived'],
    ],
    [[1, 'Dental Tier']],
  ],
  ['levels of any line', 'Plan,Option', [['MED-PPO', 'Employee + Family']], [[1, 'Coverage Tier']]],
  [
    'a plan among them',
    'Medical: Plan,Medical: Coverage',
    [
      ['MED-PPO', 'Family'],
      ['MED-HMO', 'MED-PPO'],
    ],
    [],
  ],
  [
    'waived beside a plan',
    'Medical: Plan,Medical: Coverage',
    [
      ['MED-PPO', 'Family'],
      ['MED-HMO', 'Waived'],
    ],
    [],
  ],
  ['letters', 'Medical: Plan,Medical: Coverage', [['MED-PPO', 'F']], []],
  [
    'levels that a column of their own tells',
    'Medical: Plan,Medical: Coverage,Medical Tier',
    [['MED-PPO', 'Family', 'EE']],
    [],
  ],
])('a second column for the plan with %s', (_what, headings, rows, renamed) => {
  const matched = matchColumns(headings.split(','));
  expect(
    levelsBesidePlans(
      rows.map((cells, index) => ({ cells, line: index + 2, raw: '' })),
      matched,
    ),
  ).toEqual(renamed);
});
