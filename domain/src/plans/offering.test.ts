import { expect, it } from 'vitest';
import type { CalendarDate } from '../calendar-date.ts';
import { closedFrom, closedRefusal, isOffered, type Offers } from './offering.ts';

const OFFERS: Offers = [
  { planId: 'ppo', classCode: 'FT', locationCode: 'HQ' },
  { planId: 'hmo', classCode: 'PT', locationCode: 'HQ' },
];

it.each<[string, Offers, string, string, string, boolean]>([
  ['a group that has arranged nothing offers every plan', null, 'ppo', 'FT', 'HQ', true],
  ['offered to the class at the location', OFFERS, 'ppo', 'FT', 'HQ', true],
  ['offered to another class', OFFERS, 'ppo', 'PT', 'HQ', false],
  ['offered at another location', OFFERS, 'ppo', 'FT', 'EAST', false],
  ['the class is not known', OFFERS, 'ppo', '', 'HQ', true],
  ['neither is known', OFFERS, 'hmo', '', '', true],
  ['offered to nobody', OFFERS, 'ichra', '', '', false],
  ['a group that has taken every plan away', [], 'ppo', '', '', false],
])('%s', (_name, offers, plan, ofClass, at, expected) => expect(isOffered(offers, plan, ofClass, at)).toBe(expected));

const day = (text: string): CalendarDate => text as CalendarDate;
const dayOrNone = (text: string | null): CalendarDate | null => (text === null ? null : day(text));

it.each<[string, string | null, string | null, string | null]>([
  ['neither', null, null, null],
  ['withdrawn', '2027-01-01', null, '2027-01-01'],
  ['terminated', null, '2027-01-01', '2027-01-01'],
  ['both: the earlier day', '2027-03-01', '2027-01-01', '2027-01-01'],
])('a plan closes: %s', (_name, withdrawn, terminated, expected) =>
  expect(closedFrom({ withdrawnFrom: dayOrNone(withdrawn), terminatedFrom: dayOrNone(terminated) })).toBe(expected),
);

it.each([
  ['2026-12-31', undefined],
  ['2027-01-01', 'This plan takes no new members from 01/01/2027 on. Choose another.'],
  ['2027-06-01', 'This plan takes no new members from 01/01/2027 on. Choose another.'],
])('coverage from %s in a plan that closes on 01/01/2027', (start, expected) =>
  expect(closedRefusal(day('2027-01-01'), day(start))).toBe(expected),
);
