import { describe, expect, it } from 'vitest';
import type { CensusField } from '../headings/fields.ts';
import type { CellValue } from '../values/cell-value.ts';
import { isCoverageCell, isCoverageHeading, statedCoverage } from './stated-coverage.ts';

const stated = (cells: Partial<Record<CensusField, CellValue>>, unread: readonly string[] = []): string[] =>
  statedCoverage(new Map(Object.entries(cells) as [CensusField, CellValue][]), unread);

describe('a row states coverage', () => {
  it.each<[string, Partial<Record<CensusField, CellValue>>, string[]]>([
    ['by a start', { from: '2026-01-01', 'from.dental': '2026-01-01' }, ['from', 'from.dental']],
    ['by a level, also of one letter', { tier: 'F' }, ['tier']],
    ['by a plan', { 'plan.medical': 'Gold 500' }, ['plan.medical']],
    ['by a yes', { 'enrolled.dental': 'Yes' }, ['enrolled.dental']],
  ])('%s', (_about, cells, fields) => expect(stated(cells)).toEqual(fields));

  it('by an unread column', () =>
    expect(stated({ lastName: 'Oak' }, ['Monthly Premium'])).toEqual(['Monthly Premium']));

  it.each<[string, Partial<Record<CensusField, CellValue>>]>([
    ['people only', { lastName: 'Oak', hireDate: '2026-01-05', eligibleFrom: '2026-02-01', classKey: 'Full Time' }],
    ['a waiver', { tier: 'Waived', 'plan.medical': 'Declined', 'enrolled.dental': 'No' }],
    ['what is not decided', { 'enrolled.medical': 'Not started' }],
    ['the end of the plan year alone', { until: '2026-12-31' }],
    ['a spending account', { line: 'Health FSA', from: '2026-01-01' }],
    ['nothing', { tier: 'N/A', 'plan.medical': 'No Change' }],
  ])('not by %s', (_about, cells) => expect(stated(cells)).toEqual([]));
});

it.each([
  'groupPlanId',
  'Insurance Plan',
  'Monthly Premium',
  'Medical Deduction',
  'Carrier',
  'Option',
  'Dental',
  'Employee Contribution',
  'EE Cost',
  'Per Pay Period',
  'Monthly Cost',
  'Rate',
  'Volume',
  'Package',
])('%s belongs to coverage', (heading) => expect(isCoverageHeading(heading)).toBe(true));
it.each([
  'Benefit Class',
  'Plan Year',
  'Eligibility Date',
  'HSA Deduction',
  'Prior Carrier',
  'Spouse DOB',
  'Department',
  'Union',
  'Notes',
  'Cost Center',
  'Cost Unit',
  'Hourly Rate',
  'Pay Rate',
  'HSA Contribution',
  '401k Contribution',
])('%s does not belong to coverage', (heading) => expect(isCoverageHeading(heading)).toBe(false));
it('an amount of zero states nothing', () => {
  expect(['412.50', '$0.00', 0, '', 'No'].map(isCoverageCell)).toEqual([true, false, false, false, false]);
});
