import { type Cents, formatMoney } from '../money.ts';
import { ageGroupText, readAgeGroup } from './age-group.ts';
import { readFactor, readPerUnit, readRate } from './rate-cell.ts';
import type { AgeBand, RatingMethod } from './rate-table.ts';
import { type BandedKind, type CellKind, kindsOf, type TableCell, type TableSettings } from './table-settings.ts';
import { PLAN_TIER_LABEL, type PlanTier, TIER_SETS } from './tier-set.ts';

/** Columns of the grid: the age group where it is entered, then the amounts. */
export type GridColumn = 'age' | 'rate' | 'tobacco_rate' | BandedKind | 'factor' | 'tobacco_factor' | 'per_unit';

/** An amount, or text that is none and waits to be corrected; both null is an empty cell. */
export type GridValue = { readonly amount: number | null; readonly entered: string | null };
/** The ages of a row; `entered` is text that is no age group. */
export type GridAge = { readonly band: AgeBand | null; readonly entered: string | null };

/** One row of the grid. `place` is where it is stored; a composite table has one row per tier, all of place 0. */
export type GridRow = {
  readonly key: string;
  readonly place: number;
  readonly tier: PlanTier | null;
  readonly age: GridAge;
  readonly values: Readonly<Partial<Record<Exclude<GridColumn, 'age'>, GridValue>>>;
};

export const GRID_COLUMNS: Readonly<Record<RatingMethod, readonly GridColumn[]>> = {
  composite: ['rate'],
  banded: ['age', 'employee', 'spouse', 'child', 'family'],
  age_rates: ['age', 'rate', 'tobacco_rate'],
  age_curve: ['factor', 'tobacco_factor'],
  volume: ['age', 'per_unit'],
};

/** The columns that hold amounts, of every method. */
export const AMOUNT_COLUMNS = [
  'rate',
  'tobacco_rate',
  'employee',
  'spouse',
  'child',
  'family',
  'factor',
  'tobacco_factor',
  'per_unit',
] as const;

/** Columns that may stay empty: a tobacco user then pays what everybody pays, or the factor of the version. */
export const isOptionalColumn = (column: GridColumn): boolean =>
  column === 'tobacco_rate' || column === 'tobacco_factor';

export const GRID_COLUMN_LABEL: Readonly<Record<GridColumn, string>> = {
  age: 'Age group',
  rate: 'Monthly rate',
  tobacco_rate: 'Tobacco rate',
  employee: 'Employee rate',
  spouse: 'Spouse rate',
  child: 'Child rate',
  family: 'Family rate',
  factor: 'Factor',
  tobacco_factor: 'Tobacco factor',
  per_unit: 'Rate per unit',
};

/** The headings of an age group whose dependent rates are those of the whole tier. */
export const WHOLE_TIER_LABEL = { spouse: 'Employee and spouse rate', child: 'Employee and children rate' } as const;

/** The heading of a column, which says whether a dependent's rate is added or the whole. */
export const columnLabel = (settings: TableSettings, column: GridColumn): string =>
  settings.method === 'banded' && settings.dependents === 'whole' && (column === 'spouse' || column === 'child')
    ? WHOLE_TIER_LABEL[column]
    : GRID_COLUMN_LABEL[column];

/** Whether a rate of a table by age group is added to the employee's or is that of the whole household. */
export const BANDED_COLUMN_NOTE: Readonly<Record<BandedKind, string>> = {
  employee: 'employee alone',
  spouse: 'added to the employee rate',
  child: 'added to the employee rate, once for all children',
  family: 'the whole family',
};

export const EMPTY_VALUE: GridValue = { amount: null, entered: null };
export const EMPTY_AGE: GridAge = { band: null, entered: null };
/** The oldest age of a curve, for everybody older as well. */
export const LAST_CURVE_AGE = 64;

export const hasAgeGroups = (method: RatingMethod): boolean => GRID_COLUMNS[method][0] === 'age';

const kindOfColumn = (row: Pick<GridRow, 'tier'>, column: Exclude<GridColumn, 'age'>): CellKind =>
  column === 'rate' ? (row.tier ?? 'rate') : column;

type Read = { readonly amount: number | null } | { readonly problem: string };

function readAmount(column: Exclude<GridColumn, 'age'>, text: string): Read {
  if (column === 'factor' || column === 'tobacco_factor') {
    const read = readFactor(text);
    return 'problem' in read ? read : { amount: read.thousandths };
  }
  if (column === 'per_unit') {
    const read = readPerUnit(text);
    return 'problem' in read ? read : { amount: read.perUnit };
  }
  const read = readRate(text);
  return 'problem' in read ? read : { amount: read.cents };
}

const MOST_TEXT = 200;

