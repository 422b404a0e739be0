import { expect, it } from 'vitest';
import { fromCents } from '../money.ts';
import { FEDERAL_CURVE } from './federal-curve.test-data.ts';
import { isComplete, type RateTableDraft, rateTableProblems } from './rate-table-problems.ts';

const ONE = fromCents(100);
const row = (from: number, to: number | null, change = {}) => ({
  from,
  to,
  employee: ONE,
  spouse: ONE,
  child: ONE,
  family: ONE,
  ...change,
});
const curve = (change: object): RateTableDraft => ({
  method: 'age_curve',
  base: ONE,
  ages: FEDERAL_CURVE,
  areas: null,
  tobacco: 1000,
  chargedChildren: 3,
  ...change,
});

it.each<[string, RateTableDraft, string[]]>([
  ['a whole table', { method: 'banded', rows: [row(0, 39), row(40, null)] }, []],
  [
    'gap, overlap and an empty cell',
    { method: 'banded', rows: [row(0, 39), row(45, 64), row(64, null, { spouse: null })] },
    ['Ages 40–44 have no row.', 'Age 64 has two rows: 45–64 and 64 and over.', 'Ages 64 and over have no spouse rate.'],
  ],
  [
    'one age, and ages under another',
    { method: 'banded', rows: [row(0, 20), row(0, 20), row(22, 22, { child: null }), row(22, 22), row(23, null)] },
    ['Ages under 21 have two rows.', 'Age 21 has no row.', 'Age 22 has two rows.', 'Age 22 has no child rate.'],
  ],
  [
    'a tier without a rate',
    { method: 'composite', tiers: 'four', rates: { EMP: ONE, ESP: ONE, ECH: null } },
    ['Employee and children has no rate.', 'Family has no rate.'],
  ],
  ['a curve', curve({}), []],
  [
    'a typing error in a curve (M1)',
    curve({ ages: FEDERAL_CURVE.with(18, 851) }),
    ['The factor at 18, 0.851, is lower than at 17, 0.885.'],
  ],
  [
    'an age, an area and the base are missing',
    curve({ base: null, ages: [...FEDERAL_CURVE.slice(0, 64), null], areas: new Map([['3', null]]) }),
    ['The base rate is missing.', 'Age 64 has no factor.', 'Rating area 3 has no factor.'],
  ],
  [
    'a volume without steps',
    { method: 'volume', unit: 1000, steps: [], rates: [{ from: 0, to: null, perUnit: null }] },
    ['All ages have no rate.', 'Enter how the volume follows from the salary.'],
  ],
])('%s', (_name, table, texts) => expect(rateTableProblems(table).map(({ text }) => text)).toEqual(texts));

it('a warning does not keep a version a draft', () => {
  expect(isComplete(rateTableProblems(curve({ ages: FEDERAL_CURVE.with(18, 851) })))).toBe(true);
  expect(isComplete(rateTableProblems(curve({ base: null })))).toBe(false);
});
