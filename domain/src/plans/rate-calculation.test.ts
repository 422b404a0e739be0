import { describe, expect, it } from 'vitest';
import { calendarDateFrom as d } from '../calendar-date.ts';
import type { Cents } from '../money.ts';
import {
  birthInFirstMonth,
  type CalculatedPerson,
  type Calculation,
  isOnLine,
  missingBirthDates,
  problemsOfCalculation,
  withoutMiddleName,
} from './rate-calculation.ts';

const TODAY = d('2026-11-24');
const person = (relationship: CalculatedPerson['relationship'], dateOfBirth = '1986-04-12'): CalculatedPerson => ({
  relationship,
  dateOfBirth,
  usesTobacco: false,
});
const FORM: Calculation = {
  planIds: ['plan'],
  coverageDate: '2026-12-16',
  zipCode: '67210',
  ratingArea: '',
  methodology: null,
  groupId: null,
  classId: null,
  locationId: null,
  employeePercent: 75,
  dependentsPercent: null,
  salary: null,
  people: [person('self'), person('spouse')],
};
const nameless = (count: number): CalculatedPerson[] => Array.from({ length: count }, () => person('child', ''));

it('takes a complete calculation', () => expect(problemsOfCalculation(FORM, TODAY)).toEqual([]));

it('takes a child that is born on the coverage date or later in its month', () => {
  const on = (relationship: CalculatedPerson['relationship'], birth: string) =>
    birthInFirstMonth(person(relationship, birth), d('2026-06-10'));
  expect([on('child', '2026-06-10'), on('adopted_child', '2026-06-30')]).toEqual(['2026-06-10', '2026-06-30']);
  expect([on('child', '2026-06-09'), on('child', '2026-07-01'), on('child', ''), on('spouse', '2026-06-10')]).toEqual(
    Array.from({ length: 4 }),
  );
  const people = [person('self'), person('child', '2026-06-30')];
  expect(problemsOfCalculation({ ...FORM, coverageDate: '2026-06-01', people }, TODAY)).toEqual([]);
});

describe('says what is wrong at the field', () => {
  it.each<[Partial<Calculation>, string, string]>([
    [{ planIds: [] }, 'planIds', 'Choose a plan.'],
    [{ planIds: ['1', '2', '3', '4', '5'] }, 'planIds', 'Choose at most 4 plans.'],
    [{ coverageDate: '2026-02-30' }, 'coverageDate', 'Enter the coverage date.'],
    [{ coverageDate: '9999-12-31' }, 'coverageDate', 'Enter a date from 01/01/1990 to 12/31/2199.'],
    [{ zipCode: '6721' }, 'zipCode', 'Enter a ZIP code of 5 digits.'],
    [{ salary: Number.NaN as Cents }, 'salary', 'Enter the annual salary as an amount.'],
    [{ employeePercent: 101 }, 'employeePercent', 'Enter a percentage from 0 to 100.'],
    [{ people: [] }, 'people', 'Add the employee.'],
    [{ people: [person('self'), ...nameless(12)] }, 'people', 'A household has at most 12 people here.'],
    [
      { people: [person('self'), person('self')] },
      'people.1.relationship',
      'A household has one employee. Choose another relationship.',
    ],
    [{ people: [person('self', '2026-11-25')] }, 'people.0.dateOfBirth', 'The date of birth is in the future.'],
    [
      { coverageDate: '2026-01-01', people: [person('self'), person('child', '2026-06-10')] },
      'people.1.dateOfBirth',
      'The date of birth is after the coverage date.',
    ],
    [{ people: [person('self', '1880-01-01')] }, 'people.0.dateOfBirth', 'Check the year of birth.'],
    [{ people: [person('self', '13/45/1990')] }, 'people.0.dateOfBirth', 'Enter the date of birth as MM/DD/YYYY.'],
  ])('%j', (change, path, message) =>
    expect(problemsOfCalculation({ ...FORM, ...change }, TODAY)).toEqual([{ path, message }]),
  );
});

it('needs the birth dates that a method looks at', () => {
  const people = [person('self', ''), person('child', '')];
  const of = (method: Parameters<typeof missingBirthDates>[1][number]['method']) =>
    missingBirthDates(people, [{ name: 'Standard HMO', line: 'medical', method }]).map(({ path }) => path);
  expect(of('composite')).toEqual([]);
  expect(of('banded')).toEqual(['people.0.dateOfBirth']);
  expect(of('volume')).toEqual(['people.0.dateOfBirth']);
  expect(of('age_curve')).toEqual(['people.0.dateOfBirth', 'people.1.dateOfBirth']);
});

it('prices on a plan who is covered on its line; everybody where the employee is not', () => {
  const people: CalculatedPerson[] = [
    { ...person('self'), lines: ['medical', 'dental'] },
    { ...person('spouse'), lines: ['dental'] },
    person('child'),
  ];
  const on = (line: Parameters<typeof isOnLine>[2]) => people.map((one) => isOnLine(people, one, line));
  expect([on('medical'), on('dental'), on('vision')]).toEqual([
    [true, false, true],
    [true, true, true],
    [true, true, true],
  ]);
});

it.each([
  ['Ines Marie Calderwood', 'Ines Calderwood'],
  [' Ines  M.  de Calderwood ', 'Ines Calderwood'],
  ['Ines Calderwood', undefined],
  ['', undefined],
])('%j without the middle name', (name, short) => expect(withoutMiddleName(name)).toBe(short));
