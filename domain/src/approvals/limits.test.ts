import { assert, property, array, integer, constantFrom, record } from 'fast-check';
import { expect, it } from 'vitest';
import { add, fromCents, ZERO } from '../money.ts';
import { secondPersonReason } from './limits.ts';

const LIMITS = { each: fromCents(500_00), organization: fromCents(1_000_00) };
const sums = (person: number, group: number, organization: number) => ({
  person: fromCents(person),
  group: fromCents(group),
  organization: fromCents(organization),
});

it.each([
  ['below the limit', 499_99, sums(0, 0, 0), null],
  ['at the limit', 500_00, sums(0, 0, 0), 'Another person approves amounts from $500.00 on.'],
  ['below it with what the person did', 1, sums(499_98, 0, 0), null],
  [
    'that reaches it with what the person did for other groups',
    1,
    sums(499_99, 0, 499_99),
    'Another person approves it: with $499.99 of the last 30 days you reach $500.00.',
  ],
  [
    'that reaches it with what others did for the group',
    100_00,
    sums(0, 400_00, 400_00),
    'Another person approves it: with $400.00 of the last 30 days the group reaches $500.00.',
  ],
  [
    'that reaches the limit of the organization',
    100_00,
    sums(0, 0, 900_00),
    'Another person approves it: with $900.00 of the last 30 days the organization reaches $1,000.00.',
  ],
])('an amount %s', (_, cents, before, reason) => {
  expect(secondPersonReason(fromCents(cents), before, LIMITS)).toBe(reason);
});

it('nobody decides alone where the limits are nothing', () => {
  const none = { each: ZERO, organization: ZERO };
  expect(secondPersonReason(fromCents(1), sums(0, 0, 0), none)).toBe('Another person approves amounts from $0.00 on.');
});

it('whatever is split among people and groups, nobody and no group gets to the limit alone', () => {
  const step = record({
    person: constantFrom('a', 'b', 'c'),
    group: constantFrom('g', 'h'),
    cents: integer({ min: 1, max: 600_00 }),
  });
  assert(
    property(array(step, { maxLength: 40 }), (steps) => {
      const alone: typeof steps = [];
      const sum = (of: (one: (typeof steps)[number]) => boolean) =>
        add(...alone.filter(of).map(({ cents }) => fromCents(cents)), ZERO);
      for (const one of steps) {
        const before = {
          person: sum(({ person }) => person === one.person),
          group: sum(({ group }) => group === one.group),
          organization: sum(() => true),
        };
        if (secondPersonReason(fromCents(one.cents), before, LIMITS) === null) alone.push(one);
      }
      for (const name of ['a', 'b', 'c']) expect(sum(({ person }) => person === name)).toBeLessThan(LIMITS.each);
      for (const name of ['g', 'h']) expect(sum(({ group }) => group === name)).toBeLessThan(LIMITS.each);
      expect(sum(() => true)).toBeLessThan(LIMITS.organization);
    }),
  );
});
