import { expect, it } from 'vitest';
import { isKept } from './kept-words.ts';

it.each([
  'No Change',
  'NO CHANGE',
  'Keep',
  'Keep current plan',
  'Same',
  'Same as current',
  'Current',
  'Current Plan',
  'Unchanged',
  'As-Is',
  'Remain the same',
])('%s says that what is on record stays', (cell) => expect(isKept(cell)).toBe(true));

// A plan may be called so in part, NC may be no coverage, and what stands above or with the employee is another thing
// than what is on record.
it.each(['Current PPO', 'NC', 'Same as above', 'Same as employee', 'Change', 'New', 'Keep MED-PPO', '', 1])(
  '%s does not',
  (cell) => expect(isKept(cell)).toBe(false),
);
