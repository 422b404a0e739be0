import { expect, it } from 'vitest';
import { plansNamedIn, unknownPlan } from './unknown-plan.ts';

it.each([
  ['one code', unknownPlan('KX-77').text, ['KX-77']],
  ['two codes of one record', `${unknownPlan('KX-77').text} ${unknownPlan('DEN 1.5').text}`, ['KX-77', 'DEN 1.5']],
  [
    'among other reasons',
    `Class 9 is not one of this group. ${unknownPlan('A').text} Date of birth is in the future.`,
    ['A'],
  ],
  ['a code that looks like the sentence', unknownPlan('Plan code X').text, ['X']],
  ['no code', 'The date of birth is in the future. Correct it.', []],
])('%s', (_, reason, codes) => expect(plansNamedIn(reason)).toEqual(codes));
