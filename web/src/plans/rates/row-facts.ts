import type { RateTableDetail } from '@openbenefits/contract/rate-tables';
import {
  cellText,
  EMPTY_VALUE,
  GRID_COLUMNS,
  type GridRow,
  hasAgeGroups,
  isOptionalColumn,
  rowsOfCells,
} from '@openbenefits/domain/plans/rate-row';
import { type AgeBand, inBand, type RatingMethod } from '@openbenefits/domain/plans/rate-table';
import type { api } from '../../api.ts';
import type { RowFacts } from './grid/RateGrid.tsx';

export type RateEffect = Awaited<ReturnType<typeof api.plans.rates.effect>>;

/** What rows are compared by: the age group's words, or the row's own key. */
const nameOf = (row: GridRow, method: RatingMethod): string => (hasAgeGroups(method) ? cellText(row, 'age') : row.key);

function sumOf(row: GridRow, method: RatingMethod): number | null {
  let sum = 0;
  for (const column of GRID_COLUMNS[method]) {
    if (column === 'age' || isOptionalColumn(column)) continue;
    const { amount } = row.values[column] ?? EMPTY_VALUE;
    if (amount === null) return null;
    sum += amount;
  }
  return sum;
}

/** A difference in percent with one decimal: "+5.0%", "−3.2%", "0.0%". */
export function percentText(before: number, after: number): string {
  const tenths = Math.round(((after - before) / before) * 1000);
  const sign = tenths > 0 ? '+' : tenths < 0 ? '−' : '';
  return `${sign}${(Math.abs(tenths) / 10).toFixed(1)}%`;
}

/** How many subscribers have an age of the band. */
export const subscribersIn = (effect: RateEffect | undefined, band: AgeBand): number | null =>
  effect ? effect.byAge.reduce((sum, { age, subscribers }) => (inBand(band, age) ? sum + subscribers : sum), 0) : null;

/** The sums of the earlier version's rows, by what they are called. */
export function earlierSums(before: RateTableDetail['before']): ReadonlyMap<string, number> {
  if (!before) return new Map();
  const { settings, cells } = before;
  return new Map(
    rowsOfCells(settings, cells).flatMap((row) => {
      const sum = sumOf(row, settings.method);
      return sum === null ? [] : [[nameOf(row, settings.method), sum] as const];
    }),
  );
}

/** The change of each row against the earlier version, and its subscribers. */
export function factsOf(
  rows: readonly GridRow[],
  method: RatingMethod,
  earlier: ReadonlyMap<string, number>,
  effect: RateEffect | undefined,
): ReadonlyMap<string, RowFacts> {
  return new Map(
    rows.map((row) => {
      const before = earlier.get(nameOf(row, method));
      const now = sumOf(row, method);
      const change = before === undefined || before === 0 || now === null ? null : percentText(before, now);
      return [row.key, { change, subscribers: row.age.band ? subscribersIn(effect, row.age.band) : null }];
    }),
  );
}
