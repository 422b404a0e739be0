import { type Cents, fromCents, multiply, subtract, ZERO } from '../../money.ts';

/** What a posted bill charges for a plan, line and covered month; adjustments of earlier months are apart. */
export type ChargedLine = { readonly key: string; readonly cents: Cents };

/**
 * What of a bill's lines has been collected when `paid` of its premium was applied: all of each line of a bill that is
 * paid in full or charges nothing, else each line's part of the total. The parts add up to what was paid.
 */
export function collectedOf(lines: readonly ChargedLine[], paid: Cents): ReadonlyMap<string, Cents> {
  const total = fromCents(lines.reduce((sum, { cents }) => sum + cents, 0));
  if (total <= 0 || paid >= total) return new Map(lines.map(({ key, cents }) => [key, cents]));
  const collected = new Map<string, Cents>();
  let charged = 0;
  let before = ZERO;
  for (const { key, cents } of lines) {
    charged += cents;
    // Rounded on the running sum, so that the parts add up to the whole.
    const until = multiply(paid, charged, total);
    collected.set(key, subtract(until, before));
    before = until;
  }
  return collected;
}
