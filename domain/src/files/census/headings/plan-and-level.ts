import { fileMessage } from '../../messages/file-message.ts';
import type { Tier } from '../../../coverage/tier.ts';
import { readTier } from '../values/cell-values.ts';
import { isPlusOne } from '../values/plus-one.ts';

/** No cell with a plan and a level is longer. */
const LONGEST = 200;
const BRACKETS = /^(.*\S)\s*[([]([^()[\]]+)[)\]]$/;
/** As programs put two columns into one: PPO Gold - Employee + Spouse, MED-PPO: EE, MED-HMO / EE+CH. */
const SEPARATORS = [' - ', ' \u2013 ', ' \u2014 ', ': ', ' / ', ' | ', ', ', '; ', '_'] as const;
/** Without blanks: MED-PPO/ES, MED-HMO-EE. One letter may as well belong to the plan. */
const TIGHT = ['/', '-', ':', '|'] as const;

const SHORTEST_BEHIND_BLANK = 2;

/** $240, $1,204.50/mo, 240.00 per pay period: what the plan costs somebody. */
const PRICE =
  /(?:\(\s*)?(?:\$\s?\d[\d,]*(?:\.\d{1,2})?|(?<![\d.])\d[\d,]*\.\d{2}(?![\d.]))(?:\s?(?:USD\b)?\s?(?:\/|per\b|a\b|ea\b)\s?(?:mo|month|pay ?period|pay ?check|pay|pp|week|wk|bi-?weekly|year|yr|check|period)?)?\.?(?:\s*\))?/i;
const LOOSE_SIGNS = /^[\s\p{Pd}:/|,;@=_]+|[\s\p{Pd}:/|,;@=_]+$/gu;

/** The cell without a price in it; undefined where none stands there. */
function withoutPrice(cell: string): string | undefined {
  if (cell.length > LONGEST) return undefined;
  const rest = cell.replace(PRICE, ' ').replace(LOOSE_SIGNS, '').replace(/\s+/g, ' ');
  return rest === cell.replace(/\s+/g, ' ').trim() ? undefined : rest;
}

/** `tier` is open for "plus one", of which the family tells what it means. */
export type PlanAndLevel = { readonly planKey: string; readonly tierKey: string; readonly tier?: Tier };

/**
 * A plan and its coverage level in one cell, whichever stands first: only where one is a plan that is known, the other
 * a level, and nothing else is left. Undefined for anything else, and where both orders could be meant, so that
 * nobody's plan is guessed. To be asked where the cell as a whole is no plan.
 */
export function planAndLevel(
  cell: string,
  isPlan: (plan: string) => boolean,
  levelOf: (word: string) => Tier | undefined = readTier,
): PlanAndLevel | undefined {
  if (cell.length > LONGEST) return undefined;
  const text = cell.trim();
  const found = (plan: string | undefined, level: string | undefined): PlanAndLevel | undefined => {
    const planKey = plan?.trim() ?? '';
    const tierKey = level?.trim() ?? '';
    const tier = planKey === '' || tierKey === '' ? undefined : levelOf(tierKey);
    if (tier === undefined && (planKey === '' || !isPlusOne(tierKey))) return undefined;
    return isPlan(planKey) ? { planKey, tierKey, ...(tier && { tier }) } : undefined;
  };
  const last = levelLast(text, found);
  const first = levelFirst(text, found);
  return last && first && last.planKey !== first.planKey ? undefined : (last ?? first);
}

type Find = (plan: string | undefined, level: string | undefined) => PlanAndLevel | undefined;

function levelLast(text: string, found: Find): PlanAndLevel | undefined {
  const brackets = text.endsWith(')') || text.endsWith(']') ? BRACKETS.exec(text) : null;
  if (brackets) return found(brackets[1], brackets[2]);
  for (const separator of SEPARATORS) {
    const at = text.lastIndexOf(separator);
    const both = at > 0 ? found(text.slice(0, at), text.slice(at + separator.length)) : undefined;
    if (both) return both;
  }
  for (const sign of TIGHT) {
    const at = text.lastIndexOf(sign);
    const both =
      at > 0 && text.length - at > SHORTEST_BEHIND_BLANK ? found(text.slice(0, at), text.slice(at + 1)) : undefined;
    if (both) return both;
  }
  return byBlank(text, found);
}

