import { COVERAGE_LINE_LABEL, COVERAGE_LINES } from '@openbenefits/domain/coverage/coverage-line';
import { addDays, type CalendarDate, contains, formatDate } from '@openbenefits/domain/calendar-date';
import { endsRepeated, isOnCobra } from '@openbenefits/domain/files/ends-and-cobra';
import { isSetting, isStating } from '@openbenefits/domain/files/enrollment-record';
import { startAfterAnother } from '@openbenefits/domain/coverage/coverage-change';
import type { SeenRow } from './seen-row.ts';

/**
 * Coverage that the file names without an end, as going on, and that has an end here which nothing in it takes back: a full file after an end by another hand,
 * an addition that is repeated, a change of something else that is sent with the coverage as it was.
 */
export function staysEnded({
  staged: {
    record: { action, coverages },
  },
  applied: { coverages: resolved, person, cut },
  subscriber,
}: SeenRow): string | undefined {
  if (cut !== undefined || action === 'end' || action === 'reinstate') return undefined;
  const said = resolved.flatMap(({ line, planId, action: does, isByRules }, place) => {
    const last = person.spans[line]?.at(-1);
    const { from, until } = coverages[place] ?? {};
    // A dependent who is named without a day shares what the subscriber has, and ends with it.
    if ((isByRules || from === undefined) && last?.until && subscriber?.spans[line]?.at(-1)?.until === last.until) return [];
    // The record itself says the end, beside the beginning.
    const isOwn = resolved.some((one) => one.line === line && one.action === 'end' && one.until !== undefined && one.until === last?.until);
    if (
      !last?.until ||
      isOwn ||
      !isSetting(does) ||
      until !== undefined ||
      place >= coverages.length ||
      last.planId !== planId ||
      (from !== undefined && from >= last.until)
    )
      return [];
    return [`${COVERAGE_LINE_LABEL[line]} has ended here on ${formatDate(addDays(last.until, -1))} and stays ended, though the file names it without an end`];
  });
  return said.length > 0 ? said.join('; ') : undefined;
}

/** Coverage of a dependent that ended with the subscriber, whom the file reinstates, and that it names beside that: it goes on. */
export function goesOnWithSubscriber({
  staged: {
    record: { action },
  },
  applied: {
    person: { spans },
  },
  before,
}: SeenRow): string | undefined {
  if (action === 'end' || action === 'reinstate') return undefined;
  const said = COVERAGE_LINES.flatMap((line) => {
    const was = before[line]?.find(({ mayGoOn }) => mayGoOn);
    const isBack = was?.until && spans[line]?.some((span) => span.planId === was.planId && contains(span, was.until as CalendarDate));
    return isBack ? [`${COVERAGE_LINE_LABEL[line]} goes on with the subscriber’s, which the file reinstates`] : [];
  });
  return said.length > 0 ? said.join('; ') : undefined;
}

/** A plan of which the file names a first day on which another was covered here: that stays, unless it is a change (001, 026). */
export function startsBeforeAnother({
  staged: {
    record: { coverages },
  },
  applied: { coverages: resolved },
  before,
}: SeenRow): string | undefined {
  const said = resolved.flatMap(({ line, planId, action, until, isByRules, from: taken, changedOn }, place) => {
    const { from, byEligibility } = coverages[place] ?? {};
    const known =
      isStating(action) && !byEligibility && from !== undefined && planId !== undefined && !isByRules && (taken === from || taken !== changedOn)
        ? startAfterAnother(before[line] ?? [], { planId, from, ...(until ? { until } : {}) })
        : undefined;
    return known === undefined
      ? []
      : [
          `${COVERAGE_LINE_LABEL[line]}: the file names ${formatDate(from as CalendarDate)} as the first day of this plan, and another was covered here until ${formatDate(addDays(known, -1))}; that stays`,
        ];
  });
  return said.length > 0 ? said.join('; ') : undefined;
}

/**
 * A plan that the file names without an end, and that another has followed here, or will: the file knows nothing of the change, or it was taken back. What
 * follows stays, because many full files name only what holds on their day. Not where the record names the other, too.
 */
export function followedHere({
  staged: {
    record: { action, coverages },
  },
  applied: { coverages: resolved, person },
}: SeenRow): string | undefined {
  if (action === 'end' || action === 'reinstate') return undefined;
  const said = resolved.flatMap(({ line, planId, action: does, until }, place) => {
    const from = coverages[place]?.from;
    if (!isSetting(does) || until !== undefined || from === undefined || planId === undefined) return [];
    const held = person.spans[line] ?? [];
    const named = held.find((span) => span.planId === planId && contains(span, from));
    const next = named?.until ? held.find((span) => span.from >= (named.until ?? '') && span.planId !== planId) : undefined;
    if (
      !next ||
      held.some((span) => span.planId === planId && span.from >= next.from) ||
      resolved.some((other) => other.line === line && other.planId === next.planId)
    )
      return [];
    return [`${COVERAGE_LINE_LABEL[line]}: another plan follows here from ${formatDate(next.from)}, though the file names this one without an end`];
  });
  return said.length > 0 ? said.join('; ') : undefined;
}

/**
 * Coverage that has an end here and that a change (001) covers beyond it. Whoever says so may mean it, though a reinstatement (025) or an addition (021) would
 * say it. What an earlier record of the file has ended is a change of plan, sent as two.
 */
export function opensAgain({
  staged: {
    record: { action },
  },
  applied: {
    coverages,
    person: { spans },
  },
  before,
  isEndedHere,
}: SeenRow): string | undefined {
  if (isEndedHere || action === 'end' || action === 'reinstate') return undefined;
  const said = coverages.flatMap(({ line, action: does }) => {
    if ((does !== 'change' && (does !== 'compare' || action !== 'change')) || before[line]?.some(({ mayGoOn }) => mayGoOn)) return [];
    const was = before[line]?.at(-1)?.until;
    const is = spans[line]?.at(-1);
    if (!was || !is || (is.until !== null && is.until <= was)) return [];
    return [
      `${COVERAGE_LINE_LABEL[line]} has ended here on ${formatDate(addDays(was, -1))}; the change (001) covers it again from ${formatDate(is.from > was ? is.from : was)}`,
    ];
  });
  return said.length > 0 ? said.join('; ') : undefined;
}

/** An end that is known already, of coverage after which other has begun: senders repeat it for weeks. */
export function endsAgain({
  staged: {
    record: { action, endsUntil, benefitStatus },
  },
  applied: { coverages, person },
  before,
  subscriber,
}: SeenRow): string | undefined {
  const lines = endsRepeated({ action, endsUntil, benefitStatus, coverages }, before, isOnCobra(person, subscriber));
  return lines.length > 0 ? 'The end is known of earlier coverage; what began later goes on' : undefined;
}
