import { describe, expect, it } from 'vitest';
import { readCells, readFactor, readRate } from './rate-cell.ts';

it.each<[string, number | null | string]>([
  ['645', 64_500],
  ['$1,234.50', 123_450],
  ['1,234.5', 123_450],
  ['1 234.50', 123_450],
  ['1\u00a0234.50', 123_450],
  ['0', 0],
  ['', null],
  ['—', null],
  ['-5.00', 'A rate cannot be negative.'],
  ['(5.00)', 'A rate cannot be negative.'],
  ['12.34567', 'A rate has at most two decimals.'],
  ['12.345', 'A rate has at most two decimals.'],
  ['816.7S', 'This is not an amount.'],
  ['816,70', 'Write the decimals after a point, as 1234.50.'],
  ['=A1*1.05', 'This is a formula. Paste its value instead.'],
  ['100000.01', 'A monthly rate is at most $100,000.00.'],
])('the rate %j', (text, expected) =>
  expect(readRate(text)).toEqual(typeof expected === 'string' ? { problem: expected } : { cents: expected }),
);

it.each<[string, number | null | string]>([
  ['1.278', 1278],
  ['1', 1000],
  ['0.765', 765],
  ['3.0000', 3000],
  ['', null],
  ['1.2785', 'A factor has at most three decimals.'],
  ['0.000', 'A factor is more than zero.'],
  ['-1', 'This is not a factor, as 1.278.'],
])('the factor %j', (text, expected) =>
  expect(readFactor(text)).toEqual(typeof expected === 'string' ? { problem: expected } : { thousandths: expected }),
);

describe('cells from a spreadsheet', () => {
  it.each<[string, string, string[][]]>([
    [
      'tabs',
      'a\tb\nc\td\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'semicolons, with a mark at the beginning',
      '\ufeffa;1,5\r\nb;2',
      [
        ['a', '1,5'],
        ['b', '2'],
      ],
    ],
    [
      'commas and quotes',
      'a,"1,234.50"\n"say ""hi""",2',
      [
        ['a', '1,234.50'],
        ['say "hi"', '2'],
      ],
    ],
    ['one column of amounts with commas', '1,234.50\n2,345.00', [['1,234.50'], ['2,345.00']]],
    ['one cell', '645', [['645']]],
  ])('%s', (_name, text, cells) => expect(readCells(text)).toEqual(cells));
});

it('a zero has no sign', () => {
  for (const text of ['-0', '-0.00', '(0.00)', '0']) expect(readRate(text), text).toEqual({ cents: 0 });
});
