import { expect, it } from 'vitest';
import { startInWords } from './start-in-words.ts';

it.each([
  ['DOH', 0, 'date_of_hire'],
  ['Date of Hire', 0, 'date_of_hire'],
  ['upon hire', 0, 'date_of_hire'],
  ['90 days', 90, 'date_of_hire'],
  ['After 60 days of employment', 60, 'date_of_hire'],
  ['90 days from DOH', 90, 'date_of_hire'],
  ['FOM following DOH', 0, 'first_of_month_following'],
  ['First of the month following date of hire', 0, 'first_of_month_following'],
  ['1st of month after hire', 0, 'first_of_month_following'],
  ['1st of the month coincident with or following date of hire', 0, 'first_of_month_coincident'],
  ['FOM on or after DOH', 0, 'first_of_month_coincident'],
  ['FOM after 60 days', 60, 'first_of_month_following'],
  ['FOM 30', 30, 'first_of_month_following'],
  ['after 60 days FOM', 60, 'first_of_month_following'],
  ['FOM 30 days', 30, 'first_of_month_following'],
  ['FOM/60 days', 60, 'first_of_month_following'],
  ['1st of the month following 30 days of employment', 30, 'first_of_month_following'],
  ['First day of the month after 90 days from hire', 90, 'first_of_month_following'],
  ['first of month following sixty days', 60, 'first_of_month_following'],
  ['60 days, first of month', 60, 'first_of_month_following'],
  ['30 days then 1st of the month', 30, 'first_of_month_following'],
  ['1st of month coincident with or next following 30 days', 30, 'first_of_month_coincident'],
  ['400 days', undefined, undefined],
  ['First of the month after 2 months', undefined, undefined],
  ['03/01/2026', undefined, undefined],
  ['March 2026', undefined, undefined],
  ['Open Enrollment', undefined, undefined],
])('%s: %s days, %s', (text, days, start) => {
  expect(startInWords(text)).toEqual(days === undefined ? undefined : { days, start });
});

it.each(['1st of month', '1st of the month', 'FOM', 'first day of the month'])(
  'leaves it to the group of which month: %s',
  (text) => {
    expect(startInWords(text)).toEqual({ byGroup: true });
  },
);

it.each(['First of next month', 'first of the following month', 'Next month', 'First day of month following'])(
  'does not know of which month: %s',
  (text) => {
    expect(startInWords(text)).toBe('unclear');
  },
);
