import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { type CalendarDate, contains, formatDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import type { RowMessages, SeenRow } from './seen-row.ts';

/**
 * A reinstatement (025) of what has not ended here: an end that did not arrive, perhaps, with the time that was not
 * covered.
 */
export function nothingEnded({
  staged: {
    record: { action },
  },
  applied: {
    coverages,
    effect,
    person: { spans },
  },
  before,
  isEndedHere,
}: SeenRow): RowMessages {
  if (effect === 'added' || isEndedHere) return undefined;
  const lines =
    action === 'reinstate' && coverages.length === 0
      ? COVERAGE_LINES
      : coverages.flatMap((one) => (one.action === 'reinstate' ? [one.line] : []));
  const open = lines.flatMap((line) => {
    const was = before[line]?.at(-1);
    const is = spans[line]?.at(-1);
    return was?.until === null && is?.planId === was.planId && is.from === was.from ? [COVERAGE_LINE_LABEL[line]] : [];
  });
  return open.length > 0
    ? fileMessage('row_nothing_to_reinstate', { lines: [...new Set(open)].join(', ') })
    : undefined;
}

/**
 * A corrected identity (NM1*74) that is on record already: the same correction again, or the two names stand in each
 * other's place.
 */
export function correctsNothing({
  staged: {
    record: { previousIdentity },
  },
  applied: { effect, replaced },
}: SeenRow): RowMessages {
  return previousIdentity !== undefined && effect === 'unchanged' && !replaced
    ? fileMessage('row_correction_repeated')
    : undefined;
}

/**
 * A cancellation (002) of a plan, or of a first day, that the person does not have, beside coverage of the line that
 * stays.
 */
export function nothingCancelled({
  staged: {
    record: { coverages },
  },
  applied: {
    coverages: resolved,
    effect,
    person: { spans },
  },
  before,
}: SeenRow): RowMessages {
  if (effect === 'added') return undefined;
  const said = resolved.flatMap(({ line, action }, place) => {
    if (
      action !== 'void' ||
      place >= coverages.length ||
      resolved.some((one) => one.line === line && one.action !== 'void') ||
      before[line] !== spans[line] ||
      !spans[line]?.some(({ until }) => until === null)
    )
      return [];
    return [fileMessage('row_nothing_canceled', { line: COVERAGE_LINE_LABEL[line] })];
  });
  return said;
}

/**
 * A cancellation (002) of a line that the person has never had here. What the file itself has taken away before is
 * none.
 */
export function cancelsUnknown({
  staged: {
    record: { coverages },
  },
  applied: {
    coverages: resolved,
    effect,
    person: { spans },
  },
  before,
  isEndedHere,
}: SeenRow): RowMessages {
  if (effect === 'added' || isEndedHere) return undefined;
  const lines = resolved.flatMap(({ line, action }, place) =>
    action === 'void' && place < coverages.length && !before[line]?.length && !spans[line]?.length
      ? [COVERAGE_LINE_LABEL[line]]
      : [],
  );
  return lines.length > 0 ? fileMessage('row_cancel_unknown', { lines: [...new Set(lines)].join(', ') }) : undefined;
}

/** A cancellation (002) that names a later first day than is known of the coverage: all of it is cancelled. */
export function cancelsMore({
  applied: {
    coverages: resolved,
    effect,
    person: { spans },
  },
  before,
}: SeenRow): RowMessages {
  if (effect !== 'voided' && effect !== 'changed') return undefined;
  const said = resolved.flatMap(({ line, action, from }) => {
    const was =
      action === 'void' && from !== undefined
        ? before[line]?.find((span) => span.from < from && contains(span, from))
        : undefined;
    return was && from && !spans[line]?.some((span) => span.from === was.from)
      ? [
          fileMessage('row_cancel_later', {
            line: COVERAGE_LINE_LABEL[line],
            sent: formatDate(from),
            known: formatDate(was.from),
          }),
        ]
      : [];
  });
  return said;
}

/**
 * An end (024) of a line that the person has never had here, or of everything of somebody without any coverage: what it
 * ends is on record nowhere.
 */
export function endsNothing({
  staged: {
    record: { action, coverages, source },
  },
  applied: {
    coverages: resolved,
    effect,
    person: { spans },
  },
  before,
  isEndedHere,
}: SeenRow): RowMessages {
  if (source !== 'edi834' || isEndedHere) return undefined;
  const isThere = (line: (typeof COVERAGE_LINES)[number]): boolean =>
    (before[line]?.length ?? 0) > 0 || (spans[line]?.length ?? 0) > 0;
  if (action === 'end' && coverages.length === 0)
    return COVERAGE_LINES.some(isThere) ? undefined : fileMessage('row_end_unknown');
  // Of somebody new: a period before the addition beside it, which the record does not begin.
  const isOnRecord = (line: (typeof COVERAGE_LINES)[number], until: CalendarDate | undefined): boolean =>
    effect === 'added' ? (spans[line]?.some((span) => span.until === until) ?? false) : isThere(line);
  const lines = resolved.flatMap(({ line, action: does, until }, place) =>
    does === 'end' && place < coverages.length && !isOnRecord(line, until) ? [COVERAGE_LINE_LABEL[line]] : [],
  );
  return lines.length > 0 ? fileMessage('row_end_unknown_lines', { lines: [...new Set(lines)].join(', ') }) : undefined;
}
