import type { CalendarDate } from '../calendar-date.ts';
import { COVERAGE_LINES, type CoverageLine } from '../coverage-line.ts';
import { isOffered, NOT_OFFERED, type Offers } from '../plans/offering.ts';
import type { Problem } from '../refusal.ts';
import { hasReason } from './given-reason.ts';
import { offeredPlaceOf, type PersonDraft, spansOf } from './person-draft.ts';

/**
 * Returns the line and plan that a member keeps although the class and location are not offered it, after either
 * changed; undefined where every plan in force or to come is offered.
 */
export function planNotOfferedHere(
  person: PersonDraft,
  offers: Offers,
  today: CalendarDate,
): { readonly line: CoverageLine; readonly planId: string } | undefined {
  const { classCode, locationCode } = offeredPlaceOf(person);
  for (const line of COVERAGE_LINES) {
    // A plan that has a last day makes room for the next one; the last period decides.
    const last = spansOf(person, line).at(-1);
    if (!last || (last.until !== null && last.until <= today)) continue;
    if (!isOffered(offers, last.planId, classCode, locationCode)) return { line, planId: last.planId };
  }
  return undefined;
}

/** Why a change of class or location needs a reason: the plan stays until somebody changes it. */
export const problemsOfPlaceChange = (planName: string, offeringReason: string): Problem[] =>
  hasReason(offeringReason)
    ? []
    : [
        {
          path: 'offeringReason',
          message: `${planName}: ${NOT_OFFERED} To save the class or location first and change the plan next, enter a reason.`,
        },
      ];
