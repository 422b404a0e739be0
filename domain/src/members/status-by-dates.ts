import { type CalendarDate, contains, type Period } from '../calendar-date.ts';
import { COVERAGE_LINES } from '../coverage/coverage-line.ts';
import type { MemberStatus } from './member-status.ts';
import { type PersonDraft, setValue, spansOf } from './person-draft.ts';

/** Statuses set by a user; coverage in effect does not change them. */
const SET_BY_A_PERSON: ReadonlySet<MemberStatus> = new Set(['leave_of_absence', 'suspended']);

/**
 * The status that coverage gives on a day, the same for every way in: form, file, bulk change, API (specification 1,
 * section 4). Pending before it begins, pending termination while every line has a last day, terminated after it.
 * Undefined for a person without any coverage. The daily settling states the same rule in SQL (settle-statuses.ts).
 */
export function statusByDates(periods: readonly Period[], day: CalendarDate): MemberStatus | undefined {
  if (periods.length === 0) return undefined;
  if (periods.some((period) => contains(period, day)))
    return periods.some(({ until }) => until === null) ? 'active' : 'pending_termination';
  return periods.some(({ from }) => from > day) ? 'pending' : 'terminated';
}

const periodsOf = (person: PersonDraft): Period[] => COVERAGE_LINES.flatMap((line) => spansOf(person, line));

/**
 * Sets the status that follows from the person's coverage after it changed; `withoutCoverage` is the status of a person
 * who has none: terminated after it was canceled, as it is for a person who waived it.
 */
export function settleByDates(
  person: PersonDraft,
  today: CalendarDate,
  withoutCoverage: MemberStatus = 'terminated',
): void {
  const status = statusByDates(periodsOf(person), today) ?? withoutCoverage;
  if (status === 'active' && SET_BY_A_PERSON.has(person.status)) return;
  setValue(person, 'status', status);
}

/** What decides a member's status on any day. `periods`: the coverage of all lines that is on record now. */
export type StatusFacts = {
  readonly status: MemberStatus;
  readonly hireDate: CalendarDate | null;
  readonly terminationDate: CalendarDate | null;
  readonly periods: readonly Period[];
};

const isBefore = (day: CalendarDate, other: CalendarDate | null): boolean => other !== null && day < other;

/**
 * The status on another day than today, from what is on record now. Null where nothing is known of the member: before
 * the hire date and any coverage. A leave or suspension is known only for today and later.
 */
export function statusOnDay(facts: StatusFacts, day: CalendarDate, today: CalendarDate): MemberStatus | null {
  const { status, hireDate, terminationDate, periods } = facts;
  if (day === today) return status;
  const starts = periods.map(({ from }) => from);
  const isUnknown =
    (hireDate !== null || starts.length > 0) && [hireDate, ...starts].every((one) => one === null || day < one);
  if (isUnknown) return null;
  const byDates = statusByDates(periods, day);
  if (byDates === undefined) return withoutCoverageOn(status, terminationDate, day, today);
  // A later termination was probably not yet known on that day.
  if (byDates === 'pending_termination' && day < today) return 'active';
  return byDates === 'active' && day > today && SET_BY_A_PERSON.has(status) ? status : byDates;
}

function withoutCoverageOn(
  status: MemberStatus,
  terminationDate: CalendarDate | null,
  day: CalendarDate,
  today: CalendarDate,
): MemberStatus | null {
  const isOver = status === 'terminated' || status === 'pending_termination' || status === 'inactive';
  if (!isOver) return status;
  if (terminationDate === null) return day > today ? status : null;
  return isBefore(terminationDate, day) ? 'terminated' : 'active';
}
