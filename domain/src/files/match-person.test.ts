import { fileMessage } from './messages/file-message.ts';
import { expect, it } from 'vitest';
import type { PersonDraft } from '../members/person-draft.ts';
import { type Identity, matchPerson } from './match-person.ts';

const person = (id: string, firstName: string, change: Partial<PersonDraft> = {}): PersonDraft =>
  ({
    id,
    subscriberId: null,
    memberNumber: id,
    ssnKey: `ssn of ${id}`,
    last4Key: `last four of ${id}`,
    birthKey: 'one day',
    values: { firstName, lastName: 'Oak' },
    spans: {},
    ...change,
  }) as PersonDraft;
const PEOPLE = [person('M1', 'Ola'), person('M2', 'Ivo')];
const record = (change: Partial<Identity>): Identity => ({
  isSubscriber: true,
  firstName: 'Ola',
  lastName: 'Oak',
  ssnKey: null,
  last4Key: null,
  birthKey: 'one day',
  carrierKey: null,
  previousSsnKey: null,
  previousBirthKey: null,
  ...change,
});

it('a member number of ours is the person, unless the SSN beside it is somebody else’s', () => {
  expect(matchPerson(record({ carrierMemberId: 'M1' }), PEOPLE, undefined)).toEqual({
    kind: 'found',
    person: PEOPLE[0],
  });
  expect(matchPerson(record({ carrierMemberId: 'M1', ssnKey: 'ssn of nobody' }), PEOPLE, undefined)).toEqual({
    kind: 'found',
    person: PEOPLE[0],
  });
  expect(matchPerson(record({ carrierMemberId: 'M1', ssnKey: 'ssn of M2' }), PEOPLE, undefined)).toEqual({
    kind: 'unsure',
    reason: fileMessage('ssn_and_number_differ'),
    people: [PEOPLE[1], PEOPLE[0]],
  });
});

it('last four digits of an SSN tell two of one name and birth date apart, and are a question where they are another’s', () => {
  const twice = [PEOPLE[0] as PersonDraft, person('M3', 'Ola')];
  expect(matchPerson(record({}), twice, undefined).kind).toBe('unsure');
  expect(matchPerson(record({ last4Key: 'last four of M3' }), twice, undefined)).toEqual({
    kind: 'found',
    person: twice[1],
  });
  expect(matchPerson(record({ last4Key: 'last four of nobody' }), twice, undefined).kind).toBe('unsure');
  const unnumbered = person('M4', 'Ola', { ssnKey: null, last4Key: null });
  expect(
    matchPerson(record({ last4Key: 'last four of nobody' }), [PEOPLE[0] as PersonDraft, unnumbered], undefined),
  ).toEqual({
    kind: 'found',
    person: unnumbered,
  });
});

it('an employee ID with the first name and the last four digits is the same person under another last name', () => {
  const ola = person('M5', 'Ola', { birthKey: null, values: { firstName: 'Ola', lastName: 'Elm', employeeId: '7' } });
  expect(matchPerson(record({ employeeId: '7' }), [ola], undefined).kind).toBe('unsure');
  expect(matchPerson(record({ employeeId: '7', last4Key: 'last four of M5' }), [ola], undefined)).toEqual({
    kind: 'found',
    person: ola,
  });
});

const FORMER = { key: 'ssn of M2', carrierKey: 'number of M2' };
const IVO = person('M2', 'Ivo', { carrierKey: 'number of M2' });

it.each([
  ['an SSN that was corrected', { ssnKey: 'another' }, [IVO], 'found'],
  [
    'a member number that was replaced, under another last name',
    { lastName: 'Elm', former: { ...FORMER, key: 'nobody’s' } },
    [IVO],
    'found',
  ],
  ['somebody with another first name: the number of the family', { firstName: 'Ola' }, [IVO], 'new'],
  ['somebody with another birth date: a father and a son of one name', { birthKey: 'another day' }, [IVO], 'new'],
  ['somebody whose birth date nobody names', { birthKey: null, lastName: 'Elm' }, [IVO], 'new'],
  ['two of one name', { lastName: 'Elm', former: { ...FORMER, key: 'nobody’s' } }, [IVO, { ...IVO, id: 'M9' }], 'new'],
  [
    'nobody beside a new SSN that is somebody else’s',
    { ssnKey: 'ssn of M1', birthKey: 'another day' },
    [IVO, PEOPLE[0] as PersonDraft],
    'unsure',
  ],
] satisfies [string, Partial<Identity>, PersonDraft[], string][])(
  'a former number is that of %s',
  (_name, change, people, kind) => {
    const is = (isSubscriber: boolean, subscriberId: string | null): string =>
      matchPerson(
        record({ firstName: 'Ivo', former: FORMER, ...change, isSubscriber }),
        people.map((one) => ({ ...one, subscriberId })),
        person('M0', 'Una'),
      ).kind;
    expect([is(true, null), is(false, 'M0')]).toEqual([kind, kind]);
  },
);

it('a former number counts only where nothing that holds tells the person', () => {
  expect(matchPerson(record({ firstName: 'Ivo', ssnKey: 'another' }), [IVO], undefined).kind).toBe('unsure');
  expect(matchPerson(record({ firstName: 'Ivo', ssnKey: 'another', former: FORMER }), [IVO], undefined)).toEqual({
    kind: 'found',
    person: IVO,
    isByFormer: true,
  });
  expect(
    matchPerson(record({ ssnKey: 'ssn of M1', former: FORMER }), [IVO, PEOPLE[0] as PersonDraft], undefined),
  ).toEqual({
    kind: 'found',
    person: PEOPLE[0],
  });
});
