import { expect, it } from 'vitest';
import { postalState } from './us-states.ts';

it.each([
  ['ny', 'NY'],
  ['New  York', 'NY'],
  ['N.Y.', 'NY'],
  ['D.C.', 'DC'],
  ['Mass.', 'MA'],
  ['Calif', 'CA'],
  ['W. Va.', 'WV'],
  ['Massachusets', 'Massachusets'],
  ['N Y', 'N Y'],
  ['02139', '02139'],
])('%s is the state %s', (text, code) => expect(postalState(text)).toBe(code));