/** A text as a cell keeps it: where it is too long, it ends in a sign that the rest is missing. */
export const cellTextOf = (text: string): string =>
  text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT - 1)}…` : text;

/** The value of a typed, pasted or imported text; text that is no amount is kept. */
export function valueOf(column: Exclude<GridColumn, 'age'>, text: string): GridValue {
  const read = readAmount(column, text);
  return 'problem' in read
    ? { amount: null, entered: cellTextOf(text.trim()) }
    : { amount: read.amount, entered: null };
}

export function ageOf(text: string): GridAge {
  const plain = text.trim();
  if (plain === '') return EMPTY_AGE;
  const band = readAgeGroup(plain);
  return band ? { band, entered: null } : { band: null, entered: cellTextOf(plain) };
}

/** Why a text is no amount of its column; undefined where it is one. */
export function reasonOf(column: GridColumn, text: string): string | undefined {
  if (text.length >= MOST_TEXT && text.endsWith('…')) return `This text is longer than ${MOST_TEXT} characters.`;
  if (column === 'age') return readAgeGroup(text) ? undefined : 'This is not an age group, as 25–29.';
  const read = readAmount(column, text);
  return 'problem' in read ? read.problem : undefined;
}

const decimal = (amount: number, places: 3 | 4): string => (amount / 10 ** places).toFixed(places);

/** An amount of a column as it is typed and copied: 1234.50, 1.278, 0.0800. */
export function amountText(column: Exclude<GridColumn, 'age'>, amount: number): string {
  if (column === 'factor' || column === 'tobacco_factor') return decimal(amount, 3);
  if (column === 'per_unit') return decimal(amount, 4);
  return formatMoney(amount as Cents).replace(/[$,]/g, '');
}

/** The text of a cell as it is edited, copied and exported. */
export function cellText(row: GridRow, column: GridColumn): string {
  if (column === 'age') return row.age.band ? ageGroupText(row.age.band) : (row.age.entered ?? '');
  const { amount, entered } = row.values[column] ?? EMPTY_VALUE;
  return amount === null ? (entered ?? '') : amountText(column, amount);
}

/** What a row is called: its age group, its tier, its age. */
export function rowName(row: GridRow): string {
  if (row.tier) return PLAN_TIER_LABEL[row.tier];
  return cellText(row, 'age') || 'Row without an age group';
}

/** The same row with another text in a cell; the row itself where nothing differs. */
export function withText(row: GridRow, column: GridColumn, text: string): GridRow {
  if (column === 'age') {
    const age = ageOf(text);
    return cellText({ ...row, age }, 'age') === cellText(row, 'age') ? row : { ...row, age };
  }
  const value = valueOf(column, text);
  const before = row.values[column] ?? EMPTY_VALUE;
  if (value.amount === before.amount && value.entered === before.entered) return row;
  return { ...row, values: { ...row.values, [column]: value } };
}

/** An empty row at a place. */
export const blankRow = (place: number, band: AgeBand | null = null): GridRow => ({
  key: String(place),
  place,
  tier: null,
  age: { band, entered: null },
  values: {},
});

/** A stored cell with the text of a row that is no age group. */
export type StoredCell = TableCell & { readonly ageEntered: string | null };

const startOf = ({ age }: GridRow): number => age.band?.from ?? 1000;

/** Age groups in the order of their ages; rows without one last. */
const inAgeOrder = (rows: readonly GridRow[]): GridRow[] =>
  rows.toSorted((a, b) => startOf(a) - startOf(b) || a.place - b.place);

/** The rows of a version: tiers, ages, or age groups in order. */
export function rowsOfCells(settings: TableSettings, cells: readonly StoredCell[]): GridRow[] {
  const at = new Map(cells.map((cell) => [`${cell.place} ${cell.kind}`, cell]));
  const value = (place: number, kind: CellKind): GridValue => {
    const cell = at.get(`${place} ${kind}`);
    return cell ? { amount: cell.amount, entered: cell.entered } : EMPTY_VALUE;
  };
  switch (settings.method) {
    case 'composite':
      return TIER_SETS[settings.tiers].map((tier) => ({
        key: tier,
        place: 0,
        tier,
        age: EMPTY_AGE,
        values: { rate: value(0, tier) },
      }));
    case 'age_curve':
      return Array.from({ length: LAST_CURVE_AGE + 1 }, (_, age) => ({
        ...blankRow(age, { from: age, to: age === LAST_CURVE_AGE ? null : age }),
        values: { factor: value(age, 'factor'), tobacco_factor: value(age, 'tobacco_factor') },
      }));
    case 'banded':
    case 'age_rates':
    case 'volume':
      return rowsWithAges(settings, cells, value);
  }
}

function rowsWithAges(
  settings: TableSettings,
  cells: readonly StoredCell[],
  value: (place: number, kind: CellKind) => GridValue,
): GridRow[] {
  const ages = new Map<number, GridAge>();
  for (const { place, ageFrom, ageTo, ageEntered } of cells)
    ages.set(place, { band: ageFrom === null ? null : { from: ageFrom, to: ageTo }, entered: ageEntered });
  const rows = [...ages].map(([place, age]) => ({
    ...blankRow(place),
    age,
    values: Object.fromEntries(kindsOf(settings).map((kind) => [kind, value(place, kind)])) as GridRow['values'],
  }));
  return inAgeOrder(rows);
}

/** The cells that a version stores for its rows. */
export function cellsOfRows(settings: TableSettings, rows: readonly GridRow[]): StoredCell[] {
  return rows.flatMap((row) =>
    GRID_COLUMNS[settings.method].flatMap((column) => {
      if (column === 'age') return [];
      const { amount, entered } = row.values[column] ?? EMPTY_VALUE;
      if (isOptionalColumn(column) && amount === null && entered === null) return [];
      const ages = {
        ageFrom: row.age.band?.from ?? null,
        ageTo: row.age.band?.to ?? null,
        ageEntered: row.age.entered,
      };
      return [{ place: row.place, kind: kindOfColumn(row, column), amount, entered, ...ages }];
    }),
  );
}
