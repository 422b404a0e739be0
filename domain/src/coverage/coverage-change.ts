import { withBack } from './back-with-subscriber.ts';
import { addDays, type CalendarDate, contains, overlaps, type Period } from '../calendar-date.ts';

/**
 * A span of one person's coverage on one line; `id` is set on spans that are already stored. Half-open, like every
 * period. `followed`: in the file at hand a dependent came by this plan only because the subscriber changed to it;
 * nobody has sent it for the dependent yet. `lost`: in the file at hand it ended only with a line of the subscriber,
 * and reached to here before: a later record may give the subscriber another plan from that day. `isCut`: in the file
 * at hand the person's own record ended it there: a later one may add the plan again from that day, as some senders
 * write a new level. `mayGoOn`: a dependent's, which ended with the subscriber's, and that has been reinstated in the
 * file at hand.
 */
export type Span = Period & {
  readonly id?: string;
  readonly planId: string;
  readonly followed?: true;
  readonly lost?: CalendarDate | null;
  readonly isCut?: true;
  readonly mayGoOn?: true;
};

/** What happened to a line of coverage. */
export type CoverageEffect = 'added' | 'changed' | 'ended' | 'reinstated' | 'voided' | 'unchanged';

export type CoverageRequest = {
  /** 'set': covered by the plan from a day on (021, 001 with HD, 030, census); the others as in the 834. */
  readonly kind: 'set' | 'end' | 'reinstate' | 'void';
  readonly planId?: string;
  readonly from?: CalendarDate;
  /** First day without coverage. */
  readonly until?: CalendarDate | null;
  /**
   * It says how things are, or adds (030, 021, a list), and changes nothing (001): a first day of a plan on which
   * another was covered takes that not back.
   */
  readonly keepsOthers?: boolean;
  /**
   * The whole person leaves (INS 024): an end that names a plan the person does not have ends the line all the same.
   */
  readonly anyPlan?: boolean;
  /**
   * It stands in a file, and senders repeat an end for weeks: where coverage ended on just that day and began again
   * later, it is that end and not one of what came after; 'at_once': also where it began on the very next day.
   */
  readonly mayRepeat?: boolean | 'at_once';
  /** What the file itself has ended goes on where it is added again from the very next day. */
  readonly goesOn?: boolean;
};

export type CoverageResult =
  | { readonly spans: readonly Span[]; readonly effect: CoverageEffect }
  | { readonly refused: string };

const endsBefore = (a: CalendarDate | null, b: CalendarDate | null): boolean => a !== null && (b === null || a < b);
const byStart = (spans: readonly Span[]): Span[] => spans.toSorted((a, b) => (a.from < b.from ? -1 : 1));

/**
 * The known first day of a plan that followed another, where a file names an earlier one on which the other was
 * covered: many senders put the first day of the whole line there, and years of another plan would be taken back with
 * each full file. Nothing where the file speaks of an earlier period of that plan.
 */
export function startAfterAnother(
  current: readonly Span[],
  {
    planId,
    from,
    until,
  }: { readonly planId: string; readonly from: CalendarDate; readonly until?: CalendarDate | null },
): CalendarDate | undefined {
  const known = byStart(current).find((span) => span.planId === planId && span.from > from);
  if (
    !known ||
    (until && until <= known.from) ||
    current.some((span) => span.planId === planId && contains(span, from))
  )
    return undefined;
  return current.some((span) => span.planId !== planId && overlaps(span, { from, until: known.from }))
    ? known.from
    : undefined;
}

/**
 * What is left of a span outside a period: none, one or two pieces. A piece that is cut is a new span, because stored
 * spans are never altered.
 */
export function without(span: Span, period: Period): Span[] {
  if (!overlaps(span, period)) return [span];
  const pieces: Span[] = [];
  if (span.from < period.from) pieces.push({ planId: span.planId, from: span.from, until: period.from });
  if (period.until !== null && endsBefore(period.until, span.until))
    pieces.push({ planId: span.planId, from: period.until, until: span.until });
  return pieces;
}

