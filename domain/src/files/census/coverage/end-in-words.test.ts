import { expect, it } from 'vitest';
import { calendarDateFrom as d } from '../../../calendar-date.ts';
import { endInWords, monthEndBeside } from './end-in-words.ts';
import { readDate } from '../values/read-date.ts';

it.each([
  ['EOM', 'month_end'],
  ['E.O.M.', 'month_end'],
  ['End of month', 'month_end'],
  ['end of the month', 'month_end'],
  ['Last day of month', 'month_end'],
  ['Last day of the month following termination', 'month_end'],
  ['End of month of term date', 'month_end'],
  ['EOM of termination', 'month_end'],
  ['Month-end', 'month_end'],
  ['DOT', 'last_day_of_job'],
  ['Date of termination', 'last_day_of_job'],
  ['Term date', 'last_day_of_job'],
  ['Upon termination', 'last_day_of_job'],
  ['Last day worked', 'last_day_of_job'],
  ['Last day of employment', 'last_day_of_job'],
  ['10/31/2026', undefined],
  ['Monthly', undefined],
  ['End of year', undefined],
])('%s is %s', (text, rule) => expect(endInWords(text)).toBe(rule));

it.each([
  ['10/12/2026 EOM', '2026-10-31'],
  ['EOM (2/3/2026)', '2026-02-28'],
  ['EOM 10/12/26', '2026-10-31'],
  ['End of October 2026', '2026-10-31'],
  ['end of month 10/2026', '2026-10-31'],
  ['EOM', undefined],
  ['End of month', undefined],
  ['10/12/2026', undefined],
])('%s ends on %s', (text, day) =>
  expect(monthEndBeside(text, (part) => readDate(part, { today: d('2026-11-20'), date1904: false }))).toBe(day),
);
