import type { GroupDetail } from '@openbenefits/contract/groups';
import type { Plan } from '@openbenefits/contract/plans';
import { COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage-line';
import type { RatingMethodology } from '@openbenefits/domain/groups/group-terms';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { Cents } from '@openbenefits/domain/money';

type Assignment = GroupDetail['plans'][number];

/** An offering on the same terms: a class, the locations, and the group's settings. */
export type Offer = {
  readonly key: string;
  readonly classId: string;
  readonly locationIds: readonly string[];
  readonly className: string;
  readonly locations: readonly string[];
  /** Null where the plan's own applies. */
  readonly deductible: Cents | null;
  readonly coinsurancePercent: number | null;
  readonly ratingMethodology: RatingMethodology | null;
  /** The first day, if it is in the future. */
  readonly begins: CalendarDate | null;
  /** Terms that follow on a later day. */
  readonly next: Assignment['next'];
};

export type OfferedPlan = {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly line: CoverageLine;
  readonly carrierName: string;
  readonly offers: readonly Offer[];
  /** The plan in today's catalog; undefined if it is no longer there. */
  readonly catalogue: Plan | undefined;
};

function offersOf(assignments: readonly Assignment[], on: CalendarDate): Offer[] {
  const offers = new Map<string, Offer>();
  for (const {
    classId,
    className,
    locationId,
    locationName,
    deductible,
    coinsurancePercent,
    ratingMethodology,
    effectiveDate,
    next,
  } of assignments) {
    const begins = effectiveDate > on ? effectiveDate : null;
    const key = [classId, deductible, coinsurancePercent, ratingMethodology, begins, JSON.stringify(next)].join('|');
    const before = offers.get(key);
    const locations = [...(before?.locations ?? []), locationName];
    const locationIds = [...(before?.locationIds ?? []), locationId];
    const terms = { deductible, coinsurancePercent, ratingMethodology, begins, next };
    offers.set(key, { key, classId, className, locationIds, locations, ...terms });
  }
  return [...offers.values()];
}

/** Returns the assignments of a group, a row per plan, class and location, as plans by line in catalogue order. */
export function offeredPlans(
  assignments: readonly Assignment[],
  catalogue: readonly Plan[] | undefined,
  on: CalendarDate,
): OfferedPlan[] {
  const byPlan = Map.groupBy(assignments, ({ planId }) => planId);
  const plans = [...byPlan].flatMap(([id, rows]): OfferedPlan[] => {
    const [first] = rows;
    if (!first) return [];
    const { planName: name, planCode: code, line, carrierName } = first;
    return [
      {
        id,
        name,
        code,
        line,
        carrierName,
        offers: offersOf(rows, on),
        catalogue: catalogue?.find((plan) => plan.id === id),
      },
    ];
  });
  return plans.sort((a, b) => COVERAGE_LINES.indexOf(a.line) - COVERAGE_LINES.indexOf(b.line));
}
