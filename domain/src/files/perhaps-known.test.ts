import { expect, it } from 'vitest';
import type { PersonDraft, PersonValues } from '../members/person-draft.ts';
import type { Identity } from './match-person.ts';
import {
  asksByBirthDay,
  bornByName,
  isUnderOtherNumber,
  knownByName,
  perhapsKnown,
  perhapsOfNumber,
} from './perhaps-known.ts';

const dora = {
  id: 'M1',
  subscriberId: null,
  birthKey: 'one day',
  ssnKey: 'ssn',
  last4Key: 'four',
  values: { firstName: 'Dora', lastName: 'Burns', employeeId: '2002' },
} as unknown as PersonDraft;
const record = (change: Partial<Identity>): Identity => ({
  isSubscriber: true,
  firstName: 'Dora',
  lastName: 'Keller',
  ssnKey: null,
  last4Key: null,
  birthKey: 'one day',
  carrierKey: null,
  previousSsnKey: null,
  previousBirthKey: null,
  ...change,
});

it.each([
  ['the last four digits, under any name', { firstName: 'Zoe', last4Key: 'four' }, 'last four SSN digits'],
  ['the first name, and no digits', {}, 'a similar name'],
  ['a short form of the name', { firstName: 'Dorothy', lastName: 'Burns' }, undefined],
  ['a slip in the name', { firstName: 'Dorra', lastName: 'Burns' }, 'a similar name'],
  ['another name', { firstName: 'Ida' }, undefined],
  ['other last four digits', { last4Key: 'others' }, undefined],
  ['another employee ID', { employeeId: '7', last4Key: 'four' }, undefined],
] as const)('a new employee with the birth date of somebody known, and %s', (_, change, words) => {
  const reason = perhapsKnown(record(change), [dora]);
  if (words === undefined) expect(reason).toBeUndefined();
  else expect(reason?.text).toMatch(new RegExp(`^Dora Burns .*${words}`));
});

it.each([
  ['the same name and another birth date', { lastName: 'Burns', birthKey: 'another day' }, 'another date of birth'],
  ['the same name and no birth date: the name tells it', { lastName: 'Burns', birthKey: null }, undefined],
  [
    'a first name of the same family, and no birth date',
    { firstName: 'Dodie', lastName: 'Burns', birthKey: null },
    'a similar name',
  ],
  [
    'a first name of the same family, and another birth date',
    { firstName: 'Dodie', lastName: 'Burns', birthKey: 'another day' },
    undefined,
  ],
  ['another name', { firstName: 'Ida', birthKey: null }, undefined],
  ['another employee ID', { lastName: 'Burns', birthKey: 'another day', employeeId: '7' }, undefined],
  ['other digits', { lastName: 'Burns', birthKey: 'another day', last4Key: 'others' }, undefined],
] as const)('a new employee with the last four digits of somebody known, and %s', (_, change, words) => {
  const reason = perhapsOfNumber(record({ last4Key: 'four', ...change }), [dora]);
  if (words === undefined) expect(reason).toBeUndefined();
  else expect(reason?.text).toMatch(new RegExp(`^Dora Burns .*last four digits and ${words}`));
});

it('is asked only of lists that give no SSN', () => {
  expect(asksByBirthDay(record({}), 'census')).toBe(true);
  expect(asksByBirthDay(record({}), 'edi834')).toBe(false);
  expect(asksByBirthDay(record({ ssnKey: 'ssn' }), 'census')).toBe(false);
  expect(perhapsKnown(record({}), [{ ...dora, subscriberId: 'M9' }])).toBeUndefined();
});

it.each<[string, Partial<Identity>, boolean]>([
  ['another employee ID', { employeeId: '7' }, true],
  ['the same', { employeeId: '2002' }, false],
  ['none', {}, false],
  ['another beside the same SSN', { employeeId: '7', ssnKey: 'ssn' }, false],
  ['another beside the same last four digits', { employeeId: '7', last4Key: 'four' }, false],
  ['another beside a member number', { employeeId: '7', carrierMemberId: 'M1' }, false],
])('a row that is sent again under %s', (_, change, asks) =>
  expect(isUnderOtherNumber(record(change), dora)).toBe(asks),
);

const bare = {
  ...dora,
  ssnKey: null,
  last4Key: null,
  birthKey: null,
  values: { firstName: 'Dora', lastName: 'Burns' },
} as unknown as PersonDraft;
const full = record({ lastName: 'Burns', ssnKey: 'ssn', last4Key: 'four', employeeId: '7' });
it.each<[string, Identity, PersonValues, PersonDraft[], boolean, string]>([
  ['was named alone', full, {}, [bare], false, 'found'],
  [
    'had a birth date, and the list has the SSN',
    { ...full, birthKey: null },
    {},
    [{ ...bare, birthKey: 'one day' }],
    false,
    'found',
  ],
  [
    'had an SSN and a birth date, and the list has the employee ID',
    { ...full, ssnKey: null, last4Key: null, birthKey: null },
    {},
    [{ ...bare, ssnKey: 'ssn', birthKey: 'one day' }],
    false,
    'found',
  ],
  [
    'has the same last four digits',
    { ...full, ssnKey: null, birthKey: null },
    {},
    [{ ...bare, ssnKey: 'ssn', last4Key: 'four' }],
    false,
    'found',
  ],
  ['has another SSN', full, {}, [{ ...bare, ssnKey: 'other' }], false, 'new'],
  ['has another birth date', full, {}, [{ ...bare, birthKey: 'other' }], false, 'new'],
  ['has another employee ID', full, {}, [{ ...bare, values: { ...bare.values, employeeId: '8' } }], false, 'new'],
  ['is called otherwise', full, {}, [{ ...bare, values: { firstName: 'Cora', lastName: 'Burns' } }], false, 'new'],
  ['is one of two of the name', full, {}, [bare, { ...bare, id: 'M2' }], false, 'unsure'],
  [
    'is one of two of the name, of whom the other has another SSN',
    full,
    {},
    [bare, { ...bare, id: 'M2', ssnKey: 'other' }],
    false,
    'unsure',
  ],
  [
    'is of the other gender',
    full,
    { gender: 'F' },
    [{ ...bare, values: { ...bare.values, gender: 'M' } }],
    false,
    'unsure',
  ],
  [
    'has another middle initial',
    full,
    { middleName: 'A' },
    [{ ...bare, values: { ...bare.values, middleName: 'Bea' } }],
    false,
    'unsure',
  ],
  [
    'has a suffix, and the record none',
    full,
    {},
    [{ ...bare, values: { ...bare.values, suffix: 'Jr' } }],
    false,
    'unsure',
  ],
  [
    'has the middle initial',
    full,
    { middleName: 'B.' },
    [{ ...bare, values: { ...bare.values, middleName: 'Bea' } }],
    false,
    'found',
  ],
  ['would be ended', full, {}, [bare], true, 'unsure'],
])('of whom nothing but the name can be compared: %s', (_, said, values, known, mayEnd, kind) =>
  expect(knownByName(said, values, known, mayEnd).kind).toBe(kind),
);

it('a dependent who was named without a birth date gets it, where nobody else of the family is called so', () => {
  const child = { ...bare, subscriberId: 'M9' };
  const said = { ...full, isSubscriber: false };
  expect(bornByName(said, {}, [child])).toBe(child);
  expect(bornByName(said, {}, [child, { ...child, id: 'M3', birthKey: 'other' }])).toBeUndefined();
  expect(bornByName(said, { gender: 'F' }, [{ ...child, values: { ...child.values, gender: 'M' } }])).toBeUndefined();
});
