import { addDays, type CalendarDate, firstOfMonth, overlaps, type Period } from '../calendar-date.ts';
import type { Problem } from '../refusal.ts';
import { PLAN_DATE_RANGE, planDate } from './plan-dates.ts';

/** A version in force for a period. */
export type RatePeriod = Period & { readonly tableId: string };

/** What becomes of an earlier version when another takes over. */
export type TakenOver = {
  readonly tableId: string;
  readonly before: Period;
  /** What remains of it: nothing, one period, or two where the new one lies inside. */
  readonly after: readonly Period[];
};

/**
 * A version takes over from its first day to its end. An earlier version keeps what lies before, and what lies after
 * the end; so no day of a plan and methodology has two.
 */
export function takeOver(
  current: readonly RatePeriod[],
  added: RatePeriod,
): { readonly taken: readonly TakenOver[]; readonly periods: readonly RatePeriod[] } {
  const taken: TakenOver[] = [];
  const periods: RatePeriod[] = [added];
  for (const { tableId, ...before } of current) {
    if (!overlaps(before, added)) {
      periods.push({ tableId, ...before });
      continue;
    }
    const after: Period[] = [];
    if (before.from < added.from) after.push({ from: before.from, until: added.from });
    if (added.until !== null && (before.until === null || added.until < before.until))
      after.push({ from: added.until, until: before.until });
    taken.push({ tableId, before, after });
    periods.push(...after.map((period) => ({ tableId, ...period })));
  }
  return { taken, periods: periods.toSorted((a, b) => (a.from < b.from ? -1 : 1)) };
}

/** Versions of which nothing remains. */
export const replacedBy = (periods: readonly RatePeriod[], taken: readonly TakenOver[]): string[] => [
  ...new Set(taken.map(({ tableId }) => tableId).filter((id) => periods.every(({ tableId }) => tableId !== id))),
];

/** Days between the versions of a plan that have none; `periods` of one methodology. */
export function gapsBetween(
  periods: readonly Period[],
): { readonly from: CalendarDate; readonly until: CalendarDate }[] {
  const gaps: { from: CalendarDate; until: CalendarDate }[] = [];
  let end: CalendarDate | null | undefined;
  for (const { from, until } of periods.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    if (end !== undefined && end !== null && from > end) gaps.push({ from: end, until: from });
    if (end === undefined || (end !== null && (until === null || until > end))) end = until;
  }
  return gaps;
}

/** Returns what keeps a version from having a period: it is made of whole months, since a month has one price. */
export function problemsOfRatePeriod({ from, until }: Period): Problem[] {
  if (!planDate(from)) return [{ path: 'from', message: PLAN_DATE_RANGE }];
  if (from !== firstOfMonth(from)) return [{ path: 'from', message: 'A version begins on the first day of a month.' }];
  if (until === null) return [];
  if (until <= from) return [{ path: 'until', message: 'A version ends after it begins.' }];
  if (!planDate(addDays(until, -1))) return [{ path: 'until', message: PLAN_DATE_RANGE }];
  if (until !== firstOfMonth(until)) return [{ path: 'until', message: 'A version ends on the last day of a month.' }];
  return [];
}
