import type { Plan } from '@openbenefits/contract/plans';
import { problemsOfSetup } from '@openbenefits/domain/groups/group-setup';
import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { fromCents } from '@openbenefits/domain/money';
import { expect, test } from 'vitest';
import { demoSetup } from './demo-setup.ts';
import { emptyCells } from './empty-cells.ts';
import { estimatePremium, spread } from './premium-estimate.ts';
import { refusedFields, stepOfPath } from './setup-problems.ts';
import { dollarsText, parseDollars, parseWhole } from './whole-number.ts';
import { BLANK_SETUP, fromSetup } from './wizard-form.ts';

const plan = (id: string, line: Plan['line'], monthly: number | null): Plan => ({
  id,
  code: id,
  name: id,
  line,
  networkType: null,
  carrierName: 'Northfold Health',
  deductible: null,
  coinsurancePercent: null,
  rates: monthly === null ? [] : [{ tier: 'EMP', monthly: fromCents(monthly) }],
});
const PLANS = [
  plan('ppo', 'medical', 64_501),
  plan('hmo', 'medical', 48_500),
  plan('ichra', 'medical', null),
  plan('den', 'dental', 2_500),
];
const place = { location_name: 'A', address_line1: '', address_line2: '', city: '', state: '', zip_code: '' };
const formOf = (employees: number, eligible: number, cells: Record<string, string[]>) =>
  fromSetup({
    ...BLANK_SETUP,
    employee_count: employees,
    eligible_employee_count: eligible,
    billing_locations: [place, { ...place, location_name: 'B' }],
    classes: [{ class_name: 'X', billing_location: 'A' }],
    selected_plans: { X: cells },
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
    expect([setup.billing_locations.length, setup.classes.length]).toEqual([2, 3]);
    expect(emptyCells(fromSetup(setup))).toBe(0);
  }
});

test.each([
  ['42', 0, 42],
  [' 1,250 ', 0, 1250],
  ['12.7', 0, 12],
  ['-5', 0, -5],
  ['abc', 0, 0],
  ['', 30, 30],
  ['x', 31, 31],
])('parseWhole(%j, %i) is %i', (text, fallback, whole) => {
  expect(parseWhole(text, fallback)).toBe(whole);
});

test.each([
  ['1,000', 100_000],
  ['$75.50', 7550],
  ['', null],
  ['abc', 0],
  ['1.234', 0],
])('parseDollars(%j) is %s', (text, amount) => {
  expect(parseDollars(text)).toBe(amount);
});

test('dollars are written as they are read', () => {
  for (const amount of [0, 5, 7550, 100_000, 123_456_700])
    expect(parseDollars(dollarsText(fromCents(amount)))).toBe(amount);
});

test('a path leads to its step', () => {
  const paths = [
    'tax_id',
    'billing_locations.0.city',
    'classes',
    'cobra_enabled',
    'plan_customizations.A.B.c.deductible',
    'selected_plans',
  ];
  expect(paths.map(stepOfPath)).toEqual([1, 2, 3, 4, 5, 5]);
  expect(stepOfPath('')).toBeUndefined();
  expect(refusedFields(new Map([['setup.tax_id', 'No.']]))).toEqual([{ path: 'tax_id', message: 'No.' }]);
});
