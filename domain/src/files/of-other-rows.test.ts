import { expect, it } from 'vitest';
import { asOpen, openProblem } from './of-other-rows.ts';

it('a reason that is still open is known again, and does not grow with each time that the row is sent', () => {
  const first = openProblem(asOpen('Line 2 names another plan.'))?.message ?? '';
  expect(first).toBe('Rejected before and not resolved: Line 2 names another plan.');
  expect(openProblem(asOpen(first))?.message).toBe(first);
  expect(openProblem('Line 2 names another plan.')).toBeUndefined();
});
