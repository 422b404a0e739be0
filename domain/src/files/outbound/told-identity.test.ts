import { expect, it } from 'vitest';
import { calendarDateFrom as date } from '../../calendar-date.ts';
import type { OutboundPerson } from './outbound-person.ts';
import { correctionOf, identityOf } from './told-identity.ts';
import type { ToldIdentity } from './outbound-person.ts';

const ZOE: OutboundPerson = {
  memberId: 'm1',
  isSubscriber: true,
  relationship: 'self',
  familyId: '123450001',
  memberNumber: 'M1',
  ssn: '123450001',
  firstName: 'Zoë',
  lastName: 'Oak',
  dateOfBirth: date('1990-01-01'),
  gender: 'F',
  identity: 'a',
  lines: [],
};
const FORMER = { firstName: 'Zoë', middleName: undefined, lastName: 'Oak' };

it.each<[string, Partial<ToldIdentity>, ReturnType<typeof correctionOf>]>([
  ['nothing', {}, undefined],
  ['a name without its accents, in capitals', { firstName: 'ZOE', lastName: 'OAK' }, undefined],
  ['another middle name', { middleName: 'May' }, undefined],
  ['an SSN and a birth date that were not known', { ssn: undefined, dateOfBirth: undefined }, undefined],
  ['another last name', { lastName: 'Elm' }, { formerly: { ...FORMER, lastName: 'Elm' } }],
  ['another SSN', { ssn: '123450002' }, { formerly: { ...FORMER, ssn: '123450002' } }],
  [
    'another birth date',
    { dateOfBirth: date('1991-01-01'), gender: 'U' },
    { formerly: { ...FORMER, dateOfBirth: date('1991-01-01'), gender: 'U' } },
  ],
  ['another number of the family', { familyId: '123450002' }, { formerNumber: '123450002' }],
  [
    'another number of the person, which goes before that of the family',
    { number: 'HL-1', familyId: '123450002' },
    { formerNumber: 'HL-1' },
  ],
])('of what the carrier was told, %s is corrected so', (_name, was, expected) =>
  expect(correctionOf(ZOE, { ...identityOf(ZOE), ...was })).toEqual(expected),
);

it('nothing is corrected of somebody of whom the carrier was never told', () =>
  expect(correctionOf(ZOE, undefined)).toBeUndefined());
