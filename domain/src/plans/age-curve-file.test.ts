import { expect, it } from 'vitest';
import { curveOfFile } from './age-curve-file.ts';

const FILE = [
  ['Age curves, 2018 on'],
  ['age', 'federal_default_2018', 'al', 'ms'],
  ['0', '0.765', '0.635', '0.636'],
  ['1', '0.766', '0.637', '0.638'],
];
const taken = (...factors: string[]) => ({
  table: [['Age', 'Factor'], ...factors.map((one, age) => [String(age), one])],
});

it.each([
  ['the column that is asked for', FILE, 'Federal default 2018', 'US', taken('0.765', '0.766')],
  ['the column that equals the code', FILE, '', 'AL', taken('0.635', '0.637')],
  ['the column that is asked for before that of the code', FILE, 'ms', 'AL', taken('0.636', '0.638')],
  [
    'the only column',
    [
      ['Age', 'Ratio'],
      ['0', '0.765'],
    ],
    '',
    'US',
    taken('0.765'),
  ],
  ['a file with the column Factor', [['Age', 'Note', 'Factor']], '', 'NOTE', { table: [['Age', 'Note', 'Factor']] }],
  ['a file without headings', [['0', '0.765']], '', 'US', { table: [['0', '0.765']] }],
  [
    'nothing where several could be meant',
    FILE,
    '',
    'US',
    {
      path: 'column',
      problem: 'The file has several curves: federal_default_2018, al, ms. Enter the column to import.',
    },
  ],
  [
    'nothing where the column is not there',
    FILE,
    'ny',
    'AL',
    { path: 'column', problem: 'The file has no column “ny”. It has federal_default_2018, al, ms.' },
  ],
  [
    'nothing where the column is there twice',
    [['Age', 'AL', 'al']],
    'al',
    'AL',
    { path: 'file', problem: 'The column “AL” is in the file twice. Keep one.' },
  ],
])('takes %s', (_, table, column, code, expected) => expect(curveOfFile(table, { column, code })).toEqual(expected));
