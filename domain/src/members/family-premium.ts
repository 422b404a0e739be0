import { type CalendarDate, contains, type Period } from '../calendar-date.ts';
import { COVERAGE_LINES } from '../coverage-line.ts';
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
  /** What relationships count as on a plan. */
  rolesOf(planId: string): RatingRoles;
};

const NOT_PRORATED = { ...DEFAULT_PLAN_RULES, contribution: null };

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
  const holds = (span: Period): boolean => contains(span, on);
  const wholeMonth = [{ from: rates.month.first, until: null }];
  for (const line of COVERAGE_LINES) {
    const own = spansOf(subscriber, line).find(holds);
    if (!own) continue;
    const table = rates.tableOf(subscriber, own.planId);
    const people = [subscriber, ...dependents].flatMap((person) => {
      const span = spansOf(person, line).find(holds);
      if (!span) return [];
      const age = table?.method === 'composite' ? null : rates.ageOf(person, span);
      return [{ id: person.id, relationship: person.relationship, age, periods: wholeMonth }];
    });
    const salary = subscriber.values.salaryAnnualCents;
    const price =
      table &&
      priceHousehold(
        { people, area: rates.areaOf(subscriber), salary: typeof salary === 'number' ? fromCents(salary) : null },
        table,
        rates.month,
        { ...NOT_PRORATED, roles: rates.rolesOf(own.planId) },
        false,
      );
    const cents = price && !('held' in price) ? price.total : 0;
    byPlan.set(own.planId, (byPlan.get(own.planId) ?? 0) + cents);
  }
  return byPlan;
}
