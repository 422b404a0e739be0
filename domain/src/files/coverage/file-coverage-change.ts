import { fileText } from '../messages/file-message.ts';
import { type CalendarDate, contains, overlaps } from '../../calendar-date.ts';
import {
  asEndWhereShorter,
  type CoverageEffect,
  type CoverageResult,
  ENDS_BEFORE_START,
  endSpans,
  isCanceledBy,
  OTHER_PLAN_ENDS,
  placePeriod,
  reinstateCoverage,
} from '../../coverage/coverage-change.ts';
import { endsBefore, sortSpans, type Span } from '../../coverage/span.ts';
import { endedJustBefore, type FileSpan, withOwnPlan, withResumed } from './file-span.ts';

/** What a record of a file says about one coverage line. */
export type FileCoverageRequest = {
  /** 'set': covered by the plan from a day on (021, 001 with HD, 030, census); the others as in the 834. */
  readonly kind: 'set' | 'end' | 'reinstate' | 'cancel';
  readonly planId?: string | undefined;
  readonly from?: CalendarDate | undefined;
  /** First day without coverage. */
  readonly until?: CalendarDate | null | undefined;
  /**
   * The record states the present or adds (030, 021, census) and changes nothing (001): a first day on which another
   * plan was covered does not replace that plan.
   */
  readonly keepsOtherPlans?: boolean;
  /** The whole person leaves (INS 024): an end that names a plan the person does not have still ends the line. */
  readonly endsAnyPlan?: boolean;
  /**
   * Senders repeat an end for weeks: where coverage ended on that day and began again later, it is the same end;
   * 'at_once': also where it began on the very next day.
   */
  readonly mayRepeat?: boolean | 'at_once';
  /** Coverage that this file ended continues where the file adds it again from the very next day. */
  readonly resumesEnded?: boolean;
};

type FileResult =
  | { readonly spans: readonly FileSpan[]; readonly effect: CoverageEffect }
  | Extract<CoverageResult, { refused: string }>;

/**
 * Returns the first day on record of a plan that followed another, where the file states an earlier first day on which
 * the other plan was covered. Many senders put the first day of the whole line there; years of the other plan would be
 * lost with each full file. Undefined where the file means an earlier period of the plan.
 */
export function startAfterAnother(
  current: readonly Span[],
  {
    planId,
    from,
    until,
  }: { readonly planId: string; readonly from: CalendarDate; readonly until?: CalendarDate | null | undefined },
): CalendarDate | undefined {
  const later = sortSpans(current).find((span) => span.planId === planId && span.from > from);
  if (
    !later ||
    (until && until <= later.from) ||
    current.some((span) => span.planId === planId && contains(span, from))
  )
    return undefined;
  return current.some((span) => span.planId !== planId && overlaps(span, { from, until: later.from }))
    ? later.from
    : undefined;
}

/**
 * Returns the spans that an end means: those of the plan it names, since senders repeat the end of a plan that another
 * has followed; without a plan all. For a dependent who leaves in the file in which the subscriber changes plan, the
 * sender names the old plan, so the plan that only follows the subscriber ends too. An end inside an earlier period
 * that it names by its first day means that period only, unless the whole person leaves.
 */
export function spansMeant(
  { planId, from, until, endsAnyPlan }: Pick<FileCoverageRequest, 'planId' | 'from' | 'until' | 'endsAnyPlan'>,
  current: readonly FileSpan[],
): readonly FileSpan[] {
  const meant =
    planId !== undefined && current.some((span) => span.planId === planId)
      ? current.filter((span) => span.planId === planId || span.followsSubscriber)
      : current;
  if (endsAnyPlan || from === undefined || !until || meant.length < 2) return meant;
  const earlier = meant.find((span) => span.from === from && span.until !== null && until <= span.until);
  return earlier && meant.some((span) => span.from > (earlier.until ?? '')) ? [earlier] : meant;
}

/**
 * Whether earlier coverage already ended on that day, and everything that would end began after a gap. Without a gap
 * the end may cancel what followed, unless `atOnce`. A plan that only follows the subscriber is not on record.
 */
