import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageGroupText, bandFaults, type BandFault, readAgeGroup } from './age-group.ts';
import type { AgeBand } from './rate-table.ts';

it.each<[string, AgeBand | undefined, string?]>([
  ['25–29', { from: 25, to: 29 }],
  ['25-29', { from: 25, to: 29 }, '25–29'],
  ['25 to 29', { from: 25, to: 29 }, '25–29'],
  ['Ages 25 - 29', { from: 25, to: 29 }, '25–29'],
  ['Under 25', { from: 0, to: 24 }],
  ['<25', { from: 0, to: 24 }, 'Under 25'],
  ['64 and over', { from: 64, to: null }],
  ['64+', { from: 64, to: null }, '64 and over'],
  ['65 or older', { from: 65, to: null }, '65 and over'],
  ['over 64', { from: 65, to: null }, '65 and over'],
  ['All ages', { from: 0, to: null }],
  ['40', { from: 40, to: 40 }],
  ['29-25', undefined],
  ['25-2900', undefined],
  ['Employee', undefined],
  ['', undefined],
  ['2/5', undefined],
])('reads %j', (text, band, written = text) => {
  expect(readAgeGroup(text)).toEqual(band);
  if (band) expect(ageGroupText(band)).toBe(written);
});

describe('age groups that do not cover every age once', () => {
  const bands = (...texts: string[]) => texts.map((text) => readAgeGroup(text) as AgeBand);
  it.each<[string, AgeBand[], BandFault[]]>([
    ['whole', bands('Under 25', '25-39', '40+'), []],
    ['a group is missing', bands('Under 25', '30-39', '40+'), [{ code: 'gap', from: 25, to: 29 }]],
    ['the youngest are missing', bands('25-39', '40+'), [{ code: 'gap', from: 0, to: 24 }]],
    ['the oldest are missing', bands('Under 25', '25-64'), [{ code: 'gap', from: 65, to: null }]],
    ['an age has two groups', bands('Under 60', '60-64', '64+'), [{ code: 'overlap', first: 1, second: 2, age: 64 }]],
    ['in another order', bands('40+', 'Under 25', '25-39'), []],
    ['twice the same', bands('Under 40', '40+', '40+'), [{ code: 'duplicate', first: 1, second: 2, age: 40 }]],
    ['one inside another', bands('All ages', '30-39'), [{ code: 'overlap', first: 0, second: 1, age: 30 }]],
    ['none', [], [{ code: 'gap', from: 0, to: null }]],
  ])('%s', (_name, given, faults) => expect(bandFaults(given)).toEqual(faults));

  it('has no fault exactly where every age has one group', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc
            .tuple(fc.integer({ min: 0, max: 12 }), fc.option(fc.integer({ min: 0, max: 6 })))
            .map(([from, length]): AgeBand => ({ from, to: length === null ? null : from + length })),
          { maxLength: 5 },
        ),
        (given) => {
          const ages = Array.from({ length: 30 }, (_, age) => age);
          const counts = ages.map(
            (age) => given.filter(({ from, to }) => age >= from && (to === null || age <= to)).length,
          );
          expect(bandFaults(given).length === 0).toBe(counts.every((count) => count === 1));
        },
      ),
    ));
});
