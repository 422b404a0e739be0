import { type CalendarDate, contains } from '../../calendar-date.ts';
import type { CoverageEffect } from '../../coverage/coverage-change.ts';
import type { CoverageLine } from '../../coverage-line.ts';
import { joinMovedParts, partsInsideSubscriber } from '../../coverage/family-spans.ts';
import { reachesLess, type Span } from '../../coverage/span.ts';
import { replaceHeldSpans } from '../../members/family-coverage.ts';
import { type PersonDraft, spansOf } from '../../members/person-draft.ts';
import { type FileSpan, fileSpansOf } from './file-span.ts';

/** How a record that changes the subscriber's lines affects dependents. */
export type FollowTerms = {
  /** What it ends may continue by a later record of the file. */
  readonly mayResume: boolean;
  /** What an earlier record has ended continues with the subscriber. */
  readonly resumes: boolean;
  /** The first days from which the subscriber continues alone, by line. */
  readonly alone: ReadonlyMap<CoverageLine, CalendarDate>;
  /** What the subscriber had before. */
  readonly before: PersonDraft['spans'];
};

/** Returns what a dependent keeps of a span, with the notes for later records of the file. */
function partsOf(
  span: FileSpan,
  subscriber: readonly Span[],
  subscriberBefore: readonly Span[],
  { mayResume, resumes }: FollowTerms,
): FileSpan[] {
  const isResumed =
    resumes &&
    span.previousUntil !== undefined &&
    subscriber.some((parent) => span.until !== null && contains(parent, span.until));
  const whole: FileSpan = isResumed
    ? { planId: span.planId, from: span.from, until: span.previousUntil ?? null }
    : span;
  const parts = partsInsideSubscriber(whole, subscriber, subscriberBefore).map((part): FileSpan => {
    const { planId, from, until } = part;
    if (planId === span.planId && from === span.from && until === span.until) return span;
    const follows = planId !== span.planId || span.followsSubscriber || isResumed;
    return { planId, from, until, ...(follows ? { followsSubscriber: true } : {}) };
  });
  const last = parts.at(-1);
  return mayResume && last && reachesLess(last, whole)
    ? [...parts.slice(0, -1), { ...last, previousUntil: whole.until }]
    : parts;
}

const join = (first: FileSpan, second: FileSpan): FileSpan => ({
  planId: second.planId,
  from: first.from,
  until: second.until,
  ...(second.followsSubscriber && first.followsSubscriber ? { followsSubscriber: true } : {}),
  ...(second.previousUntil === undefined ? {} : { previousUntil: second.previousUntil }),
});

/** Notes that a plan may continue by a later record, if the plan for which it had ended is gone as a whole. */
function markPrevious(parts: readonly FileSpan[], held: readonly FileSpan[]): readonly FileSpan[] {
  const [last, was] = [parts.at(-1), held.at(-1)];
  return last && was && last.previousUntil === undefined && last.until === was.from
    ? [...parts.slice(0, -1), { ...last, previousUntil: was.until }]
    : parts;
}

/** As `followSubscriber`, with notes for later records of the file. */
export function followInFile(
  subscriber: PersonDraft,
  dependent: PersonDraft,
  terms: FollowTerms,
): { effect: CoverageEffect; summary: string } | undefined {
  return replaceHeldSpans(dependent, (line) => {
    const held = fileSpansOf(dependent, line);
    const own = spansOf(subscriber, line);
    const alone = terms.alone.get(line);
    const shared = alone === undefined ? own : own.filter(({ from }) => from < alone);
    const parts = joinMovedParts(
      held.flatMap((span) =>
        partsOf(span, alone !== undefined && span.from < alone ? shared : own, terms.before[line] ?? [], terms),
      ),
      ({ followsSubscriber }) => followsSubscriber === true,
      join,
    );
    return terms.mayResume ? markPrevious(parts, held) : parts;
  });
}
