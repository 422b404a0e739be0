import { type CalendarDate, contains, type Period } from '../calendar-date.ts';
import { COVERAGE_LINES, type CoverageLine } from '../coverage-line.ts';
import type { Span } from '../coverage/span.ts';
import { fromCents } from '../money.ts';
import { DEFAULT_PLAN_RULES } from '../plans/plan-rules.ts';
import { priceHousehold } from '../plans/price-household.ts';
import type { PricedMonth } from '../plans/proration.ts';
import type { RateTable } from '../plans/rate-table.ts';
import type { RatingRoles } from '../plans/rating-role.ts';
import { type PersonDraft, spansOf } from './person-draft.ts';

/** What prices are taken from during an import: the rates of one day, and the ages that they ask for. */
export type FamilyRates = {
  readonly month: PricedMonth;
  /** The rates of a plan by the offering to the subscriber; undefined where there are none. */
  tableOf(subscriber: PersonDraft, planId: string): RateTable | undefined;
  /** The age on the rating date of a coverage; null where no birth date is known. */
  ageOf(person: PersonDraft, span: Span): number | null;
  areaOf(subscriber: PersonDraft): string | null;
  /** Whether a person uses tobacco, as attested before. */
  usesTobacco?(person: PersonDraft): boolean;
  /** What relationships count as on a plan. */
  rolesOf(planId: string): RatingRoles;
};

const NOT_PRORATED = { ...DEFAULT_PLAN_RULES, contribution: null };

/** The plan of a line that a subscriber has on a day, with the people of the family it covers. */
type CoveredFamily = { planId: string; people: { person: PersonDraft; span: Span }[] };

/** Returns who of a family is covered on a line on a day, the subscriber first. */
export function coveredFamily(
  subscriber: PersonDraft,
  dependents: readonly PersonDraft[],
  line: CoverageLine,
  on: CalendarDate,
): CoveredFamily | undefined {
  const holds = (span: Period): boolean => contains(span, on);
  const own = spansOf(subscriber, line).find(holds);
  if (!own) return undefined;
  const people = [{ person: subscriber, span: own }];
  for (const person of dependents) {
    const span = spansOf(person, line).find(holds);
    if (span) people.push({ person, span });
  }
  return { planId: own.planId, people };
}

/**
 * Returns a family's monthly premium on a day, in cents by plan, by the same function as every other price
 * (`priceHousehold`). A plan without a price (no rates, an ICHRA allowance, an unknown age) counts as 0.
 */
export function familyPremium(
  subscriber: PersonDraft,
  dependents: readonly PersonDraft[],
  on: CalendarDate,
  rates: FamilyRates,
): Map<string, number> {
  const byPlan = new Map<string, number>();
  const wholeMonth = [{ from: rates.month.first, until: null }];
  for (const line of COVERAGE_LINES) {
    const covered = coveredFamily(subscriber, dependents, line, on);
    if (!covered) continue;
    const { planId } = covered;
    const table = rates.tableOf(subscriber, planId);
    const people = covered.people.map(({ person, span }) => {
      const age = table?.method === 'composite' ? null : rates.ageOf(person, span);
      const usesTobacco = rates.usesTobacco?.(person) ?? false;
      return { id: person.id, relationship: person.relationship, age, usesTobacco, periods: wholeMonth };
    });
    const salary = subscriber.values.salaryAnnualCents;
    const price =
      table &&
      priceHousehold(
        { people, area: rates.areaOf(subscriber), salary: typeof salary === 'number' ? fromCents(salary) : null },
        table,
        rates.month,
        { ...NOT_PRORATED, roles: rates.rolesOf(planId) },
        false,
      );
    const cents = price && !('held' in price) ? price.total : 0;
    byPlan.set(planId, (byPlan.get(planId) ?? 0) + cents);
  }
  return byPlan;
}
