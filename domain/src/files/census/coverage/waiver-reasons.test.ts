import { expect, it } from 'vitest';
import { isWaiverReason } from './waiver-reasons.ts';

it.each([
  'Medicare',
  'MEDICARE A & B',
  'Medicare Part A',
  'On Medicare',
  'Medicaid',
  'Tricare',
  'TRICARE Prime',
  'VA',
  'VA benefits',
  'Covered by VA',
  'Spouse’s plan',
  "Spouse's Insurance",
  'Spouse plan',
  "Covered under spouse's plan",
  'on husband’s insurance',
  "Parent's plan",
  "Parents' coverage",
  'Covered by parents',
  'Other Coverage',
  'Has other insurance',
  'Covered elsewhere',
  'Marketplace',
  "Other parent's plan",
])('%s: why somebody takes none', (text) => {
  expect(isWaiverReason(text)).toBe(true);
});

it.each([
  'MED-PPO',
  'Spouse',
  'Parent',
  'Other',
  'Medicare Supplement Plan F',
  'Medicare Advantage PPO Gold',
  'VA PPO',
  'COBRA',
  'Family',
  'Employee + Spouse',
  'Individual',
  'Union plan',
  'Exchange',
])('%s: a plan, a level, or in doubt', (text) => {
  expect(isWaiverReason(text)).toBe(false);
});
