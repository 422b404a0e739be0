import type { CoverageLine } from '../../../coverage-line.ts';
import { readTier } from '../values/cell-values.ts';
import { planAndLevel } from './plan-and-level.ts';
import { isPlusOne } from '../values/plus-one.ts';

/**
 * A column for one coverage level: of a plan (MED-PPO EE+SP), of a line (Medical Family), or of whatever plan the row
 * names (EE + Spouse).
 */
export type LevelHeading = { readonly line?: CoverageLine; readonly planKey?: string; readonly level: string };

const OF_A_LINE: readonly (readonly [RegExp, CoverageLine])[] = [
  [/^(?:medical|med|health)\b/i, 'medical'],
  [/^(?:dental|den)\b/i, 'dental'],
  [/^(?:vision|vis)\b/i, 'vision'],
];
const BETWEEN = /^[\s:/|_(\p{Pd}]*(?:(?:coverage|plan|tier|level|insurance)\b)?[\s:/|_(\p{Pd}]*/iu;
const SHORTEST_LEVEL = 2;
/** No such heading is longer. */
const LONGEST = 80;

/** Whether a word can head such a column: a level, or "plus one". One letter may be anything. */
const isLevel = (word: string): boolean =>
  word.length >= SHORTEST_LEVEL && (readTier(word) !== undefined || isPlusOne(word));

/**
 * What level a heading speaks of, and whose; undefined for any other heading. `lineOfPlan` knows the plans by their
 * names and codes.
 */
export function levelHeading(
  heading: string,
  lineOfPlan: (planKey: string) => CoverageLine | undefined = () => undefined,
): LevelHeading | undefined {
  const text = heading.trim().replace(/\s+/g, ' ');
  if (text.length > LONGEST || lineOfPlan(text) !== undefined) return undefined;
  const both = planAndLevel(text, (plan) => lineOfPlan(plan) !== undefined);
  if (both) return { line: lineOfPlan(both.planKey), planKey: both.planKey, level: both.tierKey };
  for (const [word, line] of OF_A_LINE) {
    const found = word.exec(text);
    if (!found) continue;
    const rest = text.slice(found[0].length).replace(BETWEEN, '');
    const level =
      found[0].length + rest.length < text.length && text.includes('(') && !rest.includes('(')
        ? rest.replace(/\)$/, '')
        : rest;
    return isLevel(level) ? { line, level } : undefined;
  }
  return isLevel(text) ? { level: text } : undefined;
}

/** Columns that are alike but for their levels: of one plan, of one line, or of neither. */
export const levelGroupOf = ({ line, planKey }: LevelHeading): string => planKey ?? line ?? '';

/**
 * Whether columns are one for each level: two of them at least, and one that is more than the employee alone; without a
 * plan or a line three, since any of these words may head something else.
 */
export function areLevels(headings: readonly LevelHeading[]): boolean {
  const tiers = new Set(headings.map(({ level }) => readTier(level) ?? 'plus one'));
  const isOfNothing = headings.some(({ line, planKey }) => line === undefined && planKey === undefined);
  return tiers.size >= (isOfNothing ? 3 : 2) && [...tiers].some((tier) => tier !== 'EMP');
}
