import { expect, it } from 'vitest';
import { noteMerged } from './merged-cells.ts';

it.each<[string, [number, number[]][]]>([
  [
    'E3:E5',
    [
      [4, [4]],
      [5, [4]],
    ],
  ],
  ['AB10:AB11', [[11, [27]]]],
  ['A1:F1', []],
  ['A1:B2', []],
  ['A1:A1048576', []],
  ['nonsense', []],
])('the merged cells %s are one with a cell above', (area, rows) => {
  const found = new Map<number, number[]>();
  noteMerged(found, area);
  expect([...found]).toEqual(rows);
});
