import type { Cents } from '../money.ts';
import {
  type AgeBand,
  type DependentRates,
  isByPerson,
  type RateTable,
  type RatingMethod,
  type Thousandths,
} from './rate-table.ts';
import type { RateTableDraft } from './rate-table-problems.ts';
import { isComplete, rateTableProblems } from './rate-table-problems.ts';
import { type PlanTier, TIER_SETS, type TierSet } from './tier-set.ts';
import type { VolumeStep, VolumeUnit } from './volume.ts';

type MethodSettings =
  | { readonly method: 'composite'; readonly tiers: TierSet }
  | { readonly method: 'banded'; readonly dependents?: DependentRates | undefined }
  | { readonly method: 'age_rates'; readonly chargedChildren: number | null }
  | {
      readonly method: 'age_curve';
      readonly base: Cents | null;
      /** What the carrier's base rate is: that of factor 1.000, or that of age 21 (DC and MA differ). */
      readonly baseIs: 'factor_one' | 'age_21';
      /** The state's curve that the factors were taken from; null for the plan's own. */
      readonly curve: string | null;
      readonly areas: Readonly<Record<string, Thousandths | null>> | null;
      readonly tobacco: Thousandths;
      readonly chargedChildren: number | null;
    }
  | { readonly method: 'volume'; readonly steps: readonly VolumeStep[]; readonly unit: VolumeUnit };

/**
 * What belongs to a version of a plan's rates besides its cells, by method. `unread` names what a file or a paste held and
 * the version does not, and asks what was read by a guess: it stays a draft until a person has left out or confirmed
 * each, or the table is read again.
 */
export type TableSettings = MethodSettings & { readonly unread?: readonly string[] | undefined };

/** Whether a part was read and waits for a person to confirm what it is, instead of not being read. */
export const isQuestion = (part: string): boolean => part.endsWith('?');

/** How many unread parts are named one by one, and the longest name. */
export const MOST_UNREAD = 50;
export const LONGEST_UNREAD = 300;

export type BandedKind = 'employee' | 'spouse' | 'child' | 'family';
export type CellKind = PlanTier | BandedKind | 'rate' | 'tobacco_rate' | 'factor' | 'tobacco_factor' | 'per_unit';

/** One cell of a version: its row (`place`), the ages of the row, and what it is. `entered` is text that is no amount. */
export type TableCell = {
  readonly place: number;
  readonly ageFrom: number | null;
  readonly ageTo: number | null;
  readonly kind: CellKind;
  readonly amount: number | null;
  readonly entered: string | null;
};

export const BANDED_KINDS = ['employee', 'spouse', 'child', 'family'] as const satisfies readonly BandedKind[];
const LAST_AGE = 64;

/** The kinds of cells that a row of the method has, in the order of the columns. */
export function kindsOf(settings: TableSettings): readonly CellKind[] {
  switch (settings.method) {
    case 'composite':
      return TIER_SETS[settings.tiers];
    case 'banded':
      return BANDED_KINDS;
    case 'age_rates':
      return ['rate', 'tobacco_rate'];
    case 'age_curve':
      return ['factor', 'tobacco_factor'];
    case 'volume':
      return ['per_unit'];
  }
}

/** The amounts of cells by place and kind. */
function amountsOf(cells: readonly TableCell[]): (place: number, kind: CellKind) => Cents | null {
  const amounts = new Map(cells.map(({ place, kind, amount }) => [`${place} ${kind}`, amount]));
  return (place, kind) => (amounts.get(`${place} ${kind}`) ?? null) as Cents | null;
}

/** Rows with ages, in the order of their places. */
function rowsOf(cells: readonly TableCell[]): (AgeBand & { place: number })[] {
  const rows = new Map<number, AgeBand & { place: number }>();
  for (const { place, ageFrom, ageTo } of cells) rows.set(place, { place, from: ageFrom ?? 0, to: ageTo });
  return [...rows.values()].toSorted((a, b) => a.place - b.place);
}

/** The version as it is being entered; a cell that is empty or no amount is null. */
export function draftOf(settings: TableSettings, cells: readonly TableCell[]): RateTableDraft {
  const amountAt = amountsOf(cells);
  switch (settings.method) {
    case 'composite':
      return {
        method: 'composite',
        tiers: settings.tiers,
        rates: Object.fromEntries(TIER_SETS[settings.tiers].map((tier) => [tier, amountAt(0, tier)])),
      };
    case 'banded':
      return {
        method: 'banded',
        ...(settings.dependents === 'whole' && { dependents: 'whole' }),
        rows: rowsOf(cells).map(({ place, from, to }) => ({
          from,
          to,
          employee: amountAt(place, 'employee'),
          spouse: amountAt(place, 'spouse'),
          child: amountAt(place, 'child'),
          family: amountAt(place, 'family'),
        })),
      };
    case 'age_rates':
      return {
        method: 'age_rates',
        chargedChildren: settings.chargedChildren,
        rows: rowsOf(cells).map(({ place, from, to }) => ({
          from,
          to,
          rate: amountAt(place, 'rate'),
          tobacco: amountAt(place, 'tobacco_rate'),
        })),
      };
    case 'age_curve': {
      const byAge = (kind: CellKind) => Array.from({ length: LAST_AGE + 1 }, (_, age) => amountAt(age, kind));
      const tobaccoByAge = byAge('tobacco_factor');
      return {
        method: 'age_curve',
        base: settings.base,
        ages: byAge('factor'),
        ...(tobaccoByAge.some((factor) => factor !== null) && { tobaccoByAge }),
        areas: settings.areas && new Map(Object.entries(settings.areas)),
        tobacco: settings.tobacco,
        chargedChildren: settings.chargedChildren,
      };
    }
    case 'volume':
      return {
        method: 'volume',
        steps: settings.steps,
        unit: settings.unit,
        rates: rowsOf(cells).map(({ place, from, to }) => ({ from, to, perUnit: amountAt(place, 'per_unit') })),
      };
  }
}

/** The version as a table that prices; undefined while a cell is missing. */
export function tableOf(settings: TableSettings, cells: readonly TableCell[]): RateTable | undefined {
  const draft = draftOf(settings, cells);
  if (!isComplete(rateTableProblems(draft))) return undefined;
  const table = draft as RateTable;
  if (table.method !== 'age_curve' || settings.method !== 'age_curve' || settings.baseIs === 'factor_one') return table;
  return { ...table, per: table.ages[21] ?? 1000 };
}

/** The methodology of an offering that a method serves (specification 1: composite or age_rated). */
export const methodologyOf = (method: RatingMethod): 'composite' | 'age_rated' =>
  method === 'banded' || isByPerson(method) ? 'age_rated' : 'composite';
