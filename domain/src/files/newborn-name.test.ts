import { expect, it } from 'vitest';
import { isNewbornName } from './newborn-name.ts';

it.each([
  'Baby',
  'BABY BOY',
  'Baby Girl',
  'baby-girl',
  'Newborn',
  'NEW BORN',
  'Newborn Male',
  'Infant',
  'BB',
  'Baby A',
  'babyb',
  'Unnamed',
  'Girl',
  'Boy 2',
])('takes "%s" for no name', (name) => {
  expect(isNewbornName(name)).toBe(true);
});

it.each(['Liam', 'Babette', 'Bobby', 'A', 'Nb Kim', 'Son', '', undefined])(
  'takes "%s" for a name, or for none at all',
  (name) => {
    expect(isNewbornName(name)).toBe(false);
  },
);
