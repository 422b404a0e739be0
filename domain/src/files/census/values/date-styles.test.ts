import { describe, expect, it } from 'vitest';
import { calendarDateFrom } from '../../../calendar-date.ts';
import type { CensusField } from '../headings/fields.ts';
import { COMPACT_READ, DateStyles, dotsAgainstSaid } from './date-styles.ts';
import { readDate } from './read-date.ts';

const base = { today: calendarDateFrom('2026-11-20'), date1904: false };

/** How the cells of a list are read, column by column; a question where they are no dates. */
function read(columns: Partial<Record<CensusField, (string | number)[]>>, dayFirst?: boolean) {
  const styles = new DateStyles();
  const all = Object.entries(columns) as [CensusField, (string | number)[]][];
  for (const [field, cells] of all) for (const cell of cells) styles.add(field, cell);
  const settled = styles.settle({ ...base, dayFirst });
  return {
    ...settled,
    dates: Object.fromEntries(
      all.map(([field, cells]) => [
        field,
        cells.map(
          (cell) =>
            readDate(cell, settled.contexts.get(field) ?? { ...base, dayFirst }, field === 'dateOfBirth') ?? '?',
        ),
      ]),
    ),
  };
}

describe('how the columns of a list write their dates', () => {
  it('is told for dates with dots by those that can be read in one way only', () => {
    expect(read({ dateOfBirth: ['14.03.1985', '02.04.1985'], from: ['01.07.2026'] })).toMatchObject({
      dates: { dateOfBirth: ['1985-03-14', '1985-04-02'], from: ['2026-07-01'] },
      contrary: undefined,
      remarks: [{ code: 'dot_dates_day_first' }],
    });
    expect(read({ dateOfBirth: ['03.14.1985'], from: ['07.01.2026'] })).toMatchObject({
      dates: { from: ['2026-07-01'] },
      remarks: [],
    });
  });

  it('leaves dates without dots to the sender’s order, and to what they show where it is said for those with dots', () => {
    expect(read({ dateOfBirth: ['03/14/1985'], from: ['01.07.2026'] }).dates).toEqual({
      dateOfBirth: ['1985-03-14'],
      from: ['2026-01-07'],
    });
    expect(read({ dateOfBirth: ['03/14/1985', '04/02/1985'], from: ['01.07.2026'] }, true)).toMatchObject({
      dates: { dateOfBirth: ['1985-03-14', '1985-04-02'], from: ['2026-07-01'] },
      remarks: [{ code: 'dates_mixed_orders' }],
    });
  });

  it.each([
    [
      'the day first',
      true,
      { dateOfBirth: ['02.04.1985'], from: ['01.07.2026'] },
      { dateOfBirth: ['1985-04-02'], from: ['2026-07-01'] },
      [],
    ],
    [
      'the month first',
      false,
      { dateOfBirth: ['02.04.1985'], from: ['01.07.2026'] },
      { dateOfBirth: ['1985-02-04'], from: ['2026-01-07'] },
      [],
    ],
    [
      'the month first, against what the dates show',
      false,
      { dateOfBirth: ['14.03.1985'], from: ['01.07.2026'] },
      { dateOfBirth: ['1985-03-14'], from: ['2026-07-01'] },
      [dotsAgainstSaid(true)],
    ],
    [
      'the day first, against what the dates show',
      true,
      { dateOfBirth: ['03.14.1985'], from: ['01.07.2026'] },
      { dateOfBirth: ['1985-03-14'], from: ['2026-01-07'] },
      [dotsAgainstSaid(false)],
    ],
    [
      'the month first, also of six digits',
      false,
      { dateOfBirth: ['010203'], from: ['010226'] },
      { dateOfBirth: ['?'], from: ['?'] },
      [],
    ],
    [
      'the month first, of six digits that are no days with the year first',
      false,
      { dateOfBirth: ['010285'], from: ['010226'] },
      { dateOfBirth: ['1985-01-02'], from: ['2026-01-02'] },
      [COMPACT_READ.mdy],
    ],
  ])('is read where it is said: %s', (_, dayFirst, columns, dates, remarks) =>
    expect(read(columns, dayFirst)).toMatchObject({ dates, remarks }),
  );

  it('is asked where the columns contradict each other', () => {
    expect(
      read({ dateOfBirth: ['03/14/1985'], hireDate: ['15/06/2026', '01/02/2026'], from: ['01/07/2026'] }),
    ).toMatchObject({
      dates: { hireDate: ['2026-06-15', '2026-02-01'], from: ['2026-01-07'] },
      contrary: { showing: 1, doubtful: 2, readDayFirst: true },
    });
    // A typing error in a column of which the others show the order is refused.
    expect(read({ dateOfBirth: ['03/14/1985', '14/03/1985'] })).toMatchObject({
      dates: { dateOfBirth: ['1985-03-14', '?'] },
      contrary: undefined,
    });
  });

  it.each([
    [
      'month, day and year',
      { dateOfBirth: ['010285', '123190'], from: ['070126'] },
      { dateOfBirth: ['1985-01-02', '1990-12-31'], from: ['2026-07-01'] },
    ],
    [
      'the same as numbers without their zeros',
      { dateOfBirth: [10285, 123190], hireDate: [61526], from: [70126] },
      { dateOfBirth: ['1985-01-02', '1990-12-31'], hireDate: ['2026-06-15'], from: ['2026-07-01'] },
    ],
    [
      'year, month and day',
      { dateOfBirth: ['850102', '901231'], from: ['260701'] },
      { dateOfBirth: ['1985-01-02', '1990-12-31'], from: ['2026-07-01'] },
    ],
    ['no one order', { dateOfBirth: ['010203'], from: ['070126'] }, { dateOfBirth: ['?'], from: ['?'] }],
    [
      'days of a sheet',
      { dateOfBirth: ['31049'], from: [46204] },
      { dateOfBirth: ['1985-01-02'], from: ['2026-07-01'] },
    ],
    [
      'days of a sheet, as every cell of a column may be read, because another column shows it',
      { dateOfBirth: ['31120', '32540'], hireDate: ['43466'] },
      { dateOfBirth: ['1985-03-14', '1989-02-01'], hireDate: ['2019-01-01'] },
    ],
    [
      'days of a sheet in a longer column',
      { dateOfBirth: ['31120', '32540', '30049'] },
      { dateOfBirth: ['1985-03-14', '1989-02-01', '1982-04-08'] },
    ],
    [
      'a question, where all may be dates without their zero, too',
      { dateOfBirth: ['31120', '32540'] },
      { dateOfBirth: ['?', '?'] },
    ],
    [
      'a question, where all are dates without their zero, and one no likely day of a sheet',
      { dateOfBirth: ['70465', '10588'], from: ['10126'] },
      { dateOfBirth: ['?', '?'], from: ['?'] },
    ],
    [
      'a question beside other dates, unless no date can have lost a zero there',
      { dateOfBirth: ['03/14/1985', '32540', '38540'] },
      { dateOfBirth: ['1985-03-14', '?', '2005-07-07'] },
    ],
    [
      'days of a workbook',
      { dateOfBirth: [31120, 32540], from: [46023] },
      { dateOfBirth: ['1985-03-14', '1989-02-01'], from: ['2026-01-01'] },
    ],
    [
      'no days of a workbook, where its numbers are dates without their zero',
      { dateOfBirth: [70465, 10588] },
      { dateOfBirth: ['?', '?'] },
    ],
    [
      'eight digits, of which the first may be lost',
      { dateOfBirth: ['01021985', 1021985, '1021985'], from: [7012026, 20260701] },
      { dateOfBirth: ['1985-01-02', '1985-01-02', '1985-01-02'], from: ['2026-07-01', '2026-07-01'] },
    ],
  ] as const)('reads digits without signs as %s', (_, columns, dates) =>
    expect(read(columns as unknown as Partial<Record<CensusField, (string | number)[]>>).dates).toEqual(dates),
  );
});

