import type { CalendarDate } from '../calendar-date.ts';
import { endsBefore, sortSpans, type Span } from './span.ts';

/**
 * Returns the spans of a line without a plan from a day on: what lasts longer is cut, and what is cut continues in
 * another plan, or ends. A period that would have begun later moves as a whole. Other plans stay as they are.
 */
export function leavePlan(
  spans: readonly Span[],
  { planId, from, toPlanId }: { planId: string; from: CalendarDate; toPlanId: string | null },
): readonly Span[] {
  if (!spans.some((span) => span.planId === planId && endsBefore(from, span.until))) return spans;
  return sortSpans(
    spans.flatMap((span): Span[] => {
      if (span.planId !== planId || !endsBefore(from, span.until)) return [span];
      const kept = span.from < from ? [{ planId, from: span.from, until: from }] : [];
      const start = span.from < from ? from : span.from;
      return toPlanId === null ? kept : [...kept, { planId: toPlanId, from: start, until: span.until }];
    }),
  );
}
