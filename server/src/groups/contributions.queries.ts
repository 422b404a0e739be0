import type { Contribution, SamplePrice } from '@openbenefits/contract/contributions';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { referencePlanOf, type StoredContribution } from '@openbenefits/domain/plans/stored-contribution';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { type CoveredHousehold, openPricer } from '../coverage/household-prices.ts';
import { explanationOf } from '../coverage/price-explanations.ts';
import { pricingOf } from '../coverage/rating-ages.ts';
import type { Methodology } from '../plans/rate-books.ts';

export type ContributionRow = Omit<Contribution, 'planName'>;

/** The rules of a group as they are known now; `from` leaves out those that ended before. */
export async function contributionRows(tx: Tx, groupId: string, from: CalendarDate): Promise<ContributionRow[]> {
  const { rows } = await sql<ContributionRow>`
    select c.id, c.class_id, k.class_name, c.location_id, l.location_name, c.line, lower(c.valid) as "from", upper(c.valid) as until, c.rule
    from contribution_rules c left join group_classes k on k.id = c.class_id left join billing_locations l on l.id = c.location_id
    where c.group_id = ${groupId} and upper_inf(c.recorded) and (upper_inf(c.valid) or upper(c.valid) > ${from}::date)
    order by k.class_name nulls first, l.location_name nulls first,
      array_position(array['medical', 'dental', 'vision', 'life', 'disability'], c.line) nulls first, lower(c.valid)`.execute(
    tx,
  );
  return rows;
}

/** Names of plans by id. */
export async function planNames(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('healthPlans')
    .select(['id', 'planName'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, planName }) => [id, planName]));
}

const NO_GROUP = 'This group does not exist, or is not assigned to you.';

export async function listContributions(
  { tx, today }: Work,
  { id }: { id: string },
): Promise<{ agreedPercent: number; rules: Contribution[] }> {
  const [group, rows] = await Promise.all([
    tx
      .selectFrom('groups')
      .select('employerContributionPercent as agreedPercent')
      .where('id', '=', id)
      .executeTakeFirst(),
    contributionRows(tx, id, today),
  ]);
  if (!group) throw new Refusal('not_found', NO_GROUP);
  const planOf = ({ rule }: { rule: StoredContribution }): string => referencePlanOf(rule) ?? '';
  const names = await planNames(
    tx,
    rows.map(planOf).filter((planId) => planId !== ''),
  );
  return {
    agreedPercent: group.agreedPercent,
    rules: rows.map((row) => ({ ...row, planName: names.get(planOf(row)) ?? null })),
  };
}

type Offered = {
  classId: string;
  locationId: string;
  planId: string;
  line: CoverageLine;
  methodology: Methodology | null;
  zipCode: string;
  state: string;
};

/** The age and the annual salary of the sample employee. */
const SAMPLE_AGE = 40;
const SAMPLE_SALARY = 5_000_000;

/** Prices one employee of 40 without dependents on every offered plan today, by class and location. */
export async function samplePrices(work: Work, { id }: { id: string }): Promise<SamplePrice[]> {
  const { tx, today } = work;
  const { rows } = await sql<Offered>`
    select distinct on (a.class_id, a.location_id, a.plan_id) a.class_id, a.location_id, a.plan_id, p.line,
      a.rating_methodology as methodology, l.zip_code, l.state
    from group_plan_assignments a join health_plans p on p.id = a.plan_id join billing_locations l on l.id = a.location_id
    where a.group_id = ${id} and a.status = 'active'
    order by a.class_id, a.location_id, a.plan_id, a.effective_date <= ${today}::date desc,
      case when a.effective_date <= ${today}::date then a.effective_date end desc, a.effective_date`.execute(tx);
  if (rows.length === 0) return [];
  const pricer = await openPricer(pricingOf(work), [id], today);
  const names = new Map([['sample', 'Employee']]);
  return rows.map(({ zipCode, state, ...offered }) => {
    const household: CoveredHousehold = {
      ...offered,
      groupId: id,
      subscriberId: 'sample',
      zipCode,
      state,
      salary: SAMPLE_SALARY,
      memberIds: ['sample'],
      relationships: ['self'],
      ratedOn: [today],
      ages: [SAMPLE_AGE],
    };
    const { classId, locationId, planId } = offered;
    return { classId, locationId, planId, price: explanationOf(pricer.price(household, true), names, today) };
  });
}
