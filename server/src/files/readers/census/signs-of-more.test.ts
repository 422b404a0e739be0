import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { matchColumns } from '@openbenefits/domain/files/census/headings/columns';
import type { CellValue } from '@openbenefits/domain/files/census/values/cell-value';
import { expect, it } from 'vitest';
import { signsOfMore } from './signs-of-more.ts';

const NAMES = ['First Name', 'Last Name'];

/** What is said of a column beside the names of one employee. */
function said(
  heading: string,
  cell: CellValue,
  { more = [], named = [], open = false }: { more?: string[]; named?: CoverageLine[]; open?: boolean } = {},
): string {
  const texts = [...NAMES, ...more, heading];
  const cells = ['Ada', 'Abbott', ...more.map(() => 'Employee'), cell];
  return signsOfMore([{ cells, line: 2, raw: '' }], texts, matchColumns(texts), { named: new Set(named), open })
    .map(({ text }) => text)
    .join(' ');
}

it.each([
  ['Dental Deduction', 14.5, 'who has Dental'],
  ['Pre-Tax Vision Premium', '$6.20', 'who has Vision'],
  ['MED125', '120.00', 'who has Medical'],
  ['Dental Deduction', 0, ''],
  ['Dental Deduction', '0.00', ''],
  ['Health FSA Deduction', '100.00', ''],
  ['Division Cost', '100.00', ''],
  ['Medicare Premium', '170.10', ''],
  ['Medical Covered Dependents', 'Ben; Cara', 'may name dependents'],
  ['Medical Covered Dependents', 'Ada Abbott', ''],
  ['# of Children', 2, 'who are not in the census'],
  ['# of Children', 0, ''],
  ['Children Covered', 'Yes', 'who are not in the census'],
] as const)('%s with %s: %s', (heading, cell, words) => {
  if (words === '') expect(said(heading, cell)).toBe('');
  else expect(said(heading, cell)).toContain(words);
});

it('says nothing of a cost where the line has a column of its own, or plans of any line do', () => {
  expect(said('Dental Deduction', 14.5, { named: ['medical'] })).toContain('who has Dental');
  expect(said('Dental Deduction', 14.5, { named: ['dental'] })).toBe('');
  expect(said('Dental Deduction', 14.5, { open: true })).toBe('');
});

it('says nothing of how many dependents there are where the list names them', () => {
  expect(said('# of Children', 2, { more: ['Relationship'] })).toBe('');
});
