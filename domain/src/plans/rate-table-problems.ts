import type { Cents } from '../money.ts';
import { lowerFactors } from './age-curve.ts';
import { ageGroupText, type BandFault, bandFaults } from './age-group.ts';
import type { AgeBand, DependentRates, Thousandths } from './rate-table.ts';
import { PLAN_TIER_LABEL, type PlanTier, TIER_SETS, type TierSet } from './tier-set.ts';
import type { VolumeStep, VolumeUnit } from './volume.ts';

type Amount = Cents | null;

/** A table as it is being entered: a cell may still be empty. */
export type RateTableDraft =
  | {
      readonly method: 'composite';
      readonly tiers: TierSet;
      readonly rates: Readonly<Partial<Record<PlanTier, Amount>>>;
    }
  | {
      readonly method: 'banded';
      readonly dependents?: DependentRates;
      readonly rows: readonly (AgeBand & Readonly<Record<'employee' | 'spouse' | 'child' | 'family', Amount>>)[];
    }
  | {
      readonly method: 'age_rates';
      readonly rows: readonly (AgeBand & { readonly rate: Amount; readonly tobacco: Amount })[];
      readonly chargedChildren: number | null;
    }
  | {
      readonly method: 'age_curve';
      readonly base: Amount;
      readonly ages: readonly (Thousandths | null)[];
      readonly areas: ReadonlyMap<string, Thousandths | null> | null;
      readonly tobacco: Thousandths;
      readonly tobaccoByAge?: readonly (Thousandths | null)[];
      readonly chargedChildren: number | null;
    }
  | {
      readonly method: 'volume';
      readonly steps: readonly VolumeStep[];
      readonly unit: VolumeUnit;
      readonly rates: readonly (AgeBand & { readonly perUnit: number | null })[];
    };

/**
 * What keeps a version a draft (`error`), or deserves a look (`warning`). `row` and `column` lead to the cell: a place in
 * the rows, a tier, an age; null for the table as a whole.
 */
export type RateProblem = {
  readonly severity: 'error' | 'warning';
  readonly row: string | null;
  readonly column: string | null;
  readonly text: string;
};

/** Ages with what is said of them: "Age 21 has no row.", "Ages under 21 have no row." */
function saidOf(band: AgeBand, rest: string): string {
  const text = ageGroupText(band);
  if (band.from === band.to) return `Age ${band.from} has ${rest}`;
  return `${text.startsWith('All') ? text : `Ages ${text.replace(/^U/, 'u')}`} have ${rest}`;
}

const error = (row: string | null, column: string | null, text: string): RateProblem => ({
  severity: 'error',
  row,
  column,
  text,
});

/** Every problem of a table, cell by cell; a draft without errors is complete and can be activated. */
export function rateTableProblems(table: RateTableDraft): RateProblem[] {
  switch (table.method) {
    case 'composite':
      return TIER_SETS[table.tiers].flatMap((tier) =>
        (table.rates[tier] ?? null) === null ? [error(tier, 'rate', `${PLAN_TIER_LABEL[tier]} has no rate.`)] : [],
      );
    case 'banded':
      return [
        ...ofBands(table.rows),
        ...table.rows.flatMap((row, place) =>
          (['employee', 'spouse', 'child', 'family'] as const).flatMap((column) =>
            row[column] === null ? [error(String(place), column, saidOf(row, `no ${column} rate.`))] : [],
          ),
        ),
      ];
    case 'age_rates':
      return [...ofBands(table.rows), ...table.rows.flatMap((row, place) => ofAgeRate(row, String(place)))];
    case 'age_curve':
      return ofCurve(table);
    case 'volume':
      return [
        ...ofBands(table.rates),
        ...table.rates.flatMap((row, place) =>
          row.perUnit === null ? [error(String(place), 'perUnit', saidOf(row, 'no rate.'))] : [],
        ),
        ...(table.steps.length === 0 ? [error(null, 'steps', 'Enter how the volume follows from the salary.')] : []),
      ];
  }
}

/** A tobacco surcharge is at most half of the rate, in medical coverage (45 CFR 147.102(a)(1)(iv)). */
function ofAgeRate(
  row: Extract<RateTableDraft, { method: 'age_rates' }>['rows'][number],
  place: string,
): RateProblem[] {
  const { rate, tobacco } = row;
  if (rate === null) return [error(place, 'rate', saidOf(row, 'no rate.'))];
  if (tobacco === null) return [];
  const warn = (rest: string): RateProblem => ({
    severity: 'warning',
    row: place,
    column: 'tobacco_rate',
    text: saidOf(row, rest),
  });
  if (tobacco < rate) return [warn('a tobacco rate below the rate.')];
  return tobacco * 2 > rate * 3 ? [warn('a tobacco rate of more than 1.5 times the rate.')] : [];
}

function ofBands(bands: readonly AgeBand[]): RateProblem[] {
  return bandFaults(bands).map((fault): RateProblem => {
    if (fault.code === 'gap') return error(null, null, saidOf(fault, 'no row.'));
    return error(String(fault.second), 'age', sharedAge(bands, fault));
  });
}

function sharedAge(
  bands: readonly AgeBand[],
  { code, first, second, age }: Extract<BandFault, { first: number }>,
): string {
  const [one, other] = [bands[first], bands[second]];
  if (!one || !other) return `Age ${age} has two rows.`;
  return code === 'duplicate'
    ? saidOf(one, 'two rows.')
    : `Age ${age} has two rows: ${ageGroupText(one)} and ${ageGroupText(other)}.`;
}

/** Ages of a curve: 0 to 63, and 64 for everybody older. */
const LAST_AGE = 64;

function ofCurve({ base, ages: factors, areas }: Extract<RateTableDraft, { method: 'age_curve' }>): RateProblem[] {
  const problems: RateProblem[] = [];
  if (base === null) problems.push(error('base', 'rate', 'The base rate is missing.'));
  for (let age = 0; age <= LAST_AGE; age += 1)
    if ((factors[age] ?? null) === null) problems.push(error(String(age), 'factor', `Age ${age} has no factor.`));
  const known = factors.filter((factor) => factor !== null);
  if (known.length === factors.length)
    for (const { age, factor, before } of lowerFactors(known))
      problems.push({
        severity: 'warning',
        row: String(age),
        column: 'factor',
        text: `The factor at ${age}, ${written(factor)}, is lower than at ${age - 1}, ${written(before)}.`,
      });
  for (const [area, factor] of areas ?? [])
    if (factor === null) problems.push(error(area, 'area', `Rating area ${area} has no factor.`));
  return problems;
}

const written = (factor: Thousandths): string => (factor / 1000).toFixed(3);

export const isComplete = (problems: readonly RateProblem[]): boolean =>
  problems.every(({ severity }) => severity === 'warning');
