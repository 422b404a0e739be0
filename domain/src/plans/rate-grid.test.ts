import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyEdits,
  clearBlock,
  copyBlock,
  editsBetween,
  fillDown,
  increaseBlock,
  pasteBlock,
  rebasedEdits,
  readPercentage,
  withCell,
  withRow,
} from './rate-grid.ts';
import { gridProblems } from './rate-grid-problems.ts';
import { blankRow, cellText, type GridRow, reasonOf, rowsOfCells, valueOf, withText } from './rate-row.ts';
import { readCells } from './rate-cell.ts';

const row = (place: number, age: string, ...texts: string[]): GridRow =>
  ['employee', 'spouse', 'child', 'family'].reduce(
    (now, column, index) => withText(now, column as 'employee', texts[index] ?? ''),
    withText(blankRow(place), 'age', age),
  );
const ROWS = [
  row(0, 'Under 25', '433.13', '476.44', '368.16', '1212.75'),
  row(1, '25-29', '459.90', '505.89', '390.92', '1287.72'),
  row(2, '30 and over', '511.09', '562.20', '434.43', '1431.05'),
];
const texts = (rows: readonly GridRow[]): string[][] =>
  rows.map((one) => (['age', 'employee', 'spouse', 'child', 'family'] as const).map((column) => cellText(one, column)));

describe('a block that is pasted', () => {
  it('takes amounts as spreadsheets write them, and keeps what is no amount in its cell', () => {
    const pasted = pasteBlock(
      ROWS,
      'banded',
      { row: 1, column: 1 },
      readCells('$459.90\t505.89\t816.7S\n1,234.50\t-5\t12.345\n'),
    );
    expect(pasted).toMatchObject({ height: 2, width: 3, taken: 3, outside: [] });
    expect(pasted.problems.map(({ text }) => text)).toEqual(['816.7S', '-5', '12.345']);
    expect(texts(pasted.rows)[1]).toEqual(['25–29', '459.90', '505.89', '816.7S', '1287.72']);
    expect(pasted.rows[0]).toBe(ROWS[0]);
    expect(
      gridProblems({ method: 'banded' }, pasted.rows).map(({ text, row: at, column }) => [at, column, text]),
    ).toEqual([
      ['1', 'child', '“816.7S”: This is not an amount.'],
      ['2', 'spouse', '“-5”: A rate cannot be negative.'],
      ['2', 'child', '“12.345”: A rate has at most two decimals.'],
    ]);
  });

  it('shows where a text was too long to keep, which is a problem of its cell', () => {
    const { amount, entered } = valueOf('rate', '9'.repeat(300));
    expect([amount, entered?.length, entered?.endsWith('9…')]).toEqual([null, 200, true]);
    expect(reasonOf('rate', entered ?? '')).toBe('This text is longer than 200 characters.');
  });

  it('adds rows below the last one, and counts cells beyond the last column', () => {
    const pasted = pasteBlock(ROWS, 'banded', { row: 3, column: 0 }, [
      ['65 and over', '1', '2', '3', '4', 'note'],
      ['', '', '', '', ''],
    ]);
    expect(pasted.rows).toHaveLength(4);
    expect(pasted).toMatchObject({ taken: 5, outside: ['note'] });
    expect(pasteBlock(ROWS, 'composite', { row: 2, column: 0 }, [['1'], ['2']])).toMatchObject({ outside: ['2'] });
  });

  const amount = fc.oneof(
    fc.constantFrom('', '12.5', '$1,000.00', '816.7S', '-1', '=A1', '1.234', '25-29'),
    fc.integer({ min: 0, max: 9_999_999 }).map((cents) => (cents / 100).toFixed(2)),
  );
  const block = fc.array(fc.array(amount, { minLength: 1, maxLength: 7 }), { minLength: 1, maxLength: 8 });

  it('is undone and redone by its edits, whatever was pasted', () => {
    fc.assert(
      fc.property(block, fc.nat(5), fc.nat(4), (cells, down, right) => {
        const { rows } = pasteBlock(ROWS, 'banded', { row: down, column: right }, cells);
        const redone = applyEdits(ROWS, 'banded', editsBetween(ROWS, rows, 'banded'));
        expect(texts(redone)).toEqual(texts(rows));
        const undone = applyEdits(rows, 'banded', editsBetween(rows, ROWS, 'banded'));
        expect(undone).toEqual(ROWS);
      }),
    );
  });

  it('is what was copied', () => {
    fc.assert(
      fc.property(block, (cells) => {
        const { rows } = pasteBlock(ROWS, 'banded', { row: 0, column: 1 }, cells);
        const all = { from: { row: 0, column: 0 }, to: { row: rows.length - 1, column: 4 } };
        const copy = copyBlock(rows, 'banded', all);
        const filled = (lines: string[][]) => lines.filter((line) => line.some((one) => one !== ''));
        expect(filled(texts(pasteBlock([], 'banded', { row: 0, column: 0 }, readCells(copy)).rows))).toEqual(
          filled(texts(rows)),
        );
      }),
    );
  });
});

