import { expect, it } from 'vitest';
import type { PersonDraft } from '../members/person-draft.ts';
import { type Identity, matchPerson } from './match-person.ts';

const person = (id: string, firstName: string, change: Partial<PersonDraft> = {}): PersonDraft => ({ id, subscriberId: null, memberNumber: id, ssnKey: `ssn of ${id}`, birthKey: 'one day', values: { firstName, lastName: 'Oak' }, spans: {}, ...change }) as PersonDraft;
const PEOPLE = [person('M1', 'Ola'), person('M2', 'Ivo')];
const record = (change: Partial<Identity>): Identity => ({ isSubscriber: true, firstName: 'Ola', lastName: 'Oak', ssnKey: null, birthKey: 'one day', carrierKey: null, previousSsnKey: null, previousBirthKey: null, ...change });

it('a member number of ours is the person, unless the SSN beside it is somebody else’s', () => {
  expect(matchPerson(record({ carrierMemberId: 'M1' }), PEOPLE, undefined)).toEqual({ kind: 'found', person: PEOPLE[0] });
  expect(matchPerson(record({ carrierMemberId: 'M1', ssnKey: 'ssn of nobody' }), PEOPLE, undefined)).toEqual({ kind: 'found', person: PEOPLE[0] });
  expect(matchPerson(record({ carrierMemberId: 'M1', ssnKey: 'ssn of M2' }), PEOPLE, undefined)).toEqual({ kind: 'unsure', reason: 'The SSN and the member number (REF*23) of this record belong to two people of this group.' });
});
