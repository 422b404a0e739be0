import { expect, it } from 'vitest';
import { calendarDateFrom } from '../../calendar-date.ts';
import { securedPeriod } from './secured-payments.ts';

it.each([
  [['2026-03-04'], null],
  [['2026-03-04', '2026-09-04'], { from: '2026-09-04', until: '2027-09-04' }],
  [['2026-03-04', '2026-09-05'], null],
  [['2026-03-04', '2026-09-05', '2026-10-01'], { from: '2026-10-01', until: '2027-10-01' }],
  [['2026-08-31', '2027-02-28'], { from: '2027-02-28', until: '2028-02-28' }],
  [['2026-05-05', '2026-05-05'], { from: '2026-05-05', until: '2027-05-05' }],
])('returned debits on %j restrict the group: %j', (days, period) => {
  expect(securedPeriod(days.map(calendarDateFrom))).toEqual(period);
});
