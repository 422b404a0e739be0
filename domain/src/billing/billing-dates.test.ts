import { expect, it } from 'vitest';
import { calendarDateFrom } from '../calendar-date.ts';
import { billDates } from './billing-dates.ts';

const day = calendarDateFrom;

it.each([
  // On its day: issued on 11/15, due on 12/01, 16 days to pay.
  ['2026-11-10', '2026-11-15', '2026-12-01'],
  ['2026-11-15', '2026-11-15', '2026-12-01'],
  // Made late: the same 16 days from the day of issue, also after the due day of the month.
  ['2026-11-20', '2026-11-20', '2026-12-06'],
  ['2026-12-20', '2026-12-20', '2027-01-05'],
])('the bill for December made on %s is issued on %s and due on %s', (madeOn, issueDate, dueDate) => {
  expect(billDates(day('2026-12-01'), { invoiceDay: 15, dueDay: 1 }, day(madeOn))).toEqual({ issueDate, dueDate });
});
