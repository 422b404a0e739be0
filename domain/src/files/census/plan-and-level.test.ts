import { expect, it } from 'vitest';
import { planAndLevel } from './plan-and-level.ts';

const PLANS: ReadonlySet<string> = new Set(['MED-PPO', 'PPO Gold', 'Dental PPO', 'Blue - Silver']);

it.each<[string, [string, string] | undefined]>([
  ['PPO Gold - Employee + Spouse', ['PPO Gold', 'ESP']],
  ['Dental PPO (Family)', ['Dental PPO', 'FAM']],
  ['MED-PPO: EE', ['MED-PPO', 'EMP']],
  ['MED-PPO / EE+CH', ['MED-PPO', 'ECH']],
  ['Blue - Silver - Family', ['Blue - Silver', 'FAM']],
  // Neither half is guessed.
  ['PPO Silver - Family', undefined],
  ['PPO Gold - Buy Up', undefined],
  ['PPO Gold (2026)', undefined],
  ['PPO Gold -', undefined],
  ['- Family', undefined],
])('%s in a cell', (cell, expected) => {
  const both = planAndLevel(cell, (plan) => PLANS.has(plan));
  expect(both && [both.planKey, both.tier]).toEqual(expected);
});
