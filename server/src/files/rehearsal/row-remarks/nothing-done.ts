import { type CalendarDate, contains, formatDate } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES } from '@openbenefits/domain/coverage/coverage-line';
import type { SeenRow } from './seen-row.ts';

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
}: SeenRow): string | undefined {
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
    ? `${[...new Set(open)].join(', ')} has not ended here, so there was nothing to reinstate`
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
}: SeenRow): string | undefined {
  return previousIdentity !== undefined && effect === 'unchanged' && !replaced
    ? 'Who NM1*74 names is on record just so; nothing is corrected. Where NM1*70 holds what is right, the two stand in each other’s place'
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
}: SeenRow): string | undefined {
  if (effect === 'added') return undefined;
  const said = resolved.flatMap(({ line, action, planId, from }, place) => {
    if (
      action !== 'void' ||
      place >= coverages.length ||
      resolved.some((one) => one.line === line && one.action !== 'void') ||
      before[line] !== spans[line] ||
      !spans[line]?.some(({ until }) => until === null)
    )
      return [];
    return [
      `${COVERAGE_LINE_LABEL[line]}: nothing ${planId === undefined ? 'here' : 'of that plan'} begins${from === undefined ? '' : ` on ${formatDate(from)}`} here, so nothing was cancelled; the coverage on record goes on`,
    ];
  });
  return said.length > 0 ? said.join('; ') : undefined;
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
}: SeenRow): string | undefined {
  if (effect === 'added' || isEndedHere) return undefined;
  const lines = resolved.flatMap(({ line, action }, place) =>
    action === 'void' && place < coverages.length && !before[line]?.length && !spans[line]?.length
      ? [COVERAGE_LINE_LABEL[line]]
      : [],
  );
  return lines.length > 0
    ? `${[...new Set(lines)].join(', ')}: the file cancels coverage that is not on record here`
    : undefined;
}

/** A cancellation (002) that names a later first day than is known of the coverage: all of it is cancelled. */
export function cancelsMore({
  applied: {
    coverages: resolved,
    effect,
    person: { spans },
  },
  before,
}: SeenRow): string | undefined {
  if (effect !== 'voided' && effect !== 'changed') return undefined;
  const said = resolved.flatMap(({ line, action, from }) => {
    const was =
      action === 'void' && from !== undefined
        ? before[line]?.find((span) => span.from < from && contains(span, from))
        : undefined;
    return was && from && !spans[line]?.some((span) => span.from === was.from)
      ? [
          `${COVERAGE_LINE_LABEL[line]}: the file cancels it from ${formatDate(from)}; it is covered here since ${formatDate(was.from)}, and all of that is cancelled`,
        ]
      : [];
  });
  return said.length > 0 ? said.join('; ') : undefined;
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
}: SeenRow): string | undefined {
  if (source !== 'edi834' || isEndedHere) return undefined;
  const isThere = (line: (typeof COVERAGE_LINES)[number]): boolean =>
    (before[line]?.length ?? 0) > 0 || (spans[line]?.length ?? 0) > 0;
  if (action === 'end' && coverages.length === 0)
    return COVERAGE_LINES.some(isThere) ? undefined : 'The file ends coverage, and none is on record here';
  // Of somebody new: a period before the addition beside it, which the record does not begin.
  const isOnRecord = (line: (typeof COVERAGE_LINES)[number], until: CalendarDate | undefined): boolean =>
    effect === 'added' ? (spans[line]?.some((span) => span.until === until) ?? false) : isThere(line);
  const lines = resolved.flatMap(({ line, action: does, until }, place) =>
    does === 'end' && place < coverages.length && !isOnRecord(line, until) ? [COVERAGE_LINE_LABEL[line]] : [],
  );
  return lines.length > 0
    ? `${[...new Set(lines)].join(', ')}: the file ends coverage that is not on record here`
    : undefined;
}
