import type { CoverageLine } from '../../../coverage-line.ts';
import type { CensusCells, CensusPlace } from '../row-cells.ts';
import { PLAN_NUMBERS, type CensusField, type PlanNumber } from './fields.ts';
import { ownValue } from '../../../own-value.ts';

type Known = { field: CensusField; rank: number };

const NUMBERED = /^(\D+)([1-6])(\D*)$/;
/**
 * Plan 2, Benefit Plan 2, Plan Option 2, Prod ID 2: what tells the plan itself, so that the words behind it tell
 * something of it.
 */
const OF_PLAN =
  /^(?:benefit|elected|enrolled)?plan(?:code|name)?$|^(?:benefit|election|elect)$|^prod(?:uct)?(?:id|code|name)?$/;
const PLAN_WORDS: ReadonlySet<string> = new Set([
  '',
  'code',
  'name',
  'id',
  'description',
  'elected',
  'election',
  'selection',
  'option',
]);
const PARTS = ['plan', 'tier', 'from', 'until'] as const;
type Part = (typeof PARTS)[number];
/** End 2, Term Date 3: as plans that are counted have it. */
const DAYS: Readonly<Record<string, 'from' | 'until' | undefined>> = {
  start: 'from',
  startdate: 'from',
  begin: 'from',
  from: 'from',
  end: 'until',
  enddate: 'until',
  term: 'until',
  termdate: 'until',
  terminationdate: 'until',
  stop: 'until',
  stopdate: 'until',
  to: 'until',
  thru: 'until',
  through: 'until',
};

/**
 * Plan 2, Plan Code 2, Plan 2 Tier, Effective Date 2, Medical Plan 2: headings that count the plans of a row. The first
 * is the row's plan as ever; of the others the plan itself says of which line it is. `known` is what a heading without
 * its number means.
 */
export function ofNumbered(words: string, known: (words: string) => Known | undefined): Known | undefined {
  const match = NUMBERED.exec(words);
  if (!match) return undefined;
  const [, before = '', number = '', after = ''] = match;
  const isPlan = OF_PLAN.test(before);
  const found =
    isPlan && PLAN_WORDS.has(after)
      ? ({ field: 'plan.medical', rank: 0 } as const)
      : (known(before + after) ??
        (isPlan ? (known(`plan${after}`) ?? known(`coverage${after}`) ?? known(after)) : undefined));
  const bare = ownValue(DAYS, before + after);
  if (bare !== undefined && found?.field !== 'from' && found?.field !== 'until')
    return { field: number === '1' ? bare : numbered(bare, number as PlanNumber), rank: 50 };
  const part = PARTS.find((one) => one === found?.field.split('.')[0]);
  // Coverage 2 may be a plan and may be a level.
  if (!found || part === undefined || /^(?:coverages?|levels?|benefits?)$/.test(before + after)) return undefined;
  if (number === '1') return found;
  return { field: numbered(part, number as PlanNumber), rank: found.rank };
}

const numbered = (part: Part, number: PlanNumber): CensusField => `${part}.${number}`;

/** Whether a field is that of a plan which is only counted. */
export const isNumbered = (field: CensusField): boolean =>
  (PLAN_NUMBERS as readonly string[]).includes(field.slice(field.indexOf('.') + 1));

/** The numbers of the plans beside the first one that a list has columns for. */
export const planNumbersOf = (fields: readonly CensusField[]): PlanNumber[] =>
  PLAN_NUMBERS.filter((number) => fields.includes(`plan.${number}`));

/** Whether one of a row's counted plans, or of those that a column nobody knows holds, is of a line. */
export const isNamedByNumber = (cells: CensusCells, { lines, lineOfPlan }: CensusPlace, line: CoverageLine): boolean =>
  (lines?.numbers ?? []).some((number) => {
    const plan = cells.get(`plan.${number}`);
    return plan !== undefined && lineOfPlan?.(String(plan)) === line;
  });
