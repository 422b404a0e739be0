import { addDays, type CalendarDate, daysBetween, formatDate, lastOfMonth } from '../calendar-date.ts';
import {
  applyCoverage,
  type CoverageRequest,
  type CoverageResult,
  lastDay,
  meantBy,
  type Span,
  without,
} from './coverage-change.ts';

/**
 * What becomes of an end in a file that reaches further back than the group allows (domain rules 4.10: allow, clip,
 * reject).
 */
export const RETRO_ENDS = ['as_sent', 'moved', 'refused'] as const;
export type RetroEnds = (typeof RETRO_ENDS)[number];

/**
 * How far back a group lets coverage end, counted from the day the file was rehearsed on, and what becomes of ends
 * beyond.
 */
export type RetroTerms = { readonly rule: RetroEnds; readonly days: number; readonly today: CalendarDate };

/** What a row says of an end that was moved; the day that was sent follows. */
export const MOVED_FROM = 'moved from';

/** Today minus the window is still inside it (domain rules 4.10). */
export const isBeyondRetro = (lastDay: CalendarDate, today: CalendarDate, retroDays: number): boolean =>
  daysBetween(lastDay, today) > retroDays;

/** The earliest last day that the group allows: today minus the window. */
export const earliestLastDay = ({ today, days }: Pick<RetroTerms, 'today' | 'days'>): CalendarDate =>
  addDays(today, -days);

/**
 * Where an end beyond the window moves to: the later of the end of its own month and the end of the month of today
 * minus the window (Enroll, in domain rules 4.10).
 */
export function movedLastDay(sent: CalendarDate, terms: Pick<RetroTerms, 'today' | 'days'>): CalendarDate {
  const [own, limit] = [lastOfMonth(sent), lastOfMonth(earliestLastDay(terms))];
  return own > limit ? own : limit;
}

/** The first day that was covered and is not any more; nothing where no day was lost. Another plan covers as well. */
export function firstLost(before: readonly Span[], after: readonly Span[]): CalendarDate | undefined {
  let first: CalendarDate | undefined;
  for (const span of before) {
    if (after.includes(span)) continue;
    for (const { from } of after.reduce((left, one) => left.flatMap((piece) => without(piece, one)), [span]))
      if (first === undefined || from < first) first = from;
  }
  return first;
}

/** The day after the last covered one; null while it is open. */
const heldUntil = (spans: readonly Span[]): CalendarDate | null =>
  spans.reduce<CalendarDate | null>(
    (latest, { until }) => (until === null || latest === null ? null : until > latest ? until : latest),
    spans[0]?.until ?? null,
  );

const limitWords = (terms: RetroTerms): string => `further back than the ${terms.days} days that this group allows`;

/**
 * Applies a request as `applyCoverage` does, within the group's retro window. What counts is the first day that is
 * lost, so an end that is repeated, a plan that another follows, and a cancellation of what begins inside the window
 * are none of its business. `movedFrom` is the last day that was sent, where another was taken. A cancellation (void:
 * the person never was covered) beyond the window is refused under both rules: a day that it could be moved to would
 * say that the person was covered, which the sender denies; that is for people to decide, also because of 45 CFR
 * 147.128 (rescission). An end that is known already is never moved to a later day: full files repeat for months what
 * was moved when it came first.
 */
export function applyWithinRetro(
  current: readonly Span[],
  request: CoverageRequest,
  terms: RetroTerms | undefined,
): CoverageResult & { movedFrom?: CalendarDate } {
  const result = applyCoverage(current, request);
  if (!terms || terms.rule === 'as_sent' || 'refused' in result) return result;
  const lost = firstLost(current, result.spans);
  if (lost === undefined || !isBeyondRetro(lastDay(lost), terms.today, terms.days)) return result;
  const earliest = formatDate(earliestLastDay(terms));
  if (request.kind === 'void' || !request.until)
    return {
      refused: `The file says that this coverage never was, and it began ${limitWords(terms)}. End it on ${earliest} or later, or cancel it by hand.`,
    };
  if (terms.rule === 'refused')
    return { refused: `The last day of coverage lies ${limitWords(terms)}; ${earliest} is the earliest.` };
  const until = addDays(movedLastDay(lastDay(request.until), terms), 1);
  const held = heldUntil(meantBy(request, current));
  if (held !== null && held <= until) return { spans: current, effect: 'unchanged' };
  const moved = applyCoverage(current, { ...request, until });
  return 'refused' in moved ? moved : { ...moved, movedFrom: lastDay(request.until) };
}
