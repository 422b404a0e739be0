import { expect, it } from 'vitest';
import { pasteRates } from './paste-rates.ts';
import { blankRow, cellText, GRID_COLUMNS, type GridRow, rowsOfCells, withText } from './rate-row.ts';

const BANDED = { method: 'banded' } as const;
const rows = ['Under 25', '25-29', '40 and over'].map((age, place) => withText(blankRow(place), 'age', age));
const texts = (all: readonly GridRow[]) => all.map((row) => GRID_COLUMNS.banded.map((column) => cellText(row, column)));

it('a table with headings goes to the age groups and columns that it names', () => {
  const pasted = pasteRates(rows, BANDED, { row: 2, column: 3 }, [
    ['Spouse', 'Age group', 'Employee rate'],
    ['505.89', '25 to 29', '$459.90'],
    ['816.7S', '30-39', '511.09'],
  ]);
  expect(texts(pasted.rows)).toEqual([
    ['Under 25', '', '', '', ''],
    ['25–29', '459.90', '505.89', '', ''],
    ['30–39', '511.09', '816.7S', '', ''],
    ['40 and over', '', '', '', ''],
  ]);
  expect(pasted).toMatchObject({ taken: 5, problems: [{ row: '3', column: 'spouse', text: '816.7S' }] });
});

it('a block that begins with age groups goes to the first column', () => {
  const pasted = pasteRates(rows, BANDED, { row: 0, column: 1 }, [
    ['Under 26', '1'],
    ['26-29', '2'],
  ]);
  expect(texts(pasted.rows).slice(0, 2)).toEqual([
    ['Under 26', '1.00', '', '', ''],
    ['26–29', '2.00', '', '', ''],
  ]);
});

it('tiers and factors are found by their names', () => {
  const tiers = rowsOfCells({ method: 'composite', tiers: 'four' }, []);
  const pasted = pasteRates(tiers, { method: 'composite', tiers: 'four' }, { row: 0, column: 0 }, [
    ['Tier', 'Rate'],
    ['Family', '1800'],
    ['EE', '645'],
  ]);
  expect(pasted.rows.map((row) => cellText(row, 'rate'))).toEqual(['645.00', '', '', '1800.00']);
});

it('amounts alone begin at the cell', () => {
  expect(texts(pasteRates(rows, BANDED, { row: 1, column: 4 }, [['5'], ['6']]).rows).map((row) => row[4])).toEqual([
    '',
    '5.00',
    '6.00',
  ]);
});
