import { expect, it } from 'vitest';
import { refusalOfApprover } from './approver.ts';

const what = 'this refund';

it.each([
  [
    'an author',
    { id: 'dana', madeBy: [] },
    ['omar', 'dana'],
    'You made or changed this refund. Another person has to approve it.',
  ],
  ['somebody else', { id: 'hana', madeBy: ['priya'] }, ['omar', 'dana'], null],
  [
    'an account that an author made',
    { id: 'hana', madeBy: ['dana'] },
    ['omar', 'dana'],
    'Your account was invited, reset or promoted in the last 7 days by somebody who made or changed this refund. Another person has to approve it.',
  ],
])('approval by %s', (_, approver, authors, refusal) => {
  expect(refusalOfApprover(approver, { authors, what })).toBe(refusal);
});
