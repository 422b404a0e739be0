import { ageOn, type CalendarDate, calendarDateFrom } from '@openbenefits/domain/calendar-date';
import type { Span } from '@openbenefits/domain/coverage/span';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { coveredFamily, type FamilyRates } from '@openbenefits/domain/members/family-premium';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { rolesOf } from '@openbenefits/domain/plans/plan-rules';
import { RATING_ROLES } from '@openbenefits/domain/plans/rating-role';
import { planYearStart } from '@openbenefits/domain/plans/plan-year';
import { pricedMonth } from '@openbenefits/domain/plans/proration';
import { sql } from 'kysely';
import {
  type CoveredHousehold,
  type HouseholdPrice,
  openPricer,
  type Pricer,
} from '../../../coverage/household-prices.ts';
import type { Pricing } from '../../../coverage/rating-ages.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Methodology } from '../../../plans/rate-books.ts';
import { birthPlace } from '../../../protected-fields.ts';

/** How a group's offerings are rated, and where its people are. */
type GroupRates = {
  renewalDate: CalendarDate | null;
  methodologies: ReadonlyMap<string, Methodology | null>;
  /** Whether a price of the group may ask for ages. */
  asksAges: boolean;
  places: ReadonlyMap<string, { zipCode: string; state: string }>;
};

const placeKey = (classId: unknown, locationId: unknown, planId: string): string =>
  `${String(classId)} ${String(locationId)} ${planId}`;

/** How a plan is rated for a subscriber: by the offering to the class and location, else as everywhere in the group. */
function methodologyOf(
  group: GroupRates | undefined,
  { values: { classId, locationId } }: PersonDraft,
  planId: string,
): Methodology | null {
  return group?.methodologies.get(placeKey(classId, locationId, planId)) ?? group?.methodologies.get(planId) ?? null;
}

/** The rates of the day of a preview, for the groups that a file speaks of. */
export class PreviewRates {
  readonly day: CalendarDate;
  readonly #pricer: Pricer | null;
  readonly #groups = new Map<string, GroupRates>();

  private constructor(day: CalendarDate, pricer: Pricer | null) {
    this.day = day;
    this.#pricer = pricer;
  }

  /** With `groupIds` it knows the contributions of these groups, to explain prices. */
  static async load(pricing: Pricing, day: CalendarDate, groupIds: readonly string[] = []): Promise<PreviewRates> {
    return new PreviewRates(day, await openPricer(pricing, groupIds, day));
  }

  /** Without any plan: every price counts as 0. */
  static none(day: CalendarDate): PreviewRates {
    return new PreviewRates(day, null);
  }

