import { describe, expect, it } from 'vitest';
import { calendarDateFrom } from '../../calendar-date.ts';
import { readOtherDate } from './other-date.ts';

const today = calendarDateFrom('2026-11-20');
const read = (text: string, isShort = false, past = false): string | undefined => {
  const other = readOtherDate(text, { today, isShort, past });
  return other === undefined || other === 'unclear' ? other : `${other.date} ${other.form}`;
};

describe('a date that is not CCYYMMDD', () => {
  it.each([
    ['2026-10-15', '2026-10-15 signs'],
    ['2026/10/15', '2026-10-15 signs'],
    ['202610150930', '2026-10-15 signs'],
    ['2026-10-15 09:30', '2026-10-15 signs'],
    ['15-OCT-2026', '2026-10-15 signs'],
    ['15OCT26', '2026-10-15 signs'],
    ['10152026', '2026-10-15 month_first'],
    ['10/15/2026', '2026-10-15 month_first'],
    ['1/15/2026', '2026-01-15 month_first'],
    ['10-15-2026', '2026-10-15 month_first'],
    ['01/01/2026', '2026-01-01 month_first'],
    ['01012026', '2026-01-01 month_first'],
    ['20261015-20261015', '2026-10-15 signs'],
    ['20261015-20261016', undefined],
    ['20261315-20261315', undefined],
    ['12/11/2026', 'unclear'],
    ['12112026', 'unclear'],
    ['15/10/2026', undefined],
    ['25102026', undefined],
    ['2026-13-01', undefined],
    ['10/15/26', undefined],
    ['10150026', undefined],
    ['2026', undefined],
    ['46310', undefined],
    ['', undefined],
    ['9'.repeat(40), undefined],
  ])('reads %s as %s', (text, expected) => expect(read(text)).toBe(expected));

  it.each([
    ['261015', true, false, '2026-10-15 short_year'],
    ['261015', false, false, '2026-10-15 short_year'],
    ['101526', false, false, '2026-10-15 short_year'],
    ['101526', true, false, undefined],
    ['101112', true, false, '2010-11-12 short_year'],
    ['101112', false, false, 'unclear'],
    ['202610', false, false, undefined],
    ['201011', false, false, 'unclear'],
    ['850314', true, true, '1985-03-14 short_year'],
    ['400101', true, true, '1940-01-01 short_year'],
    ['400101', true, false, '2040-01-01 short_year'],
    ['991231', true, false, '1999-12-31 short_year'],
  ] as const)('reads the six digits %s (D6: %s, a birth: %s) as %s', (text, isShort, past, expected) =>
    expect(read(text, isShort, past)).toBe(expected),
  );
});