describe('a block of cells', () => {
  const block = { from: { row: 2, column: 2 }, to: { row: 0, column: 1 } };

  it('is filled down from its first row, or from the row above', () => {
    expect(texts(fillDown(ROWS, 'banded', block)).map((line) => line.slice(1, 3))).toEqual([
      ['433.13', '476.44'],
      ['433.13', '476.44'],
      ['433.13', '476.44'],
    ]);
    const one = { from: { row: 1, column: 4 }, to: { row: 1, column: 4 } };
    expect(texts(fillDown(ROWS, 'banded', one))[1]?.[4]).toBe('1212.75');
  });

  it('is raised by a percentage, rounded half up', () => {
    expect(texts(increaseBlock(ROWS, 'banded', block, 500))[1]?.slice(1)).toEqual([
      '482.90',
      '531.18',
      '390.92',
      '1287.72',
    ]);
    expect(readPercentage('5.25%')).toBe(525);
    expect(readPercentage('−3')).toBe(-300);
    expect(readPercentage('five')).toBeUndefined();
    expect(readPercentage('-100')).toBeUndefined();
  });

  it('is emptied', () => {
    expect(texts(clearBlock(ROWS, 'banded', block))[0]).toEqual(['Under 25', '', '', '368.16', '1212.75']);
  });
});

it('names ages without a row, ages with two, and rows without ages', () => {
  const rows = withCell(
    [
      ...ROWS.slice(0, 2),
      row(5, '40-44', '1', '1', '1', '1'),
      row(6, '44 and over', '1', '1', '1', '1'),
      row(7, 'x', '1', '1', '1', '1'),
      row(8, ''),
    ],
    'banded',
    { row: 1, column: 4 },
    '',
  );
  expect(
    gridProblems({ method: 'banded' }, rows).map(({ row: at, column, gap, text }) => [at, column, gap, text]),
  ).toEqual([
    [null, null, { from: 30, to: 39 }, 'Ages 30–39 have no row.'],
    ['6', 'age', null, 'Age 44 has two rows: 40–44 and 44 and over.'],
    ['1', 'family', null, 'Ages 25–29 have no family rate.'],
    ['7', 'age', null, '“x”: This is not an age group, as 25–29.'],
    ['8', 'age', null, 'Enter the age group of this row.'],
  ]);
  const filled = withRow(rows, { from: 30, to: 39 });
  expect(filled.map((one) => cellText(one, 'age'))).toEqual([
    'Under 25',
    '25–29',
    '30–39',
    '40–44',
    '44 and over',
    'x',
    '',
  ]);
});

it('finds the cell of a curve, a tier and a volume rate', () => {
  const curve = rowsOfCells(
    {
      method: 'age_curve',
      base: null,
      baseIs: 'factor_one',
      curve: 'US',
      areas: { '1': null },
      tobacco: 1000,
      chargedChildren: 3,
    },
    Array.from({ length: 65 }, (_, place) => ({
      place,
      ageFrom: place,
      ageTo: place,
      ageEntered: null,
      kind: 'factor' as const,
      amount: place === 30 ? 900 : 1000,
      entered: null,
    })),
  );
  expect(
    gridProblems(
      {
        method: 'age_curve',
        base: null,
        baseIs: 'factor_one',
        curve: 'US',
        areas: { '1': null },
        tobacco: 1000,
        chargedChildren: 3,
      },
      curve,
    ).map(({ severity, row: at, column, setting }) => [severity, at, column, setting]),
  ).toEqual([
    ['error', null, null, 'base'],
    ['warning', '30', 'factor', null],
    ['error', null, null, 'area 1'],
  ]);
  const tiers = rowsOfCells({ method: 'composite', tiers: 'two' }, []);
  expect(gridProblems({ method: 'composite', tiers: 'two' }, tiers).map(({ row: at, column }) => [at, column])).toEqual(
    [
      ['EMP', 'rate'],
      ['FAM', 'rate'],
    ],
  );
  expect(valueOf('per_unit', '0.080')).toEqual({ amount: 800, entered: null });
  expect(valueOf('per_unit', '0.08001')).toEqual({ amount: null, entered: '0.08001' });
});

it('edits of two people are both kept, each row at its own place', () => {
  const mine = withCell(withRow(ROWS, { from: 50, to: 54 }), 'banded', { row: 0, column: 1 }, '1');
  const theirs = withCell(withRow(ROWS, { from: 60, to: 64 }), 'banded', { row: 1, column: 1 }, '2');
  const edits = rebasedEdits(editsBetween(ROWS, mine, 'banded'), ROWS, theirs);
  expect(texts(applyEdits(theirs, 'banded', edits)).map(([age, employee]) => [age, employee])).toEqual([
    ['Under 25', '1.00'],
    ['25–29', '2.00'],
    ['30 and over', '511.09'],
    ['60–64', ''],
    ['50–54', ''],
  ]);
});