  /** To be called before the first price of a group. */
  async addGroup(tx: Tx, groupId: string): Promise<void> {
    if (this.#groups.has(groupId) || !this.#pricer) return;
    const offerings = await sql<{
      classId: string;
      locationId: string;
      planId: string;
      methodology: Methodology | null;
    }>`
      select distinct on (class_id, location_id, plan_id) class_id, location_id, plan_id, rating_methodology as methodology
      from group_plan_assignments where group_id = ${groupId} and status = 'active' and effective_date <= ${this.day}::date
      order by class_id, location_id, plan_id, effective_date desc`.execute(tx);
    const group = await sql<{ renewalDate: CalendarDate | null; zipCode: string; state: string }>`
      select renewal_date, zip_postal_code as zip_code, state_province as state from groups where id = ${groupId}`.execute(
      tx,
    );
    const locations = await sql<{ id: string; zipCode: string; state: string }>`
      select id, zip_code, state from billing_locations where group_id = ${groupId}`.execute(tx);
    const methodologies = new Map(
      offerings.rows.map((one) => [placeKey(one.classId, one.locationId, one.planId), one.methodology]),
    );
    for (const [planId, ofPlan] of Map.groupBy(offerings.rows, (one) => one.planId)) {
      const all = new Set(ofPlan.flatMap(({ methodology }) => methodology ?? []));
      if (all.size === 1) methodologies.set(planId, [...all][0] ?? null);
    }
    const planIds = new Set(offerings.rows.map(({ planId }) => planId));
    await this.#pricer.addGroup(tx, groupId);
    const { book } = this.#pricer;
    const [own] = group.rows;
    this.#groups.set(groupId, {
      renewalDate: own?.renewalDate ?? null,
      methodologies,
      asksAges: [...(planIds.size > 0 ? planIds : book.keys())].some((planId) =>
        (book.get(planId)?.versions ?? []).some(({ table }) => table.method !== 'composite'),
      ),
      places: new Map([
        ...locations.rows.map(({ id, ...place }) => [id, place] as const),
        ...(own ? [['', { zipCode: own.zipCode, state: own.state }] as const] : []),
      ]),
    });
  }

  asksAges(groupId: string): boolean {
    return this.#groups.get(groupId)?.asksAges ?? false;
  }

  /** The price of each line of a family with its steps, by the same rates as `familyPremium`. */
  pricesOf(
    subscriber: PersonDraft,
    dependents: readonly PersonDraft[],
    births: ReadonlyMap<string, CalendarDate>,
  ): HouseholdPrice[] {
    const rates = this.with(births);
    const { classId, locationId, salaryAnnualCents } = subscriber.values;
    const group = this.#groups.get(subscriber.groupId);
    const place = group?.places.get(String(locationId)) ?? group?.places.get('');
    const yearStart = planYearStart(group?.renewalDate ?? null, this.day);
    return COVERAGE_LINES.flatMap((line) => {
      const covered = coveredFamily(subscriber, dependents, line, this.day);
      if (!covered || !this.#pricer) return [];
      const { planId, people } = covered;
      const household: CoveredHousehold = {
        groupId: subscriber.groupId,
        subscriberId: subscriber.id,
        line,
        planId,
        methodology: methodologyOf(group, subscriber, planId),
        classId: (classId as string | null | undefined) ?? null,
        locationId: (locationId as string | null | undefined) ?? null,
        zipCode: place?.zipCode ?? null,
        state: place?.state ?? null,
        salary: typeof salaryAnnualCents === 'number' ? salaryAnnualCents : null,
        memberIds: people.map(({ person }) => person.id),
        relationships: people.map(({ person }) => person.relationship),
        ratedOn: people.map(({ span }) => (span.from > yearStart ? span.from : yearStart)),
        ages: people.map(({ person, span }) => rates.ageOf(person, span)),
      };
      return [this.#pricer.price(household, true)];
    });
  }

  /** Rates as families ask for them, with the birth dates that are known. */
  with(births: ReadonlyMap<string, CalendarDate>): FamilyRates {
    const groupOf = (person: PersonDraft): GroupRates | undefined => this.#groups.get(person.groupId);
    return {
      month: pricedMonth(this.day),
      tableOf: (subscriber, planId) => {
        const methodology = methodologyOf(groupOf(subscriber), subscriber, planId);
        return this.#pricer?.ratesOf({ planId, methodology, groupId: subscriber.groupId })?.table;
      },
      ageOf: (person: PersonDraft, span: Span) => {
        const birth = births.get(person.id);
        if (birth === undefined) return null;
        const yearStart = planYearStart(groupOf(person)?.renewalDate ?? null, this.day);
        return Math.max(0, ageOn(birth, span.from > yearStart ? span.from : yearStart));
      },
      rolesOf: (planId) => {
        const plan = this.#pricer?.book.get(planId);
        return plan ? rolesOf(plan.rules) : RATING_ROLES;
      },
      usesTobacco: (person) => this.#pricer?.usesTobacco(person.id) ?? false,
      areaOf: (subscriber) => {
        const places = groupOf(subscriber)?.places;
        const place = places?.get(String(subscriber.values.locationId)) ?? places?.get('');
        return (place && this.#pricer?.areaOf(place)) ?? null;
      },
    };
  }
}

/** The birth dates of stored people, for the prices of a chunk; they are kept nowhere. */
export async function birthDatesOf(
  { tx, vault, tenantId }: Pricing,
  ids: readonly string[],
): Promise<Map<string, CalendarDate>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; birth: string }>`
    select id, date_of_birth_encrypted as birth from members where id = any (${[...ids]}::uuid[]) and date_of_birth_encrypted is not null`.execute(
    tx,
  );
  return new Map(rows.map(({ id, birth }) => [id, calendarDateFrom(vault.open(birth, birthPlace(tenantId, id)))]));
}
