import { fileText } from '../messages/file-message.ts';
import { addDays, type CalendarDate, formatDate } from '../../calendar-date.ts';
import type { CoverageResult } from '../../coverage/coverage-change.ts';
import {
  earliestLastDay,
  firstLostDay,
  isBeyondRetro,
  movedLastDay,
  type RetroWindow,
} from '../../coverage/retro-window.ts';
import { lastDay } from '../../coverage/span.ts';
import { applyFileCoverage, type FileCoverageRequest, spansMeant } from './file-coverage-change.ts';
import type { FileSpan } from './file-span.ts';

/**
 * What happens to an end in a file that is further back than the group allows (domain rules 4.10: allow, clip, reject).
 */
export const RETRO_ENDS = ['as_sent', 'moved', 'refused'] as const;
export type RetroEnds = (typeof RETRO_ENDS)[number];

/** A group's retro window, counted from the day of the preview, and the sender's rule for ends beyond it. */
export type RetroTerms = RetroWindow & { readonly rule: RetroEnds };

/** Precedes the day that was sent, in the description of an end that was moved. */
export const MOVED_FROM = 'moved from';

export const describeMoved = (description: string, movedFrom: CalendarDate | undefined): string =>
  movedFrom ? `${description}, ${MOVED_FROM} ${formatDate(movedFrom)}` : description;

/** Returns the day after the last covered one; null while it is open. */
const heldUntil = (spans: readonly FileSpan[]): CalendarDate | null =>
  spans.reduce<CalendarDate | null>(
    (latest, { until }) => (until === null || latest === null ? null : until > latest ? until : latest),
    spans[0]?.until ?? null,
  );

/**
 * Applies a record as `applyFileCoverage` does, within the group's retro window. The first day that is lost counts, so
 * a repeated end or a change of plan is not limited. `movedFrom` is the last day that was sent, where another applies.
 * A cancellation beyond the window is always refused: a moved day would say that the person was covered, which the
 * sender denies (45 CFR 147.128, rescission). An end on record is never moved to a later day, because full files repeat
 * for months what was moved at first.
 */
export function applyWithinRetro(
  current: readonly FileSpan[],
  request: FileCoverageRequest,
  terms: RetroTerms | undefined,
): CoverageResult & { movedFrom?: CalendarDate } {
  const result = applyFileCoverage(current, request);
  if (!terms || terms.rule === 'as_sent' || 'refused' in result) return result;
  const lost = firstLostDay(current, result.spans);
  if (lost === undefined || !isBeyondRetro(lastDay(lost), terms.today, terms.days)) return result;
  const earliest = formatDate(earliestLastDay(terms));
  if (request.kind === 'cancel' || !request.until)
    return {
      refused: fileText('cancel_beyond_retro', { days: terms.days, earliest }),
    };
  if (terms.rule === 'refused') return { refused: fileText('end_beyond_retro', { days: terms.days, earliest }) };
  const until = addDays(movedLastDay(lastDay(request.until), terms), 1);
  const held = heldUntil(spansMeant(request, current));
  if (held !== null && held <= until) return { spans: current, effect: 'unchanged' };
  const moved = applyFileCoverage(current, { ...request, until });
  return 'refused' in moved ? moved : { ...moved, movedFrom: lastDay(request.until) };
}
