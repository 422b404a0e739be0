import type { CalendarDate, Period } from '../../calendar-date.ts';
import { type Tier, tierOf } from '../../coverage/tier.ts';
import type { Relationship } from '../../relationship.ts';

/** A coverage level (HD05) and the first day on which it holds. */
export type Level = { tier: Tier; from: CalendarDate };

/** A dependent's coverage of the same line. */
export type CoveredDependent = Period & { relationship: Relationship };

/**
 * How the level of a subscriber's coverage goes: one step for its first day and one for each day on which it becomes
 * another.
 */
export function levelsOf(own: Period, dependents: readonly CoveredDependent[]): Level[] {
  const isWithin = (day: CalendarDate | null): day is CalendarDate =>
    day !== null && day > own.from && (own.until === null || day < own.until);
  const days = [own.from, ...dependents.flatMap(({ from, until }) => [from, until].filter(isWithin)).toSorted()];
  const levels: Level[] = [];
  for (const day of days) {
    const tier = tierOf(
      dependents.flatMap(({ from, until, relationship }) =>
        from <= day && (until === null || until > day) ? [relationship] : [],
      ),
    );
    if (levels.at(-1)?.tier !== tier) levels.push({ tier, from: day });
  }
  return levels;
}

/** The place of the level that holds on a day; the first before all. */
export const levelOn = (levels: readonly Level[], day: CalendarDate): number =>
  Math.max(
    levels.findLastIndex(({ from }) => from <= day),
    0,
  );

/**
 * The levels that have to be told of coverage of which nothing else is told: from the first day on which what the
 * carrier knows is another, and those to come. Where it is not known from which day on the told one held, the last
 * counts; where it is not known what was told, nothing is told for it alone.
 */
export function levelsToTell(
  levels: readonly Level[],
  told: { tier: Tier | null; tierFrom: CalendarDate | null },
): readonly Level[] {
  if (told.tier === null) return [];
  if (told.tierFrom === null) return levels.at(-1)?.tier === told.tier ? [] : levels.slice(-1);
  const at = levelOn(levels, told.tierFrom);
  const isAsTold = levels[at]?.tier === told.tier && levels[at].from >= told.tierFrom;
  return levels.slice(isAsTold ? at + 1 : at);
}
