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

it.each([
  ['Medical - New', 'plan.medical'],
  ['Dental Tier (New)', 'tier.dental'],
  ['Address - New', 'addressLine1'],
  ['Plan Elected', undefined],
])('%s, with the word behind', (heading, field) => expect(ofNewHeading(heading)?.field).toBe(field));

it('what was is told from what is by the heading beside it', () => {
  expect(isOldBeside('Current Medical Plan', ['Current Medical Plan', 'New Medical Plan'])).toBe(true);
  expect(isOldBeside('Old Last Name', ['Old Last Name', 'New Last Name'])).toBe(true);
  expect(isOldBeside('Current Plan', ['Current Plan', 'Elected Plan'])).toBe(true);
  expect(isOldBeside('Medical - Current', ['Medical - Current', 'Medical - New'])).toBe(true);
  expect(isOldBeside('Medical Plan (Current)', ['Medical Plan (Current)', 'Medical Plan (New)'])).toBe(true);
  expect(isOldBeside('Current Medical Plan', ['Current Medical Plan', 'New Dental Plan'])).toBe(false);
  expect(isOldBeside('Current Medical Plan', ['Current Medical Plan'])).toBe(false);
});

it.each([
  ['2027 Medical', ['2026 Medical', '2027 Medical'], 'plan.medical', false],
  ['2026 Medical', ['2026 Medical', '2027 Medical'], undefined, true],
  ['2026 Medical', ['2026 Medical', '2027 Medical Election'], undefined, true],
  ['2027 Medical Election', ['2026 Medical', '2027 Medical Election'], 'plan.medical', false],
  ['Dental Plan (2027)', ['Dental Plan (2026)', 'Dental Plan (2027)'], 'plan.dental', false],
  ['2027 Dental Tier', ['Current Dental Tier', '2027 Dental Tier'], 'tier.dental', false],
  ['Current Dental Tier', ['Current Dental Tier', '2027 Dental Tier'], undefined, true],
  // Of one year alone nobody knows whether it is to come; salaries are paid in both.
  ['2027 Medical', ['2027 Medical', '2027 Dental'], 'plan.medical', false],
  ['2027 Salary', ['2026 Salary', '2027 Salary'], undefined, false],
])('of the plans of two years the later is what is new: %s', (heading, headings, field, isOld) => {
  expect([ofNewHeading(heading, headings)?.field, isOldBeside(heading, headings)]).toEqual([field, isOld]);
});

it('yes or no to a plan year is read where it is the latest of all, and is old where it is not', () => {
  const headings = ['2026 Medical Plan', '2027 Medical Plan', 'Covered in 2027', 'Enrolled 2026'];
  expect(ofNewHeading('Covered in 2027', headings)?.field).toBe('enrolled');
  expect(ofNewHeading('Enrolled 2026', headings)).toBeUndefined();
  expect(isOldBeside('Enrolled 2026', headings)).toBe(true);
  expect(isOldBeside('Covered in 2027', headings)).toBe(false);
});

it.each([
  // Nothing is later than what is current.
  ['Current Medical Plan', ['Previous Medical Plan', 'Current Medical Plan'], 'plan.medical', false],
  ['Previous Medical Plan', ['Previous Medical Plan', 'Current Medical Plan'], undefined, true],
  ['Current Medical Plan', ['Prior Medical Plan', 'Current Medical Plan', 'New Medical Plan'], undefined, true],
  ['Current Medical Plan', ['Prior Dental Plan', 'Current Medical Plan'], undefined, false],
])('%s beside what was', (heading, headings, field, isOld) => {
  expect([ofNewHeading(heading, headings)?.field, isOldBeside(heading, headings)]).toEqual([field, isOld]);
});