export const isRepeatedEnd = (current: readonly FileSpan[], until: CalendarDate, atOnce = false): boolean => {
  const isLater = ({ from, followsSubscriber }: FileSpan): boolean =>
    !followsSubscriber && (from > until || (atOnce && from === until));
  return (
    current.some((span) => span.until === until) &&
    current.some(isLater) &&
    current.every((span) => !endsBefore(until, span.until) || isLater(span))
  );
};

function endFromFile(current: readonly FileSpan[], request: Omit<FileCoverageRequest, 'kind'>): FileResult {
  const { until, planId, endsAnyPlan, mayRepeat } = request;
  if (!until) return { refused: fileText('end_needs_last_day') };
  const meant = spansMeant(request, current);
  if (planId !== undefined && !endsAnyPlan && meant.length > 0 && meant[0]?.planId !== planId)
    return { refused: OTHER_PLAN_ENDS };
  if (mayRepeat && isRepeatedEnd(current, until, mayRepeat === 'at_once'))
    return { spans: current, effect: 'unchanged' };
  return endSpans(current, meant, until);
}

/** As `setCoverage`, after restoring what the dependent lost only with the subscriber. */
function setListed(
  held: readonly FileSpan[],
  planId: string,
  from: CalendarDate,
  until: CalendarDate | null,
): FileResult {
  const own = withOwnPlan(held, planId, from);
  const current = withResumed(own, planId, { from, until });
  const same = current.find((span) => span.planId === planId && contains(span, from));
  if (same && (until === null || same.until === until))
    return { spans: current, effect: current !== own ? 'reinstated' : own === held ? 'unchanged' : 'changed' };
  // A repeated plan with an earlier last day than on record is an end.
  if (same && endsBefore(until, same.until)) return endFromFile(current, { until, planId });
  return placePeriod(current, { planId, from, until }, same);
}

function setFromFile(current: readonly FileSpan[], request: FileCoverageRequest): FileResult {
  const { planId, from: first, until = null } = request;
  if (!planId) return { refused: fileText('plan_is_missing') };
  if (!first) return { refused: fileText('start_date_missing') };
  if (until && until <= first) return { refused: ENDS_BEFORE_START };
  if (current.length === 0) return setListed(current, planId, first, until);
  const from = (request.keepsOtherPlans && startAfterAnother(current, { planId, from: first, until })) || first;
  const before = request.resumesEnded ? endedJustBefore(current, planId, from) : undefined;
  if (!before) return setListed(current, planId, from, until);
  const others = current.filter((span) => span !== before);
  const result = setListed(others, planId, before.from, until);
  return 'refused' in result ? result : { ...result, effect: 'changed' };
}

/**
 * Returns what a cancellation leaves of a span. One that only follows the subscriber may begin before the first day
 * that the file names; only its part from that day on is canceled.
 */
function leftByCancellation(span: FileSpan, request: FileCoverageRequest): FileSpan[] {
  const { from } = request;
  if (!isCanceledBy(span, span.followsSubscriber ? { from } : request)) return [span];
  return span.followsSubscriber && from && span.from < from
    ? [{ planId: span.planId, from: span.from, until: from, followsSubscriber: true }]
    : [];
}

function cancelFromFile(current: readonly FileSpan[], request: FileCoverageRequest): FileResult {
  const spans = current.flatMap((span) => leftByCancellation(span, request));
  const isSame = spans.length === current.length && spans.every((span, index) => span === current[index]);
  return { spans, effect: isSame ? 'unchanged' : 'voided' };
}

const changeFromFile = (current: readonly FileSpan[], request: FileCoverageRequest): FileResult => {
  switch (request.kind) {
    case 'set':
      return setFromFile(current, request);
    case 'end':
      return endFromFile(current, request);
    case 'cancel':
      return cancelFromFile(current, request);
    case 'reinstate': {
      const result = reinstateCoverage(current, request);
      const isEnd = 'spans' in result && request.until && sortSpans(current).at(-1)?.until === null;
      return isEnd ? endFromFile(current, request) : result;
    }
  }
};

/** Applies a record to the spans of one person and line (domain rules 4.1, "What each action means to us"). */
export const applyFileCoverage = (current: readonly FileSpan[], request: FileCoverageRequest): FileResult =>
  asEndWhereShorter(changeFromFile(current, request), current);
