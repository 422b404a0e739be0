import { type CalendarDate, contains, type Period } from '../calendar-date.ts';
import { COVERAGE_LINES } from '../coverage-line.ts';
import type { MemberStatus } from './member-status.ts';
import { type PersonDraft, setValue, spansOf } from './person-draft.ts';

/** Statuses set by a user; coverage in effect does not change them. */
const SET_BY_A_PERSON: ReadonlySet<MemberStatus> = new Set(['leave_of_absence', 'suspended']);

/**
 * Returns the status that coverage gives on a day, for every way in: form, file, bulk change, API (specification 1,
 * section 4). Pending before it starts, pending termination while every line has a last day, terminated after it.
 * Undefined without coverage. Settling has the same rule in SQL (settle-statuses.ts).
 */
export function statusByDates(periods: readonly Period[], day: CalendarDate): MemberStatus | undefined {
  if (periods.length === 0) return undefined;
  if (periods.some((period) => contains(period, day)))
    return periods.some(({ until }) => until === null) ? 'active' : 'pending_termination';
  return periods.some(({ from }) => from > day) ? 'pending' : 'terminated';
}

const periodsOf = (person: PersonDraft): Period[] => COVERAGE_LINES.flatMap((line) => spansOf(person, line));

/**
 * Sets the status after a member's coverage changed; `withoutCoverage` is the status without any coverage: terminated
 * after a cancellation, unchanged after a waiver.
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

/** The facts that decide a member's status on any day. `periods`: all coverage currently on record. */
export type StatusFacts = {
  readonly status: MemberStatus;
  readonly hireDate: CalendarDate | null;
  readonly terminationDate: CalendarDate | null;
  readonly periods: readonly Period[];
};

const isBefore = (day: CalendarDate, other: CalendarDate | null): boolean => other !== null && day < other;

/**
 * Returns the status on another day, from what is on record now. Null before the hire date and any coverage. A leave or
 * suspension is known only for today and later.
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
