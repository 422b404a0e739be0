import { planInCell } from '../headings/plan-and-level.ts';
import type { CensusCells, CensusPlace } from '../row-cells.ts';
import { readTier } from '../values/cell-values.ts';

/**
 * Coverage, Election: headed like a level, and what stands in it is a plan of ours. Undefined where it is none, or a
 * column of its own names plans.
 */
export function withPlanForLevel(
  cells: CensusCells,
  { lineOfPlan, lines, words }: CensusPlace,
): CensusCells | undefined {
  const cell = cells.get('tier');
  if (
    typeof cell !== 'string' ||
    !lineOfPlan ||
    lines?.open ||
    (lines?.named.size ?? 1) > 0 ||
    readTier(cell) !== undefined ||
    words.meaning('tier', cell) !== undefined
  )
    return undefined;
  const isPlan = (plan: string): boolean => lineOfPlan(plan) !== undefined;
  const inside = isPlan(cell) ? cell : planInCell(cell, isPlan)?.planKey;
  const line = inside === undefined ? undefined : lineOfPlan(inside);
  if (line === undefined || cells.has(`plan.${line}`)) return undefined;
  const plans = new Map(cells).set(`plan.${line}`, cell);
  plans.delete('tier');
  return plans;
}
