import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromCents } from '../money.ts';
import { addRenewals, renewalOf, type RenewedLine } from './renewal.ts';

const line = (
  subscriberId: string,
  [before, atOldAges, after]: readonly (number | null)[],
  planId = 'hmo',
  newPlanId = planId,
): RenewedLine => {
  const cents = (value: number | null | undefined) => (value === null || value === undefined ? null : fromCents(value));
  const half = (value: number | null | undefined) =>
    value === null || value === undefined ? null : fromCents(Math.round(value / 2));
  return {
    subscriberId,
    planId,
    newPlanId,
    before: cents(before),
    atOldAges: cents(atOldAges),
    after: cents(after),
    employerBefore: half(before),
    employerAfter: half(after),
  };
};

it('tells rates and ages apart, and lists the largest increase first', () => {
  const { summary, subscribers } = renewalOf([
    line('ann', [40_000, 41_600, 43_000]),
    line('ann', [2000, 2000, 2000], 'vision'),
    line('bob', [64_500, 67_725, 67_725], 'ppo'),
    line('cy', [28_500, 28_000, 28_000], 'hdhp'),
  ]);
  expect(subscribers.map(({ subscriberId, byRates, byAges }) => [subscriberId, byRates, byAges])).toEqual([
    ['bob', 3225, 0],
    ['ann', 1600, 1400],
    ['cy', -500, 0],
  ]);
  expect(summary).toMatchObject({
    subscribers: 3,
    before: 135_000,
    after: 140_725,
    held: 0,
    increases: [1, 0, 2, 0, 0],
    largest: { subscriberId: 'bob' },
  });
  expect(summary.employerDifference + summary.employeeDifference).toBe(5725);
});

it('counts what has no price, and adds it to nothing', () => {
  expect(renewalOf([line('ann', [40_000, null, null]), line('bob', [10, 20, 30])]).summary).toMatchObject({
    subscribers: 1,
    held: 1,
    before: 10,
    after: 30,
  });
  expect(renewalOf([]).summary).toMatchObject({ subscribers: 0, before: 0, largest: null });
});

it('groups added up are the same as all their lines at once', () => {
  const amount = fc.integer({ min: 0, max: 200_000 });
  const lines = fc.array(fc.tuple(fc.constantFrom('ppo', 'hmo'), amount, amount, amount), { maxLength: 20 });
  fc.assert(
    fc.property(lines, lines, (one, two) => {
      const own = (prefix: string, list: typeof one) =>
        list.map(([plan, ...prices], index) => line(`${prefix}${index}`, prices, plan));
      const [first, second] = [own('a', one), own('b', two)];
      const added = addRenewals([renewalOf(first).summary, renewalOf(second).summary]);
      const { largest, plans, ...whole } = renewalOf([...first, ...second]).summary;
      expect(added).toMatchObject(whole);
      expect(added.plans).toEqual(expect.arrayContaining([...plans]));
      expect((added.largest?.after ?? 0) - (added.largest?.before ?? 0)).toBe(
        (largest?.after ?? 0) - (largest?.before ?? 0),
      );
    }),
  );
});
