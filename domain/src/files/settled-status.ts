import { COVERAGE_LINES } from '../coverage-line.ts';
import { settleByDates } from '../members/status-by-dates.ts';
import type { PersonEffect } from '../members/member-change.ts';
import type { CalendarDate } from '../calendar-date.ts';
import { type PersonDraft, setValue, spansOf } from '../members/person-draft.ts';
import type { MemberStatus } from '../members/member-status.ts';
import type { EnrollmentAction } from './enrollment-record.ts';

/** Statuses that say that coverage is over, or ends on a known day. */
const OVER: ReadonlySet<MemberStatus> = new Set(['terminated', 'pending_termination', 'inactive']);
/**
 * Statuses that say that somebody is covered, or will be; a leave or a suspension is said by somebody, and no period
 * that is over takes it back.
 */
const GOING_ON: ReadonlySet<MemberStatus> = new Set(['active', 'pending']);

/**
 * The status that follows from what a record did to coverage. `isOther`: the person's coverage is another than before.
 * Whoever has none that goes on is not active, whether it ended, was cancelled as if it had never been, or came in with
 * a last day that is known.
 */
export function settleStatus(
  person: PersonDraft,
  action: EnrollmentAction,
  effect: PersonEffect,
  today: CalendarDate,
  isOther: boolean,
): void {
  const isEnd = action === 'end' || effect === 'ended' || effect === 'voided';
  const reaches = COVERAGE_LINES.some((line) =>
    spansOf(person, line).some(({ until }) => until === null || until > today),
  );
  const isBack = !isEnd && (effect === 'reinstated' || (reaches && OVER.has(person.status) && effect !== 'unchanged'));
  if (isEnd || isBack || (isOther && GOING_ON.has(person.status))) settleByDates(person, today);
  if (isBack) setValue(person, 'terminationDate', null);
}
