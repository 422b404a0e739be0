import { describe, expect, it } from 'vitest';
import { calendarDateFrom } from '../../../calendar-date.ts';
import { readDate } from './read-date.ts';
import { areDaysFirst, doubtfulOrder, noDates } from './date-order.ts';

const ordersSaid = (dayFirst: boolean | undefined, ...dates: string[]) => {
  const orders = noDates();
  for (const date of dates)
    readDate(date, { today: calendarDateFrom('2026-11-20'), date1904: false, dayFirst, orders });
  return orders;
};

const ordersOf = (...dates: string[]) => ordersSaid(undefined, ...dates);

describe('the order of day and month', () => {
  it('is counted in dates of numbers only, not where both are the same', () => {
    expect(
      ordersOf('25.12.1985', '12/25/1985', '4/5/1985', '5/5/1985', '1985-12-25', '4 May 1985', '45678', '13/13/1985'),
    ).toEqual({
      dayFirst: 1,
      monthFirst: 1,
      either: 1,
    });
  });

  it('is in doubt for dates with dots only where nobody has said it', () => {
    expect(doubtfulOrder(ordersSaid(undefined, '4.5.1991', '4/5/1991'), false)).toEqual({
      showing: 0,
      doubtful: 1,
      readDayFirst: false,
      why: 'dots',
    });
    expect(doubtfulOrder(ordersSaid(false, '4.5.1991'), false)).toBeNull();
    expect(doubtfulOrder(ordersSaid(true, '4.5.1991'), true)).toBeNull();
    expect(doubtfulOrder(ordersSaid(false, '4.5.1991', '25.12.1985'), false)).toEqual({
      showing: 1,
      doubtful: 1,
      readDayFirst: false,
    });
  });

  it('is in doubt where dates show the other order only, and some read either way', () => {
    expect(doubtfulOrder(ordersOf('25.12.1985', '4.5.1991'), false)).toEqual({
      showing: 1,
      doubtful: 1,
      readDayFirst: false,
    });
    expect(doubtfulOrder(ordersOf('12/25/1985', '4/5/1991'), true)).toEqual({
      showing: 1,
      doubtful: 1,
      readDayFirst: true,
    });
    expect(doubtfulOrder(ordersOf('25.12.1985', '4.5.1991'), true)).toBeNull();
    expect(doubtfulOrder(ordersOf('25.12.1985', '5.5.1991'), false)).toBeNull();
    expect(doubtfulOrder(ordersOf('25/12/1985', '12/25/1985', '4/5/1991'), false)).toBeNull();
  });
});

describe('a list is read with the day first', () => {
  it('where several of its dates are days only so, and the others are the same either way', () => {
    expect(areDaysFirst(['DOB'], ['14/03/1985', '15/04/1986', '01/01/2026'])?.code).toBe('dates_day_first');
    expect(areDaysFirst(['DOB'], ['14/03/1985', '01/01/2026'])).toBeUndefined();
    expect(areDaysFirst(['DOB'], ['14/03/1985', '15/04/1986', '05/06/1990'])).toBeUndefined();
    expect(areDaysFirst(['DOB'], ['14/03/1985', '15/04/1986', '12/25/1990'])).toBeUndefined();
  });

  it('by German headings, unless its dates show the other order', () => {
    expect(areDaysFirst(['Geburtsdatum'], ['05/06/1990'])?.code).toBe('dates_day_first_by_language');
    expect(areDaysFirst(['Geburtsdatum'], ['12/25/1990', '05/06/1990'])).toBeUndefined();
  });
});
