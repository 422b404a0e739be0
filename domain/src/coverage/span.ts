import { addDays, type CalendarDate, overlaps, type Period } from '../calendar-date.ts';
import { COVERAGE_LINES, type CoverageLine } from '../coverage-line.ts';

/** One period of one plan that a person has on a coverage line. Half-open; `id` only where the span is stored. */
export type Span = Period & { readonly id?: string; readonly planId: string };

export type CoverageByLine = Partial<Record<CoverageLine, readonly Span[]>>;
/** Anyone with coverage: a member, or a draft of one. */
export type Covered = { readonly spans: CoverageByLine };

/** Returns the last covered day of a period. */
export const lastDay = (until: CalendarDate): CalendarDate => addDays(until, -1);

/** Returns whether one end date is before another; null is an open end. */
export const endsBefore = (a: CalendarDate | null, b: CalendarDate | null): boolean =>
  a !== null && (b === null || a < b);

export const sortSpans = <S extends Span>(spans: readonly S[]): S[] =>
  spans.toSorted((a, b) => (a.from < b.from ? -1 : 1));

export const sameSpans = (a: readonly Span[], b: readonly Span[]): boolean =>
  a.length === b.length &&
  a.every(
    (span, index) => span.planId === b[index]?.planId && span.from === b[index]?.from && span.until === b[index]?.until,
  );

/** Returns whether the last span of a line ends earlier than it did, or is gone. */
export const reachesLess = (after: Period | undefined, before: Period | undefined): boolean =>
  after === undefined ||
  (after.until !== null && (before === undefined || before.until === null || after.until < before.until));

/**
 * Returns the parts of a span outside a period: none, one or two. A part that was cut is a new span, because stored
 * spans are never changed.
 */
export function subtractPeriod<S extends Span>(span: S, period: Period): (S | Span)[] {
  if (!overlaps(span, period)) return [span];
  const parts: Span[] = [];
  if (span.from < period.from) parts.push({ planId: span.planId, from: span.from, until: period.from });
  if (period.until !== null && endsBefore(period.until, span.until))
    parts.push({ planId: span.planId, from: period.until, until: span.until });
  return parts;
}

export const hasCoverageAfter = ({ spans }: Covered, day: CalendarDate): boolean =>
  COVERAGE_LINES.some((line) => spans[line]?.some(({ until }) => until === null || until > day));

/** Returns the first day without any coverage; null while a line is open, undefined if there never was coverage. */
export function coveredUntil({ spans }: Covered): CalendarDate | null | undefined {
  const ends = COVERAGE_LINES.flatMap((line) => (spans[line] ?? []).map(({ until }) => until));
  if (ends.length === 0) return undefined;
  return ends.reduce((latest, end) => (latest === null || end === null ? null : end > latest ? end : latest));
}
