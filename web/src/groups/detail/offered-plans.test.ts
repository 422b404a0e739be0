import { fromCents } from '@openbenefits/domain/money';
import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { expect, test } from 'vitest';
import { offeredPlans } from './offered-plans.ts';

const row = (
  plan: string,
  line: 'medical' | 'dental',
  className: string,
  locationName: string,
  deductible: number | null = null,
) => ({
  planId: plan,
  planName: plan,
  planCode: plan,
  line,
  carrierName: 'Northfold Health',
  classId: className,
  className,
  locationId: locationName,
  locationName,
  deductible: deductible === null ? null : fromCents(deductible),
  coinsurancePercent: null,
  ratingMethodology: 'composite' as const,
  effectiveDate: calendarDateFrom('2026-01-01'),
  next: null,
});
const TODAY = calendarDateFrom('2026-11-20');

test('puts the locations of a class on one line where the terms are the same', () => {
  const [plan] = offeredPlans(
    [row('PPO', 'medical', 'Executive', 'HQ'), row('PPO', 'medical', 'Executive', 'Yard')],
    undefined,
    TODAY,
  );
  expect(plan?.offers.map(({ className, locations }) => [className, locations])).toEqual([
    ['Executive', ['HQ', 'Yard']],
  ]);
});

test('keeps terms apart that the group set for one location only', () => {
  const [plan] = offeredPlans(
    [row('PPO', 'medical', 'Executive', 'HQ'), row('PPO', 'medical', 'Executive', 'Yard', 50_000)],
    undefined,
    TODAY,
  );
  expect(plan?.offers.map(({ locations, deductible }) => [locations, deductible])).toEqual([
    [['HQ'], null],
    [['Yard'], 50_000],
  ]);
});

test('orders plans by line and says where the catalogue no longer has one', () => {
  const plans = offeredPlans(
    [row('DEN', 'dental', 'Executive', 'HQ'), row('PPO', 'medical', 'Executive', 'HQ')],
    [],
    TODAY,
  );
  expect(plans.map(({ name, catalogue }) => [name, catalogue])).toEqual([
    ['PPO', undefined],
    ['DEN', undefined],
  ]);
});

test('tells what begins later and what follows', () => {
  const next = {
    deductible: fromCents(90_000),
    coinsurancePercent: null,
    ratingMethodology: null,
    effectiveDate: calendarDateFrom('2027-01-01'),
  };
  const [plan] = offeredPlans(
    [
      { ...row('PPO', 'medical', 'Executive', 'HQ'), next },
      { ...row('PPO', 'medical', 'Executive', 'Yard'), effectiveDate: calendarDateFrom('2026-12-01') },
    ],
    undefined,
    TODAY,
  );
  expect(plan?.offers.map(({ begins, next: later }) => [begins, later?.deductible])).toEqual([
    [null, 90_000],
    ['2026-12-01', undefined],
  ]);
});
