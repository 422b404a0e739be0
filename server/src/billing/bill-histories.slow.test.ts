import fc from 'fast-check';
import { it } from 'vitest';
import { billHistory, checkHistory } from './bill-histories.test-data.ts';

it('10,000 histories of bills, reruns and voids agree with the naive way to the cent', () => {
  fc.assert(fc.property(billHistory, checkHistory), { numRuns: 10_000 });
});