/** The period that the file at hand has ended on the day before it adds the plan again. */
export const cutBefore = (
  current: readonly Span[],
  planId: string | undefined,
  from: CalendarDate | undefined,
): Span | undefined =>
  current.find(
    (span) =>
      span.planId === planId && span.until !== null && span.until === from && (span.isCut || span.lost !== undefined),
  );

/** How far a plan reached before the dependent, in the file at hand, followed the subscriber to another. */
export function reachedBefore(current: readonly Span[], { until }: Period): CalendarDate | null {
  let reached = until;
  for (const span of byStart(current)) if (span.followed && span.from === reached) reached = span.until;
  return reached;
}

/**
 * What a dependent has where the file names for it the plan that it has only left with the subscriber: that plan, as
 * far as it reached. The file says so of the dependent itself, and that it follows is no more than what is taken of
 * whom it does not name.
 */
function withOwnPlan(current: readonly Span[], planId: string, from: CalendarDate): readonly Span[] {
  const own = current.find((span) => span.planId === planId && contains(span, from));
  const until = own ? reachedBefore(current, own) : null;
  if (!own || own.until === null || until === own.until) return current;
  const left = own.until;
  return byStart([
    ...current.filter((span) => span !== own && !(span.followed && span.from >= left)),
    { planId, from: own.from, until },
  ]);
}

function setCoverage(
  held: readonly Span[],
  planId: string,
  from: CalendarDate,
  until: CalendarDate | null,
): CoverageResult {
  const own = withOwnPlan(held, planId, from);
  const current = withBack(own, planId, { from, until });
  const same = current.find((span) => span.planId === planId && contains(span, from));
  // Already covered by this plan on that day: a file that repeats it changes nothing, one that names an earlier last
  // day ends it.
  if (same && (until === null || same.until === until))
    return { spans: current, effect: current !== own ? 'reinstated' : own === held ? 'unchanged' : 'changed' };
  if (same && endsBefore(until, same.until)) return endCoverage(current, { until, planId });
  // Without a last day it runs to where another plan is already arranged; with one the file's own last day counts.
  const next = byStart(current).find((span) => span.from > from && span.planId !== planId);
  const stop = until ?? next?.from ?? null;
  const period: Period = { from: same ? same.from : from, until: stop };
  const kept = current.flatMap((span) => {
    // The same plan beginning later is drawn into the new span.
    if (span.planId === planId && overlaps(span, period)) return [];
    return without(span, period);
  });
  return {
    spans: byStart([...kept, { planId, ...period }]),
    effect: current.some((span) => overlaps(span, period)) ? 'changed' : 'added',
  };
}

/**
 * Whom an end means: the periods of the plan that it names, since senders repeat the end of a plan that another has
 * followed; without a plan all. A dependent who leaves in the file in which the subscriber changes plan is sent with
 * the plan that was: what only followed the subscriber ends with it. An end inside an earlier period that it names by
 * its first day is of that period, and not of what began after a gap, unless the whole person leaves.
 */
export function meantBy(
  { planId, from, until, anyPlan }: Pick<CoverageRequest, 'planId' | 'from' | 'until' | 'anyPlan'>,
  current: readonly Span[],
): readonly Span[] {
  const meant =
    planId !== undefined && current.some((span) => span.planId === planId)
      ? current.filter((span) => span.planId === planId || span.followed)
      : current;
  if (anyPlan || from === undefined || !until || meant.length < 2) return meant;
  const earlier = meant.find((span) => span.from === from && span.until !== null && until <= span.until);
  return earlier && meant.some((span) => span.from > (earlier.until ?? '')) ? [earlier] : meant;
}

