import { expect, it } from 'vitest';
import type { PersonDraft } from '../members/person-draft.ts';
import { type Identity, matchPerson } from './match-person.ts';

const person = (id: string, firstName: string, change: Partial<PersonDraft> = {}): PersonDraft => ({ id, subscriberId: null, memberNumber: id, ssnKey: `ssn of ${id}`, last4Key: `last four of ${id}`, birthKey: 'one day', values: { firstName, lastName: 'Oak' }, spans: {}, ...change }) as PersonDraft;
const PEOPLE = [person('M1', 'Ola'), person('M2', 'Ivo')];
const record = (change: Partial<Identity>): Identity => ({ isSubscriber: true, firstName: 'Ola', lastName: 'Oak', ssnKey: null, last4Key: null, birthKey: 'one day', carrierKey: null, previousSsnKey: null, previousBirthKey: null, ...change });

it('a member number of ours is the person, unless the SSN beside it is somebody else’s', () => {
  expect(matchPerson(record({ carrierMemberId: 'M1' }), PEOPLE, undefined)).toEqual({ kind: 'found', person: PEOPLE[0] });
  expect(matchPerson(record({ carrierMemberId: 'M1', ssnKey: 'ssn of nobody' }), PEOPLE, undefined)).toEqual({ kind: 'found', person: PEOPLE[0] });
  expect(matchPerson(record({ carrierMemberId: 'M1', ssnKey: 'ssn of M2' }), PEOPLE, undefined)).toEqual({ kind: 'unsure', reason: 'The SSN and the member number (REF*23) of this record belong to two people of this group.' });
});

it('last four digits of an SSN tell two of one name and birth date apart, and are a question where they are another’s', () => {
  const twice = [PEOPLE[0] as PersonDraft, person('M3', 'Ola')];
  expect(matchPerson(record({}), twice, undefined).kind).toBe('unsure');
  expect(matchPerson(record({ last4Key: 'last four of M3' }), twice, undefined)).toEqual({ kind: 'found', person: twice[1] });
  expect(matchPerson(record({ last4Key: 'last four of nobody' }), twice, undefined).kind).toBe('unsure');
  const unnumbered = person('M4', 'Ola', { ssnKey: null, last4Key: null });
  expect(matchPerson(record({ last4Key: 'last four of nobody' }), [PEOPLE[0] as PersonDraft, unnumbered], undefined)).toEqual({ kind: 'found', person: unnumbered });
});

it('an employee ID with the first name and the last four digits is the same person under another last name', () => {
  const ola = person('M5', 'Ola', { birthKey: null, values: { firstName: 'Ola', lastName: 'Elm', employeeId: '7' } });
  expect(matchPerson(record({ employeeId: '7' }), [ola], undefined).kind).toBe('unsure');
  expect(matchPerson(record({ employeeId: '7', last4Key: 'last four of M5' }), [ola], undefined)).toEqual({ kind: 'found', person: ola });
});
