import { expect, it } from 'vitest';
import { isOffered, type Offers } from './offering.ts';

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