/** MED-PPO EE+SP: the plan is as long as it can be. One letter behind a blank may as well belong to the plan. */
function byBlank(text: string, found: Find): PlanAndLevel | undefined {
  for (let at = text.lastIndexOf(' '); at > 0; at = text.lastIndexOf(' ', at - 1)) {
    const both = text.length - at > SHORTEST_BEHIND_BLANK ? found(text.slice(0, at), text.slice(at + 1)) : undefined;
    if (both) return both;
  }
  return undefined;
}

const BRACKETS_FIRST = /^[([]([^()[\]]+)[)\]](.*)$/;
const BETWEEN = /[\s\p{Pd}:/|,;_]+/gu;

/**
 * EE MED-HMO, Family - Dental Gold, EE+1: MED-PPO: a level may hold signs and blanks itself, so every place between two
 * words is looked at.
 */
function levelFirst(text: string, found: Find): PlanAndLevel | undefined {
  const brackets = BRACKETS_FIRST.exec(text) ?? undefined;
  if (brackets) return found(brackets[2]?.replace(LOOSE_SIGNS, ''), brackets[1]);
  const behind = text.endsWith(')') || text.endsWith(']') ? BRACKETS.exec(text) : null;
  if (behind) return found(behind[2], behind[1]?.replace(LOOSE_SIGNS, ''));
  const all = new Map<string, PlanAndLevel>();
  for (const { 0: between, index } of text.matchAll(BETWEEN)) {
    // F PPO Gold: one letter without a sign behind it may as well belong to the plan.
    if (index < SHORTEST_BEHIND_BLANK && (between === ' ' || between.length === 1)) continue;
    const both = found(text.slice(index + between.length), text.slice(0, index));
    if (both) all.set(`${both.planKey} ${both.tierKey}`, both);
  }
  return all.size === 1 ? [...all.values()][0] : undefined;
}

/** A plan in a cell that holds more than it: its level, a price, or both. */
export type PlanInCell = {
  readonly planKey: string;
  readonly tierKey?: string;
  readonly tier?: Tier;
  readonly isPriced: boolean;
};

/** The plan of a cell that is none as a whole; undefined where what is left of it is none either. */
export function planInCell(
  lines: string,
  isPlan: (plan: string) => boolean,
  levelOf?: (word: string) => Tier | undefined,
): PlanInCell | undefined {
  // Plan and level below each other in the cell.
  const cell = lines.includes('\n') ? lines.replace(/\s*[\r\n]+\s*/g, ' ') : lines;
  const both = planAndLevel(cell, isPlan, levelOf);
  if (both) return { ...both, isPriced: false };
  const bare = withoutPrice(cell);
  if (bare === undefined) return undefined;
  const found = isPlan(bare) ? { planKey: bare } : planAndLevel(bare, isPlan, levelOf);
  return found && { ...found, isPriced: true };
}

/** What a file is told of a price beside the plan. */
export const PRICE_BESIDE = fileMessage('amount_beside_plan');

/** What a file is told of it, once. */
export const PLAN_AND_LEVEL = fileMessage('plan_with_tier_in_cell');

/** Nearly all cells hold a plan alone, and are looked at no further. */
export const MAY_HOLD_BOTH = /[\s(_[:/|-]/;

/**
 * EE or Family in a column for the plan is a coverage level, if no plan has that name; a single letter may be a plan's
 * code.
 */
export function tierInPlaceOf(planKey: string | undefined): Tier | undefined {
  return planKey === undefined || planKey.trim().length < 2 ? undefined : readTier(planKey);
}
