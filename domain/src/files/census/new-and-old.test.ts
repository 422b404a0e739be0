import { expect, it } from 'vitest';
import { isOldBeside, ofNewHeading } from './new-and-old.ts';

it.each([
  ['New Medical Plan', 'plan.medical'],
  ['New Address', 'addressLine1'],
  ['New Effective Date', 'from'],
  ['New Coverage', undefined],
  ['Updated Email', 'email'],
  // It would be somebody else, or is another thing.
  ['New SSN', undefined],
  ['New Hire Date', undefined],
  ['New', undefined],
])('%s', (heading, field) => expect(ofNewHeading(heading)?.field).toBe(field));

it('what was is told from what is by the heading beside it', () => {
  expect(isOldBeside('Current Medical Plan', ['Current Medical Plan', 'New Medical Plan'])).toBe(true);
  expect(isOldBeside('Old Last Name', ['Old Last Name', 'New Last Name'])).toBe(true);
  expect(isOldBeside('Current Plan', ['Current Plan', 'Elected Plan'])).toBe(true);
  expect(isOldBeside('Current Medical Plan', ['Current Medical Plan', 'New Dental Plan'])).toBe(false);
  expect(isOldBeside('Current Medical Plan', ['Current Medical Plan'])).toBe(false);
});
