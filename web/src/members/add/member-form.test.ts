import type { Plan } from '@openbenefits/contract/plans';
import { calendarDateFrom as d } from '@openbenefits/domain/calendar-date';
import { problemsOfNewMember } from '@openbenefits/domain/members/new-member';
import { fromCents } from '@openbenefits/domain/money';
import { describe, expect, it } from 'vitest';
import {
  dependentsCount,
  firstState,
  type Ground,
  isFilled,
  type MemberAction,
  type MemberState,
  reducerFor,
} from './member-form.ts';
import { familyToPrice, shortMoney } from './monthly-cost.ts';

const plan = (
  id: string,
  name: string,
  line: Plan['line'],
  rates: readonly number[],
  networkType: Plan['networkType'] = null,
): Plan => ({
  id,
  name,
  line,
  networkType,
  code: id,
  carrierName: 'Northfold',
  closesOn: null,
  deductible: null,
  coinsurancePercent: null,
  methodologies: ['composite'],
  rates: (['EMP', 'ESP', 'ECH', 'FAM'] as const).flatMap((tier, index) =>
    rates[index] === undefined ? [] : [{ tier, monthly: fromCents(rates[index]) }],
  ),
});
const ground: Ground = {
  today: d('2026-11-20'),
  classes: [{ code: 'FT001', name: 'Full-Time Employee' }],
  locations: [{ code: 'HQ-MAIN', name: 'Headquarters' }],
  fallback: { classes: false, locations: false },
  plans: [
    plan('hmo', 'Standard HMO', 'medical', [48_500, 97_000, 87_300, 148_400]),
    plan('ppo', 'Premium PPO Plus', 'medical', [64_500, 129_000, 116_100, 197_400]),
    plan('ichra', 'ICHRA Allowance', 'medical', [], 'ICHRA'),
    plan('dental', 'Basic Dental', 'dental', [2500, 5000, 4500, 7650]),
  ],
  offers: null,
  terms: {
    waitingPeriodDays: 30,
    waitingPeriodStart: 'first_of_month_following',
    effectiveDate: d('2024-01-01'),
    retroTermDays: 60,
  },
  employerPercent: 60,
  closedReason: null,
};
const after = (...actions: MemberAction[]): MemberState => actions.reduce(reducerFor(ground), firstState(ground));

describe('the Add Member form', () => {
  it('starts with Premium PPO Plus from today, and moves to the first lawful day with the hire date', () => {
    expect(firstState(ground).form.plans.medical).toEqual({ selected: 'ppo', enrollmentDate: '2026-11-20' });
    expect(after({ type: 'text', name: 'hireDate', value: '2026-11-02' }).form.plans.dental.enrollmentDate).toBe(
      '2027-01-01',
    );
    const chosen = after(
      { type: 'enrollmentDate', line: 'medical', value: '2026-12-15' },
      { type: 'text', name: 'hireDate', value: '2026-11-02' },
    );
    expect(chosen.form.plans.medical.enrollmentDate).toBe('2026-12-15');
  });

  it('keeps dependents that are there, adds blank ones, trims the last', () => {
    const two = after(
      { type: 'count', count: 2 },
      { type: 'dependent', index: 0, name: 'name', value: 'Rania' },
      { type: 'count', count: 4 },
    );
    expect(two.form.dependentDetails.map(isFilled)).toEqual([true, false, false, false]);
    expect(reducerFor(ground)(two, { type: 'count', count: 1 }).form.dependentDetails.map(({ name }) => name)).toEqual([
      'Rania',
    ]);
    expect(['3', '12', '-1', 'x', ''].map(dependentsCount)).toEqual([3, 10, 0, 0, 0]);
  });

  it('dependents follow the plan of the subscriber, and an allowance covers none', () => {
    const covered: MemberAction[] = [
      { type: 'count', count: 1 },
      { type: 'dependentPlan', index: 0, line: 'medical', name: 'selected', value: 'ppo' },
    ];
    expect(after(...covered).form.dependentDetails[0]?.plans.medical).toEqual({
      selected: 'ppo',
      startDate: '2026-11-20',
      endDate: '',
    });
    expect(
      after(...covered, { type: 'plan', line: 'medical', planId: 'hmo' }).form.dependentDetails[0]?.plans.medical
        .selected,
    ).toBe('hmo');
    expect(
      after(...covered, { type: 'plan', line: 'medical', planId: 'ichra' }).form.dependentDetails[0]?.plans.medical
        .selected,
    ).toBe('');
  });

  it('filled in as asked, the rules find nothing wrong', () => {
    const texts = {
      firstName: 'Omar',
      lastName: 'Haddad',
      email: 'o@kestrel.test',
      ssn: '123-45-6701',
      class: 'FT001',
      billingLocation: 'HQ-MAIN',
      hireDate: '2026-10-05',
    } as const;
    const { form } = after(
      ...Object.entries(texts).map(([name, value]): MemberAction => ({
        type: 'text',
        name: name as keyof typeof texts,
        value,
      })),
    );
    expect(problemsOfNewMember(form, ground)).toEqual([]);
  });
});

it('the family that is priced is the one of the form, line by line', () => {
  const family = after(
    { type: 'plan', line: 'dental', planId: 'dental' },
    { type: 'count', count: 2 },
    { type: 'dependent', index: 0, name: 'relationship', value: 'spouse' },
    { type: 'dependent', index: 1, name: 'relationship', value: 'child' },
    { type: 'dependentPlan', index: 0, line: 'medical', name: 'selected', value: 'ppo' },
    { type: 'dependentPlan', index: 1, line: 'medical', name: 'selected', value: 'ppo' },
    { type: 'dependentPlan', index: 1, line: 'dental', name: 'selected', value: 'dental' },
  );
  expect(familyToPrice(family.form)).toMatchObject({
    plans: [
      { line: 'medical', planId: 'ppo' },
      { line: 'dental', planId: 'dental' },
    ],
    people: [
      { relationship: 'self', lines: [] },
      { relationship: 'spouse', lines: ['medical'] },
      { relationship: 'child', lines: ['medical', 'dental'] },
    ],
  });
  expect([shortMoney(fromCents(64_500)), shortMoney(fromCents(64_550))]).toEqual(['$645', '$645.50']);
});
