import fc from 'fast-check';
import { it } from 'vitest';
import { billHistory, checkHistory } from './bill-histories.test-data.ts';

it('whatever happens in whatever order, bills add up to the premium under current truth and what was withheld', () => {
  fc.assert(fc.property(billHistory, checkHistory), { numRuns: 200 });
});
