import type { Plan } from '@openbenefits/contract/plans';
import { problemsOfSetup } from '@openbenefits/domain/groups/group-setup';
import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { fromCents } from '@openbenefits/domain/money';
import { expect, test } from 'vitest';
import { demoSetup } from './demo-setup.ts';
import { emptyCells } from './empty-cells.ts';
import { estimatePremium, spread } from './premium-estimate.ts';
import { refusedFields, stepOfPath } from './setup-problems.ts';
import { BLANK_SETUP, fromSetup } from './wizard-form.ts';

const plan = (id: string, line: Plan['line'], monthly: number | null): Plan => ({
  id,
  code: id,
  name: id,
  line,
  networkType: null,
  carrierName: 'Northfold Health',
  closesOn: null,
  deductible: null,
  coinsurancePercent: null,
  methodologies: ['composite'],
  rates: monthly === null ? [] : [{ tier: 'EMP', monthly: fromCents(monthly) }],
});
const PLANS = [
  plan('ppo', 'medical', 64_501),
  plan('hmo', 'medical', 48_500),
  plan('ichra', 'medical', null),
  plan('den', 'dental', 2_500),
];
const place = { locationName: 'A', addressLine1: '', addressLine2: '', city: '', state: '', zipCode: '' };
const formOf = (employees: number, eligible: number, cells: Record<string, string[]>) =>
  fromSetup({
    ...BLANK_SETUP,
    employeeCount: employees,
    eligibleEmployeeCount: eligible,
    billingLocations: [place, { ...place, locationName: 'B' }],
    classes: [{ className: 'X', billingLocation: 'A' }],
    selectedPlans: { X: cells },
  });

test('employees are spread evenly, the first places take the remainder', () => {
  expect(spread(10, 4)).toEqual([3, 3, 2, 2]);
});

test('counts the first plan of a line in each cell, at its employee-only rate, in cents', () => {
  const estimate = estimatePremium(formOf(5, 0, { A: ['ppo', 'hmo', 'den'], B: ['hmo'] }), PLANS);
  expect(estimate).toMatchObject({ employees: 5, counts: 'employees', unrated: [] });
  expect(estimate?.lines).toEqual([
    { line: 'medical', monthly: 3 * 64_501 + 2 * 48_500 },
    { line: 'dental', monthly: 3 * 2_500 },
  ]);
  expect(estimate?.total).toBe(3 * 64_501 + 2 * 48_500 + 3 * 2_500);
});

test('counts the eligible employees where they are known, and names what has no rate', () => {
  expect(estimatePremium(formOf(5, 2, { A: ['hmo'], B: ['ichra'] }), PLANS)).toMatchObject({
    employees: 2,
    counts: 'eligible',
    total: 48_500,
    unrated: ['ichra'],
  });
});

test('says nothing while there is nothing to count', () => {
  expect(estimatePremium(formOf(0, 0, { A: ['ppo'] }), PLANS)).toBeUndefined();
  expect(estimatePremium(formOf(5, 0, {}), PLANS)).toBeUndefined();
  expect(estimatePremium(formOf(1e15, 0, { A: ['ppo'] }), PLANS)).toBeUndefined();
});

test('the demo form is valid in every step, whatever the day', () => {
  for (const day of ['2026-01-31', '2026-12-15', '2028-02-29']) {
    const setup = demoSetup(PLANS, calendarDateFrom(day));
    expect(problemsOfSetup(setup, new Set(PLANS.map(({ id }) => id)))).toEqual([]);
    expect([setup.billingLocations.length, setup.classes.length]).toEqual([2, 3]);
    expect(emptyCells(fromSetup(setup))).toBe(0);
  }
});

test('a path leads to its step', () => {
  const paths = [
    'taxId',
    'billingLocations.0.city',
    'classes',
    'cobraEnabled',
    'planCustomizations.A.B.c.deductible',
    'selectedPlans',
  ];
  expect(paths.map(stepOfPath)).toEqual([1, 2, 3, 4, 5, 5]);
  expect(stepOfPath('')).toBeUndefined();
  expect(refusedFields(new Map([['setup.taxId', 'No.']]))).toEqual([{ path: 'taxId', message: 'No.' }]);
});
