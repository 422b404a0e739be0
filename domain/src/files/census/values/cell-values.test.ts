import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMaskedSsn } from '../../../members/ssn.ts';
import { addDays, calendarDateFrom, calendarDateOf, formatDate } from '../../../calendar-date.ts';
import {
  isElected,
  isNothing,
  isRounded,
  isSheetError,
  isWaived,
  isWaivedTier,
  readAction,
  readFullName,
  readGender,
  readRelationship,
  readSalary,
  readSsn,
  readTier,
  readYesNo,
  readZip,
} from './cell-values.ts';
import type { CellValue } from './cell-value.ts';
import { readDate, serialDate } from './read-date.ts';

const context = { today: calendarDateFrom('2026-03-01'), date1904: false };
const anyDay = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays(calendarDateFrom('1901-01-01'), days));

describe('readDate', () => {
  it.each<[CellValue, string | undefined]>([
    ['04/12/1986', '1986-04-12'],
    ['4/2/1986', '1986-04-02'],
    ['4-2-1986', '1986-04-02'],
    ['1979-11-30', '1979-11-30'],
    ['1979/11/30', '1979-11-30'],
    ['1979-11-30T00:00:00Z', '1979-11-30'],
    ['1985-03-14-08:00', '1985-03-14'],
    ['1985-03-14Z', '1985-03-14'],
    ['1/5/2015 12:00:00 AM', '2015-01-05'],
    ['20141205 04:12:09 PM', '2014-12-05'],
    ['19900815', '1990-08-15'],
    [19_900_815, '1990-08-15'],
    ['23-Sep-1991', '1991-09-23'],
    ['23 September 1991', '1991-09-23'],
    ['Sep 23, 1991', '1991-09-23'],
    ['September 3rd, 1991', '1991-09-03'],
    ['45678', '2025-01-21'],
    [45_678, '2025-01-21'],
    [32_123, '1987-12-12'],
    [2026, undefined],
    ['02/29/2001', undefined],
    ['02/29/2000', '2000-02-29'],
    ['13/01/2020', undefined],
    ['20260231', undefined],
    ['1234', undefined],
    ['yesterday', undefined],
    ['', undefined],
  ])('reads %j as %s', (cell, date) => expect(readDate(cell, context)).toBe(date));

  it('reads two-digit years: a birth never in the future, other dates at most twenty years ahead', () => {
    expect(readDate('7/2/12', context, true)).toBe('2012-07-02');
    expect(readDate('7/2/26', context, true)).toBe('1926-07-02');
    expect(readDate('2/28/26', context, true)).toBe('2026-02-28');
    expect(readDate('7/2/26', context)).toBe('2026-07-02');
    expect(readDate('7/2/46', context)).toBe('2046-07-02');
    expect(readDate('7/2/47', context)).toBe('1947-07-02');
    expect(readDate('23-Sep-91', context)).toBe('1991-09-23');
  });

  it('knows that 29 February 1900 never was, and the days of old Macs', () => {
    expect(serialDate(59, false)).toBe('1900-02-28');
    expect(serialDate(60, false)).toBeUndefined();
    expect(serialDate(61, false)).toBe('1900-03-01');
    expect(serialDate(1, false)).toBe('1900-01-01');
    expect(serialDate(0, true)).toBe('1904-01-01');
    expect(serialDate(44_216, true)).toBe('2025-01-21');
    expect(serialDate(Number.NaN, false)).toBeUndefined();
  });

  it('reads every day in every way of writing it', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(readDate(formatDate(day), context)).toBe(day);
        expect(readDate(day, context)).toBe(day);
        expect(readDate(day.replaceAll('-', ''), context)).toBe(day);
      }),
    );
  });

  it('never makes a day of what is none, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.stringMatching(/^\d{1,2}\/\d{1,2}\/\d{2,4}$/)), (cell) => {
        const date = readDate(cell, context);
        if (date !== undefined) {
          const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
          expect(calendarDateOf(year, month, day)).toBe(date);
        }
      }),
    );
  });
});

