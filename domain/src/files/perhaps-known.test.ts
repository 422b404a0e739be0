import { expect, it } from 'vitest';
import type { PersonDraft } from '../members/person-draft.ts';
import type { Identity } from './match-person.ts';
import { asksByBirthDay, isUnderOtherNumber, perhapsKnown } from './perhaps-known.ts';

const dora = { id: 'M1', subscriberId: null, birthKey: 'one day', ssnKey: 'ssn', last4Key: 'four', values: { firstName: 'Dora', lastName: 'Burns', employeeId: '2002' } } as unknown as PersonDraft;
const record = (change: Partial<Identity>): Identity => ({ isSubscriber: true, firstName: 'Dora', lastName: 'Keller', ssnKey: null, last4Key: null, birthKey: 'one day', carrierKey: null, previousSsnKey: null, previousBirthKey: null, ...change });

it.each([
  ['the last four digits, under any name', { firstName: 'Zoe', last4Key: 'four' }, 'last four digits'],
  ['the first name, and no digits', {}, 'nearly this name'],
  ['a short form of the name', { firstName: 'Dorothy', lastName: 'Burns' }, undefined],
  ['a slip in the name', { firstName: 'Dorra', lastName: 'Burns' }, 'nearly this name'],
  ['another name', { firstName: 'Ida' }, undefined],
  ['other last four digits', { last4Key: 'others' }, undefined],
  ['another employee ID', { employeeId: '7', last4Key: 'four' }, undefined],
] as const)('a new employee with the birth date of somebody known, and %s', (_, change, words) => {
  const reason = perhapsKnown(record(change), [dora]);
  if (words === undefined) expect(reason).toBeUndefined();
  else expect(reason).toMatch(new RegExp(`^Dora Burns .*${words}`));
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
])('a row that is sent again under %s', (_, change, asks) => expect(isUnderOtherNumber(record(change), dora)).toBe(asks));