describe('rows that come alone', () => {
  const contextOf = (file: [CensusField, string][], said: boolean | undefined, field: CensusField) => {
    const whole = new DateStyles();
    for (const [of, cell] of file) whole.add(of, cell);
    const { datesOf } = whole.settle({ ...base });
    return (
      new DateStyles().settle({ ...base, dayFirst: said }, datesOf).contexts.get(field) ?? { ...base, dayFirst: said }
    );
  };

  it.each<[string, [CensusField, string][], boolean | undefined, string]>([
    ['dots with the day first', [['dateOfBirth', '25.12.1980']], undefined, '1982-05-04'],
    [
      'dots with the day first beside slashes',
      [
        ['dateOfBirth', '25.12.1980'],
        ['hireDate', '04/25/2020'],
      ],
      undefined,
      '1982-04-05',
    ],
    ['slashes with the month first', [['dateOfBirth', '12/25/1980']], undefined, '1982-04-05'],
    [
      'a column of its own order',
      [
        ['dateOfBirth', '25/12/1980'],
        ['hireDate', '04/25/2020'],
      ],
      undefined,
      '1982-05-04',
    ],
    [
      'a column of its own order, against what is said',
      [
        ['dateOfBirth', '25/12/1980'],
        ['hireDate', '04/25/2020'],
      ],
      false,
      '1982-05-04',
    ],
    ['what was said since', [['dateOfBirth', '12/03/1980']], true, '1982-05-04'],
  ])('are read as the file was: %s', (_, file, said, read) =>
    expect(readDate('04/05/1982', contextOf(file, said, 'dateOfBirth'), true)).toBe(read),
  );
});