describe('words', () => {
  it.each([
    ['EE', 'self'],
    ['Employee', 'self'],
    ['Self ', 'self'],
    ['SP', 'spouse'],
    ['Husband', 'spouse'],
    ['Domestic Partner', 'domestic_partner'],
    ['CH', 'child'],
    ['daughter', 'child'],
    ['Step-Child', 'step_child'],
    ['Adopted', 'adopted_child'],
    ['neighbour', undefined],
    ['constructor', undefined],
    ['Child-Fostered', 'child'],
    ['Child-Grandchild', 'other'],
    ['Child-Legal Guardian', 'other'],
    ['Spouse-Ex', 'other'],
    ['Child-Domestic Partner', undefined],
  ])('relationship %s is %s', (word, relationship) => expect(readRelationship(word)).toBe(relationship));

  it.each([
    ['EE', 'EMP'],
    ['Employee Only', 'EMP'],
    ['EE+SP', 'ESP'],
    ['Employee + Spouse', 'ESP'],
    ['EE/CH', 'ECH'],
    ['Employee + Child(ren)', 'ECH'],
    ['Family', 'FAM'],
    ['FAM', 'FAM'],
    ['everybody', undefined],
  ])('tier %s is %s', (word, tier) => expect(readTier(word)).toBe(tier));

  it('reads genders, answers and actions', () => {
    expect(['F', 'male', 'X', '?'].map(readGender)).toEqual(['female', 'male', 'unknown', undefined]);
    expect(['Yes', 'n', 'TRUE', 'maybe'].map(readYesNo)).toEqual([true, false, true, undefined]);
    expect(['Add', 'Term', 'zzz'].map(readAction)).toEqual(['add', 'end', undefined]);
    expect(['Waived', 'N/A', '-', 'MED-PPO'].map(isWaived)).toEqual([true, true, true, false]);
  });
});

describe('numbers that are names', () => {
  it('puts leading zeros back only where the sheet lost them, and tells', () => {
    expect(readSsn('123-45-6701')).toEqual({ text: '123456701', padded: false });
    expect(readSsn(12_345_670)).toEqual({ text: '012345670', padded: true });
    expect(readSsn('12345670')).toEqual({ text: '12345670', padded: false });
    expect(readZip(2139)).toEqual({ text: '02139', padded: true });
    expect(readZip('02139')).toEqual({ text: '02139', padded: false });
    expect(readZip('6270')).toEqual({ text: '6270', padded: false });
    expect(readZip('021391234').text).toBe('02139-1234');
  });

  it('reads salaries exactly, and no formulas', () => {
    expect(readSalary('$52,000')).toBe(5_200_000);
    expect(readSalary(91_000.5)).toBe(9_100_050);
    expect(readSalary('830.7500')).toBe(83_075);
    expect(readSalary('=1+1')).toBeUndefined();
    expect(readSalary(0.001)).toBeUndefined();
  });

  it('splits names', () => {
    expect(readFullName("O'Brien-Núñez, Zoë Ann")).toEqual({
      firstName: 'Zoë',
      middleName: 'Ann',
      lastName: "O'Brien-Núñez",
    });
    expect(readFullName('Alice B Adams')).toEqual({ firstName: 'Alice', middleName: 'B', lastName: 'Adams' });
    expect(readFullName('Cher')).toEqual({ firstName: undefined, middleName: undefined, lastName: 'Cher' });
  });
});