/** The file names the plan for the dependent itself, as far as `until`: it is not only followed any more. */
export function named(
  current: readonly Span[],
  planId: string | undefined,
  until?: CalendarDate | null,
): readonly Span[] {
  const isNamed = (span: Span): boolean =>
    span.followed === true && span.planId === planId && (until == null || until > span.from);
  return current.some(isNamed)
    ? current.map(({ followed, ...span }) =>
        followed && !isNamed({ ...span, followed }) ? { ...span, followed } : span,
      )
    : current;
}

/**
 * Whether an end of that day is known of earlier coverage, and all that would end began after a gap. Without a gap it
 * may take back what followed, unless that is known to be another's (`atOnce`). What a dependent came by in the file at
 * hand only with the subscriber is nothing that is known.
 */
export const isRepeatedEnd = (current: readonly Span[], until: CalendarDate, atOnce = false): boolean => {
  const isLater = ({ from, followed }: Span): boolean => !followed && (from > until || (atOnce && from === until));
  return (
    current.some((span) => span.until === until) &&
    current.some(isLater) &&
    current.every((span) => !endsBefore(until, span.until) || isLater(span))
  );
};

function endCoverage(
  current: readonly Span[],
  request: Pick<CoverageRequest, 'from' | 'until' | 'planId' | 'anyPlan' | 'mayRepeat'>,
): CoverageResult {
  const { until, planId, anyPlan, mayRepeat } = request;
  if (!until) return { refused: 'An end of coverage needs its last day (DTP 349 or 357).' };
  const meant = meantBy(request, current);
  if (planId !== undefined && !anyPlan && meant.length > 0 && meant[0]?.planId !== planId)
    return { refused: 'The plan that ends is another than the person has on this line.' };
  if (mayRepeat && isRepeatedEnd(current, until, mayRepeat === 'at_once'))
    return { spans: current, effect: 'unchanged' };
  const reached = meant.filter((span) => endsBefore(until, span.until));
  if (reached.length === 0) {
    const open = meant.find(
      (span) =>
        span.until !== null &&
        span.until < until &&
        !current.some((other) => other.from >= (span.until as CalendarDate)),
    );
    return open && open.until !== until
      ? { refused: 'Coverage already ended on an earlier day. Reinstate it first, then end it on the later day.' }
      : { spans: current, effect: 'unchanged' };
  }
  const spans = current.flatMap((span): Span[] => {
    if (!reached.includes(span)) return [span];
    return span.from < until ? [{ planId: span.planId, from: span.from, until }] : [];
  });
  return { spans, effect: 'ended' };
}

const BACKWARDS = 'The last day of coverage lies before its first day.';

function reinstate(current: readonly Span[], request: CoverageRequest): CoverageResult {
  const last = byStart(current).at(-1);
  if (!last)
    return request.planId && request.from
      ? setCoverage(current, request.planId, request.from, request.until ?? null)
      : { refused: 'There is no earlier coverage to reinstate.' };
  if (last.until === null)
    return request.planId && request.planId !== last.planId
      ? {
          refused:
            'Nothing has ended that could be reinstated, and the plan that goes on is another; a change of plan is sent as a change (001) or an addition (021).',
        }
      : request.until
        ? endCoverage(current, request)
        : { spans: current, effect: 'unchanged' };
  const rest = current.filter((span) => span !== last);
  const planId = request.planId ?? last.planId;
  // A new start after the end leaves a gap; otherwise coverage goes on as if it had never ended (domain rules 4.1,
  // 025).
  if (planId !== last.planId || (request.from && request.from > last.until)) {
    const from = request.from && request.from > last.until ? request.from : last.until;
    if (request.until && request.until <= from) return { refused: BACKWARDS };
    return { spans: byStart([...current, { planId, from, until: request.until ?? null }]), effect: 'reinstated' };
  }
  if (request.until && request.until <= last.from) return { refused: BACKWARDS };
  return { spans: byStart([...rest, { planId, from: last.from, until: request.until ?? null }]), effect: 'reinstated' };
}

/**
 * Applies one request to the current spans of one person and line, and tells what happened. The result never overlaps.
 * Source: domain rules 4.1, "What each action means to us"; a refusal is in words.
 */
