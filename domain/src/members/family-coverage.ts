import type { CalendarDate } from '../calendar-date.ts';
import { type CoverageEffect, endCoverage, reinstateCoverage } from '../coverage/coverage-change.ts';
import { COVERAGE_LINES, type CoverageLine } from '../coverage-line.ts';
import { describeCoverage } from '../coverage/describe-coverage.ts';
import { clipToSubscriber, followSubscriberSpans } from '../coverage/family-spans.ts';
import { coveredUntil, reachesLess, sameSpans, type Span } from '../coverage/span.ts';
import { stronger, type Touched } from './member-change.ts';
import { type PersonDraft, setValue, spansOf } from './person-draft.ts';
import { settleByDates } from './status-by-dates.ts';

const withSubscriber = (summary: string): string => `With the subscriber: ${summary}`;

/**
 * Sets the spans that a dependent gets from the subscriber's change, line by line. Returns what changed; undefined if
 * nothing did.
 */
export function replaceHeldSpans(
  dependent: PersonDraft,
  spansFor: (line: CoverageLine, held: readonly Span[]) => readonly Span[],
): { effect: CoverageEffect; summary: string } | undefined {
  let effect: CoverageEffect = 'unchanged';
  const descriptions: string[] = [];
  for (const line of COVERAGE_LINES) {
    const held = spansOf(dependent, line);
    if (held.length === 0) continue;
    const spans = spansFor(line, held);
    if (sameSpans(held, spans)) continue;
    dependent.spans[line] = spans;
    const lineEffect = reachesLess(spans.at(-1), held.at(-1)) ? 'ended' : 'changed';
    effect = stronger(effect, lineEffect);
    descriptions.push(describeCoverage(line, lineEffect, spans, undefined));
  }
  return effect === 'unchanged' ? undefined : { effect, summary: withSubscriber(descriptions.join(', ')) };
}

/** Makes a dependent's coverage follow the subscriber's; `before` is what the subscriber had (domain rules 4.2). */
export const followSubscriber = (
  subscriber: PersonDraft,
  dependent: PersonDraft,
  before: PersonDraft['spans'] = {},
): { effect: CoverageEffect; summary: string } | undefined =>
  replaceHeldSpans(dependent, (line, held) =>
    followSubscriberSpans(held, spansOf(subscriber, line), before[line] ?? []),
  );

/** Ends lines that run past a day. One that ends earlier is unchanged: a termination never extends coverage. */
function endOpenLines(
  person: PersonDraft,
  until: CalendarDate,
  lines: readonly CoverageLine[] = COVERAGE_LINES,
): { effect: CoverageEffect; descriptions: string[] } {
  let effect: CoverageEffect = 'unchanged';
  const descriptions: string[] = [];
  for (const line of lines) {
    const held = spansOf(person, line);
    if (!held.some((span) => span.until === null || span.until > until)) continue;
    const result = endCoverage(held, { until });
    if ('refused' in result || result.effect === 'unchanged') continue;
    person.spans[line] = result.spans;
    const lineEffect = result.spans.length === 0 ? 'voided' : 'ended';
    effect = stronger(effect, lineEffect);
    descriptions.push(describeCoverage(line, lineEffect, result.spans, undefined));
  }
  return { effect, descriptions };
}

/**
 * Terminates a member: lines that continue after `until` (the first day without coverage) end there, and future ones
 * are removed. A subscriber's dependents are terminated too. Changes the drafts; returns the affected members, this one
 * first, even without coverage, because the status changes.
 */
export function endFamily(
  person: PersonDraft,
  dependents: readonly PersonDraft[],
  until: CalendarDate,
  today: CalendarDate,
): Touched[] {
  const touched: Touched[] = [];
  for (const one of [person, ...dependents]) {
    const revision = one.revision;
    const { effect, descriptions } = endOpenLines(one, until);
    const isOver = one.status === 'terminated' || one.status === 'inactive';
    if (one === person || effect !== 'unchanged' || !isOver) settleByDates(one, today);
    if (effect === 'unchanged' && one.revision === revision) continue;
    const summary = descriptions.join(', ') || 'No coverage to end';
    touched.push({
      person: one,
      effect: effect === 'unchanged' ? 'ended' : effect,
      summary: one === person ? summary : withSubscriber(summary),
    });
  }
  return touched;
}

/**
 * Ends some coverage lines of a member and the dependents; `until` is the first day without coverage. Changes the
 * drafts; returns those who had one of the lines on that day or later.
 */
export function endLines(
  person: PersonDraft,
  dependents: readonly PersonDraft[],
  lines: readonly CoverageLine[],
  until: CalendarDate,
  today: CalendarDate,
): Touched[] {
  return [person, ...dependents].flatMap((one): Touched[] => {
    const { effect, descriptions } = endOpenLines(one, until, lines);
    if (effect === 'unchanged') return [];
    settleByDates(one, today);
    const summary = descriptions.join(', ');
    return [{ person: one, effect, summary: one === person ? summary : withSubscriber(summary) }];
  });
}

/**
 * Reinstates the coverage that ended last, without a gap or from `from` if that is later. Dependents are reinstated on
 * the lines that ended on the same day. Changes the drafts; rejects if there is nothing to reinstate.
 */
export function reinstateFamily(
  person: PersonDraft,
  dependents: readonly PersonDraft[],
  from: CalendarDate | undefined,
  today: CalendarDate,
): Touched[] | { refused: string } {
  const end = coveredUntil(person);
  if (end === undefined) return { refused: 'There is no earlier coverage to reinstate.' };
  if (end === null) return { refused: 'Coverage has not ended, so there is nothing to reinstate.' };
  const touched: Touched[] = [];
  for (const one of [person, ...dependents]) {
    const descriptions: string[] = [];
    for (const line of COVERAGE_LINES) {
      const held = spansOf(one, line);
      const last = held.at(-1);
      if (!last || last.until !== end) continue;
      const result = reinstateCoverage(held, { from: from && from > end ? from : undefined });
      if ('refused' in result) return result;
      const spans = one === person ? result.spans : clipToSubscriber(result.spans, spansOf(person, line));
      if (sameSpans(held, spans)) continue;
      one.spans[line] = spans;
      descriptions.push(describeCoverage(line, 'reinstated', spans, undefined));
    }
    if (descriptions.length === 0) continue;
    settleByDates(one, today, one.status);
    if (one === person) setValue(one, 'terminationDate', null);
    const summary = descriptions.join(', ');
    touched.push({ person: one, effect: 'reinstated', summary: one === person ? summary : withSubscriber(summary) });
  }
  return touched;
}
