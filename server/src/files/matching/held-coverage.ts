import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { fileSpansOf, reachedBefore } from '@openbenefits/domain/files/coverage/file-span';
import type { EnrollmentRecord, RecordProblem } from '@openbenefits/domain/files/enrollment-record';
import { mayStand, startMissing } from '@openbenefits/domain/files/judge-coverage';
import type { ResolvedCoverage } from '@openbenefits/domain/files/resolved-record';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';

/**
 * Puts the plan that the person, or else the subscriber, has on a line where the file names none. Those that nobody has
 * a plan for are told.
 */
export function planHeld(
  coverages: ResolvedCoverage[],
  unnamed: readonly RecordProblem[],
  person: PersonDraft | undefined,
  subscriber: PersonDraft | undefined,
): RecordProblem[] {
  return unnamed.filter((problem) => {
    const coverage = coverages[Number(problem.field.split('.')[1])];
    const held = coverage && (person?.spans[coverage.line]?.at(-1) ?? subscriber?.spans[coverage.line]?.at(-1));
    if (held) coverage.planId = held.planId;
    return !held;
  });
}

/**
 * Puts the period that the person has where an 834 audits or changes coverage without its first day (348): many senders
 * repeat it only where it changes. It must be the plan that the person has, and not ended yet, or only with a
 * subscriber whom the file reinstates; of all other coverage nobody knows when it begins, which is told. The first day
 * of eligibility (356) stands for it where somebody comes into a plan; the plan that somebody has from a later day on
 * begins no earlier by it, ended or not.
 */
export function startHeld(
  { source, coverages: named }: EnrollmentRecord,
  coverages: ResolvedCoverage[],
  person: PersonDraft | undefined,
  today: CalendarDate,
): RecordProblem[] {
  if (source === 'census') return [];
  return named.flatMap((one, index) => {
    const coverage = coverages[index];
    if (!coverage || (one.from === undefined ? !mayStand(one) : !one.byEligibility)) return [];
    const spans = person ? fileSpansOf(person, coverage.line) : [];
    const goesBeyond = one.from ?? today;
    const held = spans
      .map((span) => ({ ...span, until: span.mayResume ? null : reachedBefore(spans, span) }))
      .findLast(({ planId, until }) => planId === coverage.planId && (until === null || until > goesBeyond));
    if (one.from !== undefined && (!held || held.from <= one.from)) return [];
    if (!held) return [startMissing(coverage.line, index)];
    coverage.from = held.from;
    if (coverage.until === undefined && held.until !== null) coverage.until = held.until;
    return [];
  });
}
