import { type CalendarDate, contains, type Period } from '../../calendar-date.ts';
import { COVERAGE_LINES, type CoverageLine } from '../../coverage-line.ts';
import { sortSpans, type Span } from '../../coverage/span.ts';
import type { PersonDraft } from '../../members/person-draft.ts';

/** A span with notes that matter only while one file is processed. They are never stored. */
export type FileSpan = Span & {
  /** A dependent has this plan only because the subscriber changed to it; the file has not listed it for them yet. */
  readonly followsSubscriber?: true;
  /** It ended only with a line of the subscriber, and ran to here before; a later record may resume it. */
  readonly previousUntil?: CalendarDate | null;
  /** The person's own record ended it; a later one may add the plan again, as some senders write a new level. */
  readonly isEndedByRecord?: true;
  /** A dependent's, which ended with the subscriber's, and the file has reinstated the subscriber. */
  readonly mayResume?: true;
};

export type FileCoverageByLine = Partial<Record<CoverageLine, readonly FileSpan[]>>;

/** Returns the spans of a draft in file processing, with their notes. */
export const fileSpansOf = ({ spans }: PersonDraft, line: CoverageLine): readonly FileSpan[] => spans[line] ?? [];

/** Returns the span that this file ended on the day before it adds the plan again. */
export const endedJustBefore = (
  current: readonly FileSpan[],
  planId: string | undefined,
  from: CalendarDate | undefined,
): FileSpan | undefined =>
  current.find(
    (span) =>
      span.planId === planId &&
      span.until !== null &&
      span.until === from &&
      (span.isEndedByRecord || span.previousUntil !== undefined),
  );

/** Returns how far a plan ran before the dependent, in this file, followed the subscriber to another plan. */
export function reachedBefore(current: readonly FileSpan[], { until }: Period): CalendarDate | null {
  let reached = until;
  for (const span of sortSpans(current)) if (span.followsSubscriber && span.from === reached) reached = span.until;
  return reached;
}

/**
 * Restores the plan that a dependent left only with the subscriber, where the file lists that plan for the dependent.
 * Following the subscriber is an assumption for dependents whom the file does not list.
 */
export function withOwnPlan(current: readonly FileSpan[], planId: string, from: CalendarDate): readonly FileSpan[] {
  const own = current.find((span) => span.planId === planId && contains(span, from));
  const until = own ? reachedBefore(current, own) : null;
  if (!own || own.until === null || until === own.until) return current;
  const left = own.until;
  return sortSpans<FileSpan>([
    ...current.filter((span) => span !== own && !(span.followsSubscriber && span.from >= left)),
    { planId, from: own.from, until },
  ]);
}

/** Marks a plan as listed for the dependent, up to `until`: it no longer only follows the subscriber. */
export function markListed(
  current: readonly FileSpan[],
  planId: string | undefined,
  until?: CalendarDate | null,
): readonly FileSpan[] {
  const isListed = (span: FileSpan): boolean =>
    span.followsSubscriber === true && span.planId === planId && (until == null || until > span.from);
  if (!current.some(isListed)) return current;
  return current.map((span) => {
    if (!isListed(span)) return span;
    const { followsSubscriber: _, ...listed } = span;
    return listed;
  });
}

/**
 * Marks what dependents lost on the day on which the subscriber ended, where this file has reinstated the subscriber
 * beyond it. It stays terminated unless the file lists it.
 */
export function markResumable(
  subscriber: PersonDraft,
  before: PersonDraft['spans'],
  dependents: readonly PersonDraft[],
): void {
  for (const line of COVERAGE_LINES) {
    const end = before[line]?.at(-1)?.until;
    if (!end || !subscriber.spans[line]?.some((span) => contains(span, end))) continue;
    for (const dependent of dependents) {
      const held = fileSpansOf(dependent, line);
      if (held.at(-1)?.until === end)
        dependent.spans[line] = held.map((span): FileSpan =>
          span.until === end ? { ...span, mayResume: true } : span,
        );
    }
  }
}

/** Resumes a dependent's coverage where the file lists it for them, without an end or with a later one. */
export function withResumed(
  current: readonly FileSpan[],
  planId: string,
  { from, until }: Period,
): readonly FileSpan[] {
  const own = current.find((span) => span.mayResume && span.planId === planId && contains(span, from));
  if (!own?.until || (until !== null && until <= own.until)) return current;
  return current.map((span) => (span === own ? { planId, from: own.from, until } : span));
}

/** Marks the spans that a record has ended before their time. */
export const markEndedByRecord = (before: readonly FileSpan[], after: readonly FileSpan[]): readonly FileSpan[] =>
  after.map((span) =>
    !before.includes(span) && before.some(({ planId, from }) => planId === span.planId && from === span.from)
      ? { ...span, isEndedByRecord: true }
      : span,
  );
