import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ReadRates, rateFileOf, readRateFile } from './rate-file.ts';
import {
  amountText,
  blankRow,
  cellText,
  GRID_COLUMNS,
  type GridRow,
  hasAgeGroups,
  rowsOfCells,
  withText,
} from './rate-row.ts';
import type { TableSettings } from './table-settings.ts';
import { readVolumeStep, volumeStepText } from './volume-step-text.ts';
import type { VolumeStep } from './volume.ts';
import type { Cents } from '../money.ts';

const read = (table: readonly (readonly string[])[], present: TableSettings | null = null): ReadRates => {
  const answer = readRateFile(table, present);
  if ('problem' in answer) throw new Error(answer.problem);
  return answer;
};
const contents = (settings: TableSettings, rows: readonly GridRow[]) => [
  settings,
  rows.map((row) => [
    row.tier,
    cellText(row, 'age'),
    ...GRID_COLUMNS[settings.method].map((column) => cellText(row, column)),
  ]),
];
const asTexts = (settings: TableSettings, rows: readonly GridRow[]): string[][] => {
  const { headings, rows: body } = rateFileOf(settings, rows);
  return [
    [...headings],
    ...body.map((cells) =>
      cells.map((cell) => (typeof cell === 'string' ? cell : amountText(cell.column, cell.amount))),
    ),
  ];
};

describe('what was exported is read back the same', () => {
  const text = fc.oneof(
    fc.constantFrom('', '816.7S', '=1+1', '-5', '12.3456'),
    fc.integer({ min: 1, max: 999_999 }).map((cents) => (cents / 100).toFixed(2)),
  );
  const steps: VolumeStep[] = [
    { step: 'multiply', percent: 200 },
    { step: 'round_up', to: 100_000 as Cents },
    { step: 'cap', at: 50_000_000 as Cents },
    { step: 'minimum', at: 1_000_000 as Cents },
    { step: 'divide', by: 12 },
    { step: 'round_nearest', to: 100 as Cents },
    { step: 'round_down', to: 100 as Cents },
    { step: 'multiply', percent: 66, thirds: 2 },
    {
      step: 'reduce_by_age',
      percents: [
        { fromAge: 65, percent: 65 },
        { fromAge: 70, percent: 50 },
      ],
    },
  ];
  const settings = fc.constantFrom<TableSettings>(
    { method: 'composite', tiers: 'two' },
    { method: 'composite', tiers: 'three' },
    { method: 'composite', tiers: 'four' },
    { method: 'composite', tiers: 'five' },
    { method: 'banded' },
    { method: 'banded', dependents: 'whole' },
    { method: 'age_rates', chargedChildren: 3 },
    { method: 'age_rates', chargedChildren: null },
    {
      method: 'age_curve',
      base: 25_000 as Cents,
      baseIs: 'age_21',
      curve: 'DC',
      areas: { '1': 1050, '2': null, North: 980 },
      tobacco: 1500,
      chargedChildren: null,
    },
    {
      method: 'age_curve',
      base: null,
      baseIs: 'factor_one',
      curve: null,
      areas: null,
      tobacco: 1000,
      chargedChildren: 3,
    },
    { method: 'volume', unit: 100, steps },
  );

  it('for each method', () => {
    fc.assert(
      fc.property(
        settings,
        fc.array(fc.tuple(text, text, text, text), { minLength: 65, maxLength: 65 }),
        (one, cells) => {
          const ages = ['Under 25', '25-29', 'x', '40', '64 and over'];
          const blank = hasAgeGroups(one.method)
            ? ages.map((age, place) => withText(blankRow(place), 'age', age))
            : rowsOfCells(one, []);
          const rows = blank.map((row, index) =>
            GRID_COLUMNS[one.method].reduce(
              (now, column, at) => (column === 'age' ? now : withText(now, column, cells[index]?.[at % 4] ?? '')),
              row,
            ),
          );
          const back = read(asTexts(one, rows));
          expect(contents(back.settings, back.rows)).toEqual(contents(one, rows));
          expect(back.remarks.filter((remark) => !/^(Area 2|Each rate is)/.test(remark))).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each(steps)('a step of a volume: %o', (step) => expect(readVolumeStep(volumeStepText(step))).toEqual(step));
});

describe('a file of rates', () => {
  it('has its columns in any order, a title above, and a column that is not recognized', () => {
    const { settings, rows, remarks } = read([
      ['Northfold 2027'],
      ['Family', 'EE Rate', 'Broker fee', 'Age Band', 'Child', 'Spouse'],
      ['1,234.5', '$645.00', '1', '18-24', '300', '500'],
    ]);
    expect(settings).toEqual({
      method: 'banded',
      unread: ['The column “Broker fee” was not recognized and not read.'],
    });
    expect(contents(settings, rows)[1]).toEqual([[null, '18–24', '18–24', '645.00', '500.00', '300.00', '1234.50']]);
    expect(remarks).toEqual([
      'The column “Broker fee” was not recognized and not read.',
      '1 row above the headings was not read.',
    ]);
  });

  it('keeps both rates of a tier that is listed twice, and names what is no tier', () => {
    const { settings, rows, remarks } = read([
      ['Monthly Premium', 'Coverage Tier'],
      ['645', 'Single'],
      ['700', 'EE'],
      ['1290', 'EE + Spouse'],
      ['9', 'Cousins'],
      ['1100', 'Employee + Child(ren)'],
      ['1800', 'Family'],
    ]);
    const unread = ['“Cousins” is not a tier. Its rate “9” was not read.'];
    expect(settings).toEqual({ method: 'composite', tiers: 'four', unread });
    expect(rows.map((row) => cellText(row, 'rate'))).toEqual(['645 and 700', '1290.00', '1100.00', '1800.00']);
    expect(remarks).toEqual(['“Cousins” is not a tier. Its rate “9” was not read.']);
  });

  it('reads a curve with ages 0 to 14 in one row and 64 and over in the last', () => {
    const { settings, rows } = read([
      ['Age', 'Premium Ratio'],
      ['0-14', '0.765'],
      ['15', '0.833'],
      ['64 and Older', '3.000'],
    ]);
    expect(settings).toMatchObject({ method: 'age_curve', base: null });
    expect(rows.map((row) => cellText(row, 'factor')).slice(13, 17)).toEqual(['0.765', '0.765', '0.833', '']);
    expect(cellText(rows[64] as GridRow, 'factor')).toBe('3.000');
  });

  it.each<[string, string[][]]>([
    ['nothing', []],
    ['no headings', [['25-29', '645.00']]],
    [
      'ages alone',
      [
        ['Age group', 'Age'],
        ['25-29', '1'],
      ],
    ],
  ])('without %s is refused in words', (_what, table) => {
    expect(readRateFile(table, null)).toEqual({ problem: expect.any(String) });
  });
});