describe('what personnel systems write', () => {
  it.each([
    ['01021980', '1980-01-02'],
    ['Wednesday, January 2, 1980', '1980-01-02'],
    ['2nd January 1980', '1980-01-02'],
    ['Jan-2-1980', '1980-01-02'],
    ['1980-Jan-02', '1980-01-02'],
    ['01 02 1980', '1980-01-02'],
    ['19800102', '1980-01-02'],
    ['13021980', undefined],
    ['01021799', undefined],
  ])('%j is the day %s', (text, day) =>
    expect(readDate(text, { today: calendarDateFrom('2026-11-20'), date1904: false })).toBe(day),
  );

  it.each([
    ['John Smith Jr.', { firstName: 'John', lastName: 'Smith', suffix: 'Jr' }],
    ['SMITH JR, JOHN', { firstName: 'JOHN', lastName: 'SMITH', suffix: 'JR' }],
    ['Smith, John Q., III', { firstName: 'John', middleName: 'Q.', lastName: 'Smith', suffix: 'III' }],
    ['Dr. Maria Elena de la Cruz', { firstName: 'Maria', middleName: 'Elena', lastName: 'de la Cruz' }],
    ['Jan van der Berg', { firstName: 'Jan', lastName: 'van der Berg' }],
    ['Van Morrison', { firstName: 'Van', lastName: 'Morrison' }],
    ['Esq Ii', { firstName: 'Esq', lastName: 'Ii' }],
  ])('%j is a name of its parts', (text, parts) =>
    expect(readFullName(text)).toEqual({ middleName: undefined, suffix: undefined, ...parts }),
  );

  it.each([
    ["'012345678", '012345678', false],
    ['123456789.0', '123456789', false],
    ['12345678.0', '012345678', true],
    ['123.45.6789', '123456789', false],
  ])('%j is the SSN %s', (text, ssn, padded) => expect(readSsn(text)).toEqual({ text: ssn, padded }));

  it('ZIP codes keep and regain their zeros', () => {
    expect(readZip('2139.0')).toEqual({ text: '02139', padded: true });
    expect(readZip("'02139")).toEqual({ text: '02139', padded: false });
  });

  it('a cell can say that it holds nothing, that there is no coverage, or only that there is', () => {
    expect(['N/A', '--', '00/00/0000', 'NULL', 'NaN', 'Nada', 0].map(isNothing)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(['Waived - other coverage', 'Declining', 'Not eligible', 'PPO', 'Nova Plan'].map(isWaived)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(['Waived', 'N/A', 'EE Only'].map(isWaivedTier)).toEqual([true, false, false]);
    expect(['Yes', 'x', 'PPO'].map(isElected)).toEqual([true, true, false]);
  });
});

describe('what sheets do to values', () => {
  it('a decimal comma is read where it can be nothing else', () => {
    expect(
      ['52.000,50', '48500,00', '€ 1.200,00', '$52,000', '52.000', '1.250.000', '1234.5600'].map(readSalary),
    ).toEqual([5_200_050, 4_850_000, 120_000, 5_200_000, undefined, undefined, 123_456]);
  });

  it('an SSN may be masked, or rounded', () => {
    expect(
      ['XXX-XX-1234', '***-**-1234', '•••-••-1234', '123-45-6789'].map((cell) => isMaskedSsn(readSsn(cell).text)),
    ).toEqual([true, true, true, false]);
    expect(['4.12551E+08', '4,12551e8', '412551000', 412_551_000].map(isRounded)).toEqual([true, true, false, false]);
  });

  it('an error is told from a value', () => {
    expect(['#N/A', '#REF!', '#7', 'A#N/A', 7].map(isSheetError)).toEqual([true, true, false, false, false]);
  });
});

it.each([
  ['Son - 11 yrs', 'child'],
  ['Daughter (student)', 'child'],
  ['Child, 11', 'child'],
  ['Spouse (age 41)', 'spouse'],
  ['Mother-in-law', 'other'],
  // Another relationship, or a status.
  ['Spouse (ex)', 'other'],
  ['Child (step)', 'step_child'],
  ['Self (retired)', undefined],
])('%s is the relationship %s', (cell, relationship) => expect(readRelationship(cell)).toBe(relationship));
