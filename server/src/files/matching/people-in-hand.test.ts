import type { Identity } from '@openbenefits/domain/files/match-person';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { expect, it } from 'vitest';
import { PeopleInHand } from './people-in-hand.ts';

const letters = (index: number): string =>
  String.fromCharCode(97 + Math.floor(index / 26 / 26), 97 + (Math.floor(index / 26) % 26), 97 + (index % 26));
const person = (index: number, employeeId: string): PersonDraft =>
  ({
    id: `M${index}`,
    groupId: 'G',
    subscriberId: null,
    memberNumber: `M${index}`,
    ssnKey: `ssn ${index}`,
    last4Key: null,
    birthKey: `day ${index}`,
    carrierKey: null,
    values: { firstName: letters(index), lastName: 'Oak', employeeId },
    spans: {},
  }) as unknown as PersonDraft;
const record = (firstName: string, employeeId: string, change: Partial<Identity> = {}): Identity => ({
  isSubscriber: true,
  firstName,
  lastName: 'Oak',
  employeeId,
  ssnKey: null,
  last4Key: null,
  birthKey: null,
  carrierKey: null,
  previousSsnKey: null,
  previousBirthKey: null,
  ...change,
});

it('looks through all who bear an employee ID only where they are few: of a number that a whole list bears, those of the name', () => {
  const people = new PeopleInHand();
  let looked = 0;
  for (let index = 0; index < 5000; index += 1) {
    looked += people.candidates('G', record(letters(index), '1')).length;
    people.add(person(index, '1'));
  }
  // The first twenty are looked through, then nobody: the work grows with the people, not with their square.
  expect(looked).toBeLessThan(500);
  expect(people.candidates('G', record(letters(77), '1')).map(({ id }) => id)).toEqual(['M77']);
  expect(people.candidates('G', record('Somebody', '1', { ssnKey: 'ssn 99' })).map(({ id }) => id)).toEqual(['M99']);
  expect(people.byFamily('G', null, '1')?.id).toBe('M0');
});

it('finds whoever shares a number with a few, also under another name', () => {
  const people = new PeopleInHand();
  for (let index = 0; index < 20; index += 1) people.add(person(index, '1'));
  expect(people.candidates('G', record('Somebody', '1'))).toHaveLength(20);
  people.add(person(20, '1'));
  expect(people.candidates('G', record('Somebody', '1'))).toHaveLength(0);
});
