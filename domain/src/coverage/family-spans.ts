import { overlaps, type Period } from '../calendar-date.ts';
import type { Span } from './span.ts';

/** Joins periods that follow each other without a day between them; they are in order. */
function joinPeriods(periods: readonly Period[]): readonly Period[] {
  if (!periods.some(({ from }, index) => index > 0 && from === periods[index - 1]?.until)) return periods;
  const joined: Period[] = [];
  for (const { from, until } of periods) {
    const last = joined.at(-1);
    if (last?.until === from) joined[joined.length - 1] = { from: last.from, until };
    else joined.push({ from, until });
  }
  return joined;
}

/**
 * Returns the parts of a dependent's period inside the subscriber's coverage, whatever plan the subscriber has (domain
 * rules 4.2).
 */
export function insideSubscriber(period: Period, subscriber: readonly Period[]): Period[] {
  return joinPeriods(subscriber)
    .filter((own) => overlaps(own, period))
    .map((own) => ({
      from: own.from > period.from ? own.from : period.from,
      until:
        own.until === null
          ? period.until
          : period.until === null || own.until < period.until
            ? own.until
            : period.until,
    }));
}

/** Cuts a dependent's spans to the subscriber's coverage. A span that is inside as a whole stays the same object. */
export const clipToSubscriber = <S extends Span>(spans: readonly S[], subscriber: readonly Period[]): (S | Span)[] =>
  spans.flatMap((span) =>
    insideSubscriber(span, subscriber).map((period): S | Span =>
      period.from === span.from && period.until === span.until ? span : { planId: span.planId, ...period },
    ),
  );

/**
 * Returns the parts of a dependent's span after the subscriber's coverage changed. A part takes the subscriber's plan,
 * unless dependent and subscriber had different plans before. After a gap in the subscriber's coverage, the dependent
 * has to be enrolled again (domain rules 4.2).
 */
export function partsInsideSubscriber(
  span: Span,
  subscriber: readonly Span[],
  subscriberBefore: readonly Span[],
): Span[] {
  const parts: Span[] = [];
  let hadSeparatePlan = false;
  for (const parent of subscriber)
    for (const period of insideSubscriber(span, [parent])) {
      const hasSeparatePlan =
        parent.planId !== span.planId &&
        subscriberBefore.some((one) => one.planId === parent.planId && overlaps(one, period));
      const planId = hasSeparatePlan ? span.planId : parent.planId;
      const before = parts.at(-1);
      // A change between the subscriber's plans does not divide the dependent's own plan.
      const isJoined =
        (hadSeparatePlan || hasSeparatePlan) && before?.planId === planId && before.until === period.from;
      if (isJoined) parts.pop();
      const from = isJoined ? before.from : period.from;
      hadSeparatePlan = hasSeparatePlan;
      const isWhole = planId === span.planId && from === span.from && period.until === span.until;
      parts.push(isWhole ? span : { planId, from, until: period.until });
    }
  const gap = parts.findIndex(({ from }, index) => index > 0 && parts[index - 1]?.until !== from);
  return gap < 0 ? parts : parts.slice(0, gap);
}

/** Joins adjacent parts of one plan if at least one of them moved to the subscriber's plan. */
export function joinMovedParts<S extends Span>(
  parts: readonly S[],
  hasMoved: (part: S) => boolean,
  join: (first: S, second: S) => S,
): S[] {
  const joined: S[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last && last.planId === part.planId && last.until === part.from && (hasMoved(part) || hasMoved(last)))
      joined[joined.length - 1] = join(last, part);
    else joined.push(part);
  }
  return joined;
}

/**
 * Returns a dependent's spans of a line after the subscriber's changed: they take its plan and stay inside its spans
 * (domain rules 4.2).
 */
export function followSubscriberSpans(
  held: readonly Span[],
  subscriber: readonly Span[],
  subscriberBefore: readonly Span[],
): Span[] {
  const moved = new Set<Span>();
  const parts = held.flatMap((span) => {
    const inside = partsInsideSubscriber(span, subscriber, subscriberBefore);
    for (const part of inside) if (part.planId !== span.planId) moved.add(part);
    return inside;
  });
  return joinMovedParts(
    parts,
    (part) => moved.has(part),
    (first, second) => {
      const whole = { planId: second.planId, from: first.from, until: second.until };
      if (moved.has(first) && moved.has(second)) moved.add(whole);
      return whole;
    },
  );
}
