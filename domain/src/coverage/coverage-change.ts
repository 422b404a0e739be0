import { type CalendarDate, contains, overlaps, type Period } from '../calendar-date.ts';
import { endsBefore, reachesLess, sortSpans, type Span, subtractPeriod } from './span.ts';

/** What happened to a coverage line. `voided`: canceled, as if it had never been. */
export type CoverageEffect = 'added' | 'changed' | 'ended' | 'reinstated' | 'voided' | 'unchanged';

/** The new spans of the line in order, without overlaps; or why the change is not possible. */
export type CoverageResult =
  | { readonly spans: readonly Span[]; readonly effect: CoverageEffect }
  | { readonly refused: string };

export type Enrollment = {
  readonly planId: string;
  readonly from: CalendarDate;
  readonly until?: CalendarDate | null | undefined;
};
export type Termination = {
  /** The first day without coverage. */
  readonly until: CalendarDate;
  /** Ends only spans of this plan; all spans without it. */
  readonly planId?: string | undefined;
};
export type Cancellation = {
  /** Cancels only spans of this plan; of every plan without it. */
  readonly planId?: string | undefined;
  /** Cancels only the span that covers this day; every span without it. */
  readonly from?: CalendarDate | undefined;
};
export type Reinstatement = {
  readonly planId?: string | undefined;
  /** The first day of the new coverage, if there is a gap. */
  readonly from?: CalendarDate | undefined;
  readonly until?: CalendarDate | null | undefined;
};

export const ENDS_BEFORE_START = 'The last day of coverage is before its first day.';
export const OTHER_PLAN_ENDS = 'The plan to end is not the plan that the member has on this coverage line.';

/** An earlier last day than before makes any change a termination, which approvals and retro limits count. */
export const asEndWhereShorter = (result: CoverageResult, before: readonly Span[]): CoverageResult => {
  if ('refused' in result || (result.effect !== 'changed' && result.effect !== 'reinstated')) return result;
  const [last, was] = [sortSpans(result.spans).at(-1), sortSpans(before).at(-1)];
  return last && was && reachesLess(last, was) ? { ...result, effect: 'ended' } : result;
};

/** Puts a period of a plan into the spans of a line. Other plans are cut to make room; `same` is extended. */
export function placePeriod(
  current: readonly Span[],
  { planId, from, until = null }: Enrollment,
  same: Span | undefined,
): { readonly spans: readonly Span[]; readonly effect: 'added' | 'changed' } {
  // Without a last day, the period runs to where another plan already begins.
  const next = sortSpans(current).find((span) => span.from > from && span.planId !== planId);
  const period: Period = { from: same ? same.from : from, until: until ?? next?.from ?? null };
  const kept = current.flatMap((span) =>
    // A later start of the same plan becomes part of the new span.
    span.planId === planId && overlaps(span, period) ? [] : subtractPeriod(span, period),
  );
  return {
    spans: sortSpans([...kept, { planId, ...period }]),
    effect: current.some((span) => overlaps(span, period)) ? 'changed' : 'added',
  };
}

/** Covers a member under a plan from a day on. A plan that the member already has then stays unchanged. */
export function setCoverage(current: readonly Span[], enrollment: Enrollment): CoverageResult {
  const { planId, from, until = null } = enrollment;
  if (until !== null && until <= from) return { refused: ENDS_BEFORE_START };
  const same = current.find((span) => span.planId === planId && contains(span, from));
  if (same && (until === null || same.until === until)) return { spans: current, effect: 'unchanged' };
  if (same && until !== null && endsBefore(until, same.until)) return endCoverage(current, { until, planId });
  return asEndWhereShorter(placePeriod(current, enrollment, same), current);
}

/** Ends the spans in `ending` that run past a day; one that had not begun by then is removed. */
export function endSpans(current: readonly Span[], ending: readonly Span[], until: CalendarDate): CoverageResult {
  const reached = ending.filter((span) => endsBefore(until, span.until));
  if (reached.length === 0) {
    const endedBefore = ending.some(
      ({ until: end }) => end !== null && end < until && !current.some((other) => other.from >= end),
    );
    return endedBefore
      ? { refused: 'Coverage already ended on an earlier day. Reinstate it first, then end it on the later day.' }
      : { spans: current, effect: 'unchanged' };
  }
  const spans = current.flatMap((span): Span[] => {
    if (!reached.includes(span)) return [span];
    return span.from < until ? [{ planId: span.planId, from: span.from, until }] : [];
  });
  return { spans, effect: 'ended' };
}

/** Ends coverage: `until` is the first day without it. */
export function endCoverage(current: readonly Span[], { until, planId }: Termination): CoverageResult {
  const ending = planId === undefined ? current : current.filter((span) => span.planId === planId);
  if (ending.length === 0 && current.length > 0) return { refused: OTHER_PLAN_ENDS };
  return endSpans(current, ending, until);
}

/** Returns whether a cancellation applies to a span. */
export const isCanceledBy = (span: Span, { planId, from }: Cancellation): boolean =>
  (planId === undefined || span.planId === planId) && (from === undefined || contains(span, from));

/** Removes coverage as if it had never been. */
export function cancelCoverage(current: readonly Span[], cancellation: Cancellation): CoverageResult {
  const spans = current.filter((span) => !isCanceledBy(span, cancellation));
  return spans.length === current.length ? { spans: current, effect: 'unchanged' } : { spans, effect: 'voided' };
}

/**
 * Resumes the coverage that ended last. Without a gap it continues as if it had never ended; with another plan, or a
 * start after the end, it is a new span.
 */
export function reinstateCoverage(current: readonly Span[], reinstatement: Reinstatement): CoverageResult {
  const { planId, from, until = null } = reinstatement;
  const last = sortSpans(current).at(-1);
  if (!last)
    return planId && from
      ? setCoverage(current, { planId, from, until })
      : { refused: 'There is no earlier coverage to reinstate.' };
  if (last.until === null) {
    if (planId !== undefined && planId !== last.planId)
      return { refused: 'Coverage has not ended, so it cannot be reinstated with another plan. Change the plan.' };
    return until === null ? { spans: current, effect: 'unchanged' } : endCoverage(current, { until, planId });
  }
  const hasGap = from !== undefined && from > last.until;
  const isContinued = !hasGap && (planId === undefined || planId === last.planId);
  const resumed: Span = {
    planId: planId ?? last.planId,
    from: isContinued ? last.from : hasGap ? from : last.until,
    until,
  };
  if (until !== null && until <= resumed.from) return { refused: ENDS_BEFORE_START };
  const kept = isContinued ? current.filter((span) => span !== last) : current;
  return asEndWhereShorter({ spans: sortSpans([...kept, resumed]), effect: 'reinstated' }, current);
}
