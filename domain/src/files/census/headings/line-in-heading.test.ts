import { expect, it } from 'vitest';
import { wordsOf } from '../../../plain-words.ts';
import { lineInHeading } from './line-in-heading.ts';

it.each([
  ['Dental Ins', 'dental'],
  ['DEN125', 'dental'],
  ['Denied On', undefined],
  ['Pre-Tax Vision', 'vision'],
  ['Division', undefined],
  ['Supervision Level', undefined],
  ['Visa Type', undefined],
  ['Basic Life Premium', 'life'],
  ['Life Event', 'life'],
  ['STD EE Cost', 'disability'],
  ['Med Deduction', 'medical'],
  ['Post-tax PPO', 'medical'],
  ['Health & Dental', 'dental'],
  ['Medicare Number', undefined],
  ['401k', undefined],
])('%s: %s', (heading, line) => {
  expect(lineInHeading(wordsOf(heading))).toBe(line);
});
