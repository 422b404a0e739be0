import { fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { addDays, type CalendarDate, contains, formatDate } from '@openbenefits/domain/calendar-date';
import type { Span } from '@openbenefits/domain/coverage/span';
import { COVERAGE_LINE_LABEL } from '@openbenefits/domain/coverage-line';
import { levelContradicted, statedLevel } from '@openbenefits/domain/files/coverage/stated-level';
import type { Relationship } from '@openbenefits/domain/relationship';
import { type EnrollmentRecord, isStating } from '@openbenefits/domain/files/enrollment-record';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import type { Staged } from '../../matching/staged-for-matching.ts';
import type { RowMessages, SeenRow } from './seen-row.ts';

/** HD01 026 corrects a record; 001, which is read as the same, names the day of any change, of the level for one. */
const CORRECTION = /^HD.026(?!\d)/m;
const isCorrection = ({ record: { source }, rawOf, index }: Staged): boolean =>
  source === 'edi834' && CORRECTION.test(rawOf(index));

type LaterStart = {
  readonly coverage: EnrollmentRecord['coverages'][number];
  readonly from: CalendarDate;
  readonly known: Span;
};

/**
 * The coverages of which the file names a later first day, for a plan that goes on as it was; and that plan's period
 * before.
 */
function laterStarts({
  staged: {
    record: { coverages },
  },
  applied,
  before,
}: SeenRow): LaterStart[] {
  if (applied.effect === 'added') return [];
  return coverages.flatMap((coverage, place) => {
    const { action, from } = coverage;
    const resolved = applied.coverages[place];
    if (from === undefined || resolved === undefined || (action !== 'change' && !isStating(action))) return [];
    // The end of the day before, beside it, is how a new level is written.
    if (coverages.some((one) => one.action === 'end' && one.line === coverage.line && one.until === from)) return [];
    const isEarlier = (span: Span): boolean =>
      span.planId === resolved.planId && span.from < from && contains(span, from);
    const known = before[resolved.line]?.find(
      (span) =>
        isEarlier(span) && applied.person.spans[resolved.line]?.some((is) => is.from === span.from && isEarlier(is)),
    );
    return known ? [{ coverage: { ...coverage, line: resolved.line }, from, known }] : [];
  });
}

const told = (starts: readonly LaterStart[]): RowMessages =>
  starts.map(({ coverage: { line }, from, known }) =>
    fileMessage('row_later_start', {
      line: COVERAGE_LINE_LABEL[line],
      sent: formatDate(from),
      known: formatDate(known.from),
    }),
  );

/** Additions, comparisons and corrections that name a later first day than is known. */
export function startsLater(row: SeenRow): RowMessages {
  const starts = laterStarts(row);
  return starts.length > 0
    ? told(starts.filter(({ coverage }) => coverage.action !== 'change' || isCorrection(row.staged)))
    : undefined;
}

/** Who of a family is covered with the subscriber on the day before a change, and makes its level. */
const coveredBefore = (
  head: PersonDraft,
  { dependentsOf }: SeenRow,
  { coverage: { line }, from }: LaterStart,
): Relationship[] =>
  dependentsOf(head.id)
    .filter(({ spans }) => spans[line]?.some((span) => contains(span, addDays(from, -1))))
    .map(({ relationship }) => relationship);

/**
 * Changes (001) that name a later first day of the plan, and of the level, that somebody has already: the guide has
 * that day for a change of the one or the other, so nothing is changed by them. A level that is named, for the
 * subscriber or with the record, and was another says what has changed.
 */
export function changesNothing(row: SeenRow): RowMessages {
  if (!row.staged.record.coverages.some(({ action }) => action === 'change') || isCorrection(row.staged))
    return undefined;
  const starts = laterStarts(row).filter(({ coverage }) => coverage.action === 'change');
  const {
    applied: { person },
    subscriber = person,
  } = row;
  return told(
    starts.filter((start) => {
      const level = statedLevel(start.coverage) ?? row.levelOf(subscriber.id, start.coverage.line);
      return (
        level === undefined ||
        levelContradicted(start.coverage.line, level, coveredBefore(subscriber, row, start)) === undefined
      );
    }),
  );
}
