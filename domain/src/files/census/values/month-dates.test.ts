import { expect, it } from 'vitest';
import { firstOfMonth } from './month-dates.ts';
import type { CellValue } from './cell-value.ts';

it.each<[CellValue, string | undefined]>([
  ['March 2026', '2026-03-01'],
  ['Mar-2026', '2026-03-01'],
  ['Sept. 2026', '2026-09-01'],
  ['03/2026', '2026-03-01'],
  ['3-2026', '2026-03-01'],
  ['2026-03', '2026-03-01'],
  ['Mar-26', undefined],
  ['3/26', undefined],
  ['13/2026', undefined],
  ['2026', undefined],
  [202603, undefined],
  ['Spring 2026', undefined],
])('%s as the start of coverage', (cell, expected) => {
  expect(firstOfMonth(cell)).toBe(expected);
});
