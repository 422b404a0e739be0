import { COVERAGE_LINES, type CoverageLine } from '../coverage-line.ts';
import type { CalendarDate } from '../calendar-date.ts';
import type { Span } from '../coverage/span.ts';
import { beforeGroupRefusal } from '../groups/effective-date.ts';
import { planNotOfferedHere } from '../members/held-plans.ts';
import { offeredPlaceOf, type PersonDraft, spansOf } from '../members/person-draft.ts';
import { type ClosedPlans, closedRefusal, isOffered, NOT_OFFERED, type Offers } from '../plans/offering.ts';

/**
 * Why a record that changes a member's class or location breaks the rule of offered plans: the member keeps a plan that
 * the new place is not offered. Undefined where it does not, or where neither changed.
 */
export function placeProblem(
  person: PersonDraft,
  before: PersonDraft['values'],
  { offers }: EnrollmentRules,
  today: CalendarDate,
  planName: (planId: string) => string | undefined,
): { line: CoverageLine; message: string } | undefined {
  const { values } = person;
  if (values.classId === before.classId && values.locationId === before.locationId) return undefined;
  const kept = planNotOfferedHere(person, offers, today);
  return kept && { line: kept.line, message: `${planName(kept.planId) ?? 'Plan'}: ${NOT_OFFERED}` };
}

/** What decides whether a member may be enrolled in a plan from a day on. */
export type EnrollmentRules = {
  readonly offers: Offers;
  readonly effectiveDate: CalendarDate;
  /** Withdrawn and terminated plans, from the day on that they take no new members. */
  readonly closed?: ClosedPlans;
};

const hasPlan = (spans: readonly Span[] | undefined, planId: string): boolean =>
  spans?.some((span) => span.planId === planId) ?? false;

/**
 * Why the coverage that a record gives a member breaks a rule that holds for every way in; undefined where it does not.
 * Coverage that the member, or the subscriber of a dependent, already had is not asked again.
 */
export function enrollmentProblem(
  person: PersonDraft,
  before: PersonDraft['spans'],
  subscriber: PersonDraft | undefined,
  { offers, effectiveDate, closed }: EnrollmentRules,
  planName: (planId: string) => string | undefined,
): { line: CoverageLine; field: 'planKey' | 'from'; message: string } | undefined {
  const { classCode, locationCode } = offeredPlaceOf(subscriber ?? person);
  for (const line of COVERAGE_LINES) {
    if (before[line] === person.spans[line]) continue;
    const known = [...(before[line] ?? []), ...(subscriber ? spansOf(subscriber, line) : [])];
    for (const { planId, from } of spansOf(person, line)) {
      if (!hasPlan(known, planId) && !isOffered(offers, planId, classCode, locationCode))
        return { line, field: 'planKey', message: `${planName(planId) ?? 'Plan'}: ${NOT_OFFERED}` };
      const late = hasPlan(known, planId) ? undefined : closedRefusal(closed?.[planId], from);
      if (late) return { line, field: 'planKey', message: `${planName(planId) ?? 'Plan'}: ${late}` };
      const early = known.some((span) => span.from <= from) ? undefined : beforeGroupRefusal(from, effectiveDate);
      if (early) return { line, field: 'from', message: early };
    }
  }
  return undefined;
}
