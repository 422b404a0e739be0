import type { Tier } from '../../coverage/tier.ts';
import { readTier } from './census-values.ts';

/** No cell with a plan and a level is longer. */
const LONGEST = 200;
const BRACKETS = /^(.*\S)\s*[([]([^()[\]]+)[)\]]$/;
/** As programs put two columns into one: PPO Gold - Employee + Spouse, MED-PPO: EE, MED-HMO / EE+CH. */
const SEPARATORS = [' - ', ' \u2013 ', ' \u2014 ', ': ', ' / ', ' | ', ', ', '; ', '_'] as const;

export type PlanAndLevel = { readonly planKey: string; readonly tierKey: string; readonly tier: Tier };

/**
 * A plan and its coverage level in one cell: only where what stands before the separator is a plan that is known, and what stands behind it a level. Undefined for anything else, so that
 * nobody's plan is guessed. To be asked where the cell as a whole is no plan.
 */
export function planAndLevel(cell: string, isPlan: (plan: string) => boolean, levelOf: (word: string) => Tier | undefined = readTier): PlanAndLevel | undefined {
  if (cell.length > LONGEST) return undefined;
  const text = cell.trim();
  const found = (plan: string | undefined, level: string | undefined): PlanAndLevel | undefined => {
    const planKey = plan?.trim() ?? '';
    const tierKey = level?.trim() ?? '';
    const tier = planKey === '' || tierKey === '' ? undefined : levelOf(tierKey);
    return tier !== undefined && isPlan(planKey) ? { planKey, tierKey, tier } : undefined;
  };
  const brackets = text.endsWith(')') || text.endsWith(']') ? BRACKETS.exec(text) : null;
  if (brackets) return found(brackets[1], brackets[2]);
  for (const separator of SEPARATORS) {
    const at = text.lastIndexOf(separator);
    const both = at > 0 ? found(text.slice(0, at), text.slice(at + separator.length)) : undefined;
    if (both) return both;
  }
  return undefined;
}

/** What a file is told of it, once. */
export const PLAN_AND_LEVEL = 'A plan and its coverage level stood in one cell; both were read';
