import { describe, expect, it } from 'vitest';
import { birthOf, birthPartsIn } from './birth-parts.ts';

const nobody = (): boolean => false;

describe('a birth date in three columns', () => {
  it.each([
    ['Birth Month', 'Birth Day', 'Birth Year'],
    ['DOB MM', 'DOB DD', 'DOB YYYY'],
    ['Month of Birth', 'Day of Birth', 'Year of Birth'],
    ['Date of Birth Month', 'Date of Birth Day', 'Date of Birth Year'],
    ['Employee Birth Month', 'Employee Birth Day', 'Employee Birth Yr'],
  ])('is known by %s, %s and %s', (month, day, year) => {
    expect(birthPartsIn(['Name', year, month, day], nobody)).toEqual({ month: 2, day: 3, year: 1 });
  });

  it('is none where a part is missing or is said to be something else', () => {
    expect(birthPartsIn(['Birth Day', 'Birth Year'], nobody)).toBeUndefined();
    expect(birthPartsIn(['Birthday', 'Name'], nobody)).toBeUndefined();
    expect(
      birthPartsIn(['Birth Month', 'Birth Day', 'Birth Year'], (heading) => heading === 'Birth Day'),
    ).toBeUndefined();
  });

  it('is put together so that month and day cannot change places', () => {
    expect(birthOf(3, 4, 1985)).toBe('4-Mar-1985');
    expect(birthOf('March', '14', '85')).toBe('14-March-85');
    expect(birthOf('13', '4', '1985')).toBe('13/4/1985');
    expect(birthOf('3', '', '1985')).toBe('3/?/1985');
    expect(birthOf()).toBe('');
  });
});