export function applyCoverage(current: readonly Span[], request: CoverageRequest): CoverageResult {
  const result = effectOf(current, request);
  // A change or a reinstatement with an earlier last day than is known is an end, whatever else it does: it counts
  // among the ends, and so for the safety stops and the retro window.
  return 'spans' in result &&
    (result.effect === 'changed' || result.effect === 'reinstated') &&
    reachesLess(result.spans, current)
    ? { ...result, effect: 'ended' }
    : result;
}

/** Whether the last day is an earlier one. */
function reachesLess(is: readonly Span[], was: readonly Span[]): boolean {
  const [last, before] = [byStart(is).at(-1), byStart(was).at(-1)];
  return last !== undefined && before !== undefined && endsBefore(last.until, before.until);
}

function setFrom(
  current: readonly Span[],
  request: CoverageRequest,
  planId: string,
  first: CalendarDate,
): CoverageResult {
  const { until = null } = request;
  if (current.length === 0) return setCoverage(current, planId, first, until);
  const from = (request.keepsOthers && startAfterAnother(current, { planId, from: first, until })) || first;
  const before = request.goesOn ? cutBefore(current, planId, from) : undefined;
  if (!before) return setCoverage(current, planId, from, until);
  const result = setCoverage(
    current.filter((span) => span !== before),
    planId,
    before.from,
    until,
  );
  return 'refused' in result ? result : { ...result, effect: 'changed' };
}

/**
 * What a cancellation leaves of a period. One that only followed the subscriber may begin before the first day that is
 * named, since what ended there before followed as well: of that only what was to begin then never was.
 */
function outsideVoid(span: Span, { planId, from }: CoverageRequest): Span[] {
  if ((planId && span.planId !== planId && !span.followed) || (from && !contains(span, from) && span.from !== from))
    return [span];
  return span.followed && from && span.from < from
    ? [{ planId: span.planId, from: span.from, until: from, followed: true }]
    : [];
}

function effectOf(current: readonly Span[], request: CoverageRequest): CoverageResult {
  switch (request.kind) {
    case 'set':
      if (!request.planId) return { refused: 'The plan is missing.' };
      if (!request.from) return { refused: 'The first day of coverage is missing (DTP 348).' };
      if (request.until && request.until <= request.from) return { refused: BACKWARDS };
      return setFrom(current, request, request.planId, request.from);
    case 'end':
      return endCoverage(current, request);
    case 'reinstate':
      return reinstate(current, request);
    case 'void': {
      const spans = current.flatMap((span) => outsideVoid(span, request));
      return {
        spans,
        effect:
          spans.length === current.length && spans.every((span, place) => span === current[place])
            ? 'unchanged'
            : 'voided',
      };
    }
  }
}

/**
 * Periods that follow each other without a day between are one: with another plan somebody is covered as before. In
 * their order, the first first.
 */
function withoutSeams(periods: readonly Period[]): readonly Period[] {
  if (!periods.some(({ from }, place) => place > 0 && from === periods[place - 1]?.until)) return periods;
  const whole: Period[] = [];
  for (const { from, until } of periods) {
    const last = whole.at(-1);
    if (last?.until === from) whole[whole.length - 1] = { from: last.from, until };
    else whole.push({ from, until });
  }
  return whole;
}

/**
 * A dependent is covered only while the subscriber is: the parts of `span` that lie inside the subscriber's spans,
 * whatever plan they are of (domain rules 4.2).
 */
export function insideSubscriber(span: Period, subscriber: readonly Period[]): Period[] {
  return withoutSeams(subscriber)
    .filter((own) => overlaps(own, span))
    .map((own) => ({
      from: own.from > span.from ? own.from : span.from,
      until: own.until === null ? span.until : span.until === null || own.until < span.until ? own.until : span.until,
    }));
}

/** The last day of a period, as people and files name it. */
export const lastDay = (until: CalendarDate): CalendarDate => addDays(until, -1);
