import { describe, expect, it } from 'vitest';
import type { Cents } from '../money.ts';
import {
  type ContributionForm,
  contributionOf,
  formOfContribution,
  NEW_CONTRIBUTION,
  problemsOfContribution,
} from './contribution-form.ts';
import { contributionRuleWords } from './contribution-rule-words.ts';
import type { StoredContribution } from './stored-contribution.ts';

const $ = (cents: number) => cents as Cents;
const BANDS: ContributionForm['bands'] = [
  { from: 0, to: 39, amount: $(30000) },
  { from: 40, to: null, amount: $(40000) },
];
const of = (change: Partial<ContributionForm>): ContributionForm => ({
  ...NEW_CONTRIBUTION,
  from: '2027-01-01',
  ...change,
});

describe('a stored rule becomes a form and the same rule again, and says what it is', () => {
  it.each<[StoredContribution, string]>([
    [{ kind: 'percent', employee: 75, dependents: 50 }, '75% for the employee, 50% for dependents'],
    [{ kind: 'percent', employee: 60, dependents: 60 }, '60% of the premium'],
    [
      { kind: 'percent_by_tier', tiers: { EMP: 80, ESP: 70, ECH: 70, FAM: 60 } },
      'By tier: Employee only 80%, Employee and spouse 70%, Employee and children 70%, Family 60%',
    ],
    [{ kind: 'flat', employee: $(50000), dependents: $(20000) }, '$500.00 for the employee, $200.00 for dependents'],
    [{ kind: 'reference_plan', planId: 'hmo', percent: 80 }, '80% of Standard HMO per person'],
    [{ kind: 'percent', employee: 62.5, dependents: 33.333 }, '62.5% for the employee, 33.333% for dependents'],
    [
      { kind: 'flat_by_tier', tiers: { EMP: $(40000), ESP: $(60000), E1D: $(55000), ECH: $(55000), FAM: $(80000) } },
      'By tier: Employee only $400.00, Employee and spouse $600.00, Employee and one dependent $550.00, Employee and children $550.00, Family $800.00',
    ],
    [
      { kind: 'reference_plan', planId: 'hmo', percent: 75, dependents: 50 },
      'Per person of Standard HMO: employee 75%, each dependent 50%',
    ],
    [
      { kind: 'reference_plan', planId: 'hmo', percent: 0, tiers: { EMP: 75, ESP: 62.5, ECH: 60, FAM: 50 } },
      'Per person of Standard HMO: Employee only 75%, Employee and spouse 62.5%, Employee and children 60%, Family 50%',
    ],
    [
      {
        kind: 'allowance',
        bands: BANDS.map(({ from, to, amount }) => ({ from: from ?? 0, to, amount: amount ?? $(0) })),
      },
      'Allowance by age: Under 40 $300.00, 40 and over $400.00',
    ],
    [
      { kind: 'capped', rule: { kind: 'percent', employee: 100, dependents: 100 }, at: $(85000) },
      '100% of the premium, at most $850.00',
    ],
  ])('%j', (rule, words) => {
    const form = formOfContribution(rule, { classId: '', locationId: '', line: 'medical', from: '2027-01-01' });
    expect(problemsOfContribution(form)).toEqual([]);
    expect(contributionOf(form)).toEqual(rule);
    expect(contributionRuleWords(rule, () => 'Standard HMO').text).toBe(words);
  });
});

describe('says what is wrong at the field', () => {
  it.each<[Partial<ContributionForm>, string[]]>([
    [{ from: '' }, ['from', 'employeePercent', 'dependentsPercent']],
    [{ employeePercent: 101, dependentsPercent: 12.5005 }, ['employeePercent', 'dependentsPercent']],
    [{ kind: 'percent_by_tier' }, ['tiers.EMP', 'tiers.ESP', 'tiers.ECH', 'tiers.FAM']],
    [{ kind: 'percent_by_tier', tiers: { EMP: 80, ESP: 0, E1D: 101, ECH: 0, FAM: -1 } }, ['tiers.E1D', 'tiers.FAM']],
    [{ from: '0001-01-01', employeePercent: 1, dependentsPercent: 1 }, ['from']],
    [{ from: '9999-12-31', employeePercent: 1, dependentsPercent: 1 }, ['from']],
    [{ kind: 'flat', employeeAmount: $(-1), dependentsAmount: $(0) }, ['employeeAmount']],
    [{ kind: 'reference_plan' }, ['line', 'planId', 'referencePercent']],
    [{ kind: 'reference_plan', line: 'dental', planId: 'p' }, ['referencePercent']],
    [{ kind: 'allowance', bands: [] }, ['bands']],
    [{ kind: 'allowance', bands: [{ from: 18, to: null, amount: $(1) }] }, ['bands']],
    [{ kind: 'allowance', bands: [...BANDS, { from: 30, to: 35, amount: $(1) }] }, ['bands.2.from']],
    [{ kind: 'allowance', bands: [{ from: 0, to: -1, amount: null }] }, ['bands.0.to', 'bands.0.amount']],
    [{ employeePercent: 1, dependentsPercent: 1, cap: $(Number.NaN) }, ['cap']],
  ])('%j', (change, paths) => expect(problemsOfContribution(of(change)).map(({ path }) => path)).toEqual(paths));
});
