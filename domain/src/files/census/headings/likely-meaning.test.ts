import { expect, it } from 'vitest';
import { likelyAmong, likelyMeaning } from './likely-meaning.ts';

const PLANS = [
  { value: '1', names: ['MED-PPO', 'Dubuque PPO'] },
  { value: '2', names: ['MED-HMO', 'Dubuque HMO'] },
  { value: '3', names: ['DEN-BASIC', 'Basic Dental'] },
];

it.each([
  ['medppo', '1'],
  ['MED PPO 2026', '1'],
  ['PPO', '1'],
  ['DENBASIC', '3'],
  ['DEN-BASC', '3'],
  ['Basic Dental Plan', '3'],
  // Alike to several, to none, or too short to say.
  ['MED', undefined],
  ['Dubuque', undefined],
  ['Gold', undefined],
  ['P', undefined],
  ['---', undefined],
])('offers for the plan %s: %s', (word, plan) => expect(likelyAmong(word, PLANS)).toBe(plan));

it.each([
  ['relationship', 'Spuose', 'spouse'],
  ['relationship', 'Chld', 'child'],
  ['relationship', 'Z', undefined],
  ['relationship', 'Person', undefined],
  ['tier', 'Employee & Famly', 'FAM'],
  ['tier', 'EE+1', undefined],
  ['action', 'Terminat', 'end'],
  ['waiver', 'none', undefined],
] as const)('offers for the %s %s: %s', (kind, word, meaning) => expect(likelyMeaning(kind, word)).toBe(meaning));
