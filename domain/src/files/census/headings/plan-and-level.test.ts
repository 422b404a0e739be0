import { expect, it } from 'vitest';
import { planAndLevel, planInCell } from './plan-and-level.ts';

const PLANS: ReadonlySet<string> = new Set(['MED-PPO', 'PPO Gold', 'Dental PPO', 'Blue - Silver']);

it.each<[string, [string, string | undefined] | undefined]>([
  ['PPO Gold - Employee + Spouse', ['PPO Gold', 'ESP']],
  ['Dental PPO (Family)', ['Dental PPO', 'FAM']],
  ['MED-PPO: EE', ['MED-PPO', 'EMP']],
  ['MED-PPO / EE+CH', ['MED-PPO', 'ECH']],
  ['Blue - Silver - Family', ['Blue - Silver', 'FAM']],
  ['MED-PPO EE+SP', ['MED-PPO', 'ESP']],
  ['MED-PPO/ES', ['MED-PPO', 'ESP']],
  ['MED-PPO-EE', ['MED-PPO', 'EMP']],
  ['PPO Gold Employee + Spouse', ['PPO Gold', 'ESP']],
  // The family tells who the one is.
  ['MED-PPO EE+1', ['MED-PPO', undefined]],
  ['PPO Gold (Employee + 1)', ['PPO Gold', undefined]],
  // The level may stand first.
  ['EE MED-PPO', ['MED-PPO', 'EMP']],
  ['EE+1: MED-PPO', ['MED-PPO', undefined]],
  ['Family - Dental PPO', ['Dental PPO', 'FAM']],
  ['Employee + Spouse - PPO Gold', ['PPO Gold', 'ESP']],
  ['Employee & Children PPO Gold', ['PPO Gold', 'ECH']],
  ['EE-MED-PPO', ['MED-PPO', 'EMP']],
  ['EE/SP MED-PPO', ['MED-PPO', 'ESP']],
  ['(EE) MED-PPO', ['MED-PPO', 'EMP']],
  ['Family (PPO Gold)', ['PPO Gold', 'FAM']],
  ['F - PPO Gold', ['PPO Gold', 'FAM']],
  ['Family Plus PPO Gold', undefined],
  ['F PPO Gold', undefined],
  ['EE PPO Gold Family', undefined],
  // Neither half is guessed.
  ['PPO Gold F', undefined],
  ['PPO Silver EE+1', undefined],
  ['PPO Silver - Family', undefined],
  ['PPO Gold - Buy Up', undefined],
  ['PPO Gold (2026)', undefined],
  ['PPO Gold -', undefined],
  ['- Family', undefined],
])('%s in a cell', (cell, expected) => {
  const both = planAndLevel(cell, (plan) => PLANS.has(plan));
  expect(both && [both.planKey, both.tier]).toEqual(expected);
});

it.each<[string, unknown]>([
  ['MED-PPO $240', { planKey: 'MED-PPO', isPriced: true }],
  ['MED-PPO (EE) $1,240.50/mo', { planKey: 'MED-PPO', tierKey: 'EE', tier: 'EMP', isPriced: true }],
  [
    'PPO Gold - Family - 240.00 per pay period',
    { planKey: 'PPO Gold', tierKey: 'Family', tier: 'FAM', isPriced: true },
  ],
  ['Dental PPO (Family): ($12.00)', { planKey: 'Dental PPO', tierKey: 'Family', tier: 'FAM', isPriced: true }],
  ['Dental PPO (Family)', { planKey: 'Dental PPO', tierKey: 'Family', tier: 'FAM', isPriced: false }],
  // What is left has to be a plan.
  ['PPO Silver $240', undefined],
  ['$240', undefined],
])('%s is a plan and what stands beside it', (cell, expected) =>
  expect(planInCell(cell, (plan) => PLANS.has(plan))).toEqual(expected),
);
