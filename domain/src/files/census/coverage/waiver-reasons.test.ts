import { expect, it } from 'vitest';
import { WordBook } from '../mapping.ts';
import type { CensusPlace } from '../row-cells.ts';
import { isWaiverReason, withoutReasons } from './waiver-reasons.ts';

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

const PLACE = {
  lineOfPlan: (plan: string) => (plan === 'Drop' ? 'dental' : undefined),
  words: new WordBook([]),
} as unknown as CensusPlace;

it.each([
  ['Cancel coverage', 'Waived'],
  ['Dropped', 'Waived'],
  ['Remove', 'Waived'],
  // A plan of that name.
  ['Drop', undefined],
  ['Dropbox Plan', undefined],
  ['Change', undefined],
])('%s in the place of a plan: %s', (cell, read) => {
  expect(withoutReasons(new Map([['plan.medical', cell]]), PLACE)?.cells.get('plan.medical')).toBe(read);
});
