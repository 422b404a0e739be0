import { expect, it } from 'vitest';
import { calendarDateFrom } from '../../../calendar-date.ts';
import type { EnrollmentRecord } from '../../enrollment-record.ts';
import { matchColumns } from '../headings/columns.ts';
import { startWhenEligible } from './eligible-from.ts';

const headings = (...own: string[]) => matchColumns(['First Name', 'Last Name', 'Medical Plan', ...own]);
const [june, july] = [calendarDateFrom('2026-06-20'), calendarDateFrom('2026-07-01')];

/** The start of somebody who is eligible on a day and has this start in the row, and what is said. */
function startOf(columns: readonly string[], from: typeof june | undefined, eligibilityFrom = july) {
  const record = {
    eligibilityFrom,
    coverages: [{ line: 'medical', action: 'compare', from }],
    warnings: [],
  } as unknown as EnrollmentRecord;
  startWhenEligible(record, headings(...columns).eligible);
  return [record.coverages[0]?.from, record.warnings[0]?.message];
}

it('is told by the columns: the day of an enrollment is a start where no other is named', () => {
  expect(headings('Enrollment Date').eligible).toBeUndefined();
  expect(headings('Eligibility Date').eligible).toEqual({ eligibility: 'Eligibility Date' });
  expect(headings('Eligibility Date', 'Enrollment Date').eligible).toEqual({
    eligibility: 'Eligibility Date',
    enrollment: 'Enrollment Date',
  });
  expect(headings('Eligibility Date', 'Enrollment Date', 'Effective Date').eligible).toEqual({
    eligibility: 'Eligibility Date',
  });
  expect(headings('Eligibility Date', 'Enrollment Date', 'Medical Effective Date').eligible).toEqual({
    eligibility: 'Eligibility Date',
  });
});

it('nobody who has enrolled is covered before being eligible', () => {
  const both = ['Eligibility Date', 'Enrollment Date'];
  expect(startOf(both, june)).toEqual([july, expect.stringContaining('the later of "Eligibility Date"')]);
  expect(startOf(both, july, june)).toEqual([july, expect.stringContaining('the later of')]);
  expect(startOf([...both, 'Effective Date'], june)).toEqual([june, undefined]);
  expect(startOf(['Eligibility Date'], undefined)).toEqual([
    undefined,
    expect.stringContaining('starts no earlier than "Eligibility Date"'),
  ]);
});
