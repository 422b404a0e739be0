import { expect, it } from 'vitest';
import { plansNamedIn, unknownPlanReason } from './unknown-plan.ts';

it.each([
  ['one code', unknownPlanReason('KX-77'), ['KX-77']],
  ['two codes of one record', `${unknownPlanReason('KX-77')} ${unknownPlanReason('DEN 1.5')}`, ['KX-77', 'DEN 1.5']],
  [
    'among other reasons',
    `Class 9 is not one of this group. ${unknownPlanReason('A')} Date of birth is in the future.`,
    ['A'],
  ],
  ['a code that looks like the sentence', unknownPlanReason('Plan code X'), ['X']],
  ['no code', 'Date of birth is in the future.', []],
])('%s', (_, reason, codes) => expect(plansNamedIn(reason)).toEqual(codes));
