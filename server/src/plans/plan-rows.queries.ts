import type { PlanRow } from '@openbenefits/contract/plan-catalog';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { rateChange } from '@openbenefits/domain/plans/rate-change';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/connect.ts';

/** A plan is terminated once its last day is over, also before the nightly settling has written it. */
export const statusOn = (today: CalendarDate): RawBuilder<string> =>
  sql<string>`case when p.terminated_from <= ${today}::date then 'terminated' else p.status end`;

/** Lines in the order of the product. */
export const LINE_PLACE = sql<number>`array_position(array['medical', 'dental', 'vision', 'life', 'disability'], p.line)`;

type Found = Omit<PlanRow, 'nextRates' | 'hasRates'> & {
  nextDay: CalendarDate;
  currentTable: string | null;
  nextTable: string | null;
  ratesBefore: number | null;
  ratesAfter: number | null;
  hasDraft: boolean;
};

/** Which version prices a plan `p` on a day: its ID and methodology, composite first. */
const versionOn = (day: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select r.table_id, r.methodology from rate_periods r
  where r.plan_id = p.id and upper_inf(r.recorded) and r.valid @> ${day} order by r.methodology = 'composite' desc limit 1`;

const base = (table: string): RawBuilder<unknown> =>
  sql`coalesce((select (t.settings ->> 'base')::numeric from rate_tables t where t.id = ${sql.ref(`d.${table}`)} and t.method = 'age_curve'), 1)`;

/** The total of a version's rates, and a number that is the same for versions with the same cells. */
const totalOf = (table: string): RawBuilder<unknown> =>
  sql`select sum(c.amount) as total, sum(hashtext(c.kind)::bigint * (coalesce(c.age_from, c.place) + 1)) as cells from rate_cells c where c.table_id = ${sql.ref(`v.${table}`)}`;

/** The totals of the cells that both versions have, where they differ in their ages or tiers. */
const COMMON_CELLS = sql`select sum(a.amount) as before, sum(b.amount) as after from rate_cells a join rate_cells b on b.table_id = d.next_table
  and b.kind = a.kind and coalesce(b.age_from, b.place) = coalesce(a.age_from, a.place) where a.table_id = d.current_table and not x.alike`;

/** The employee-only rate of a composite version; of a draft plan, as it is entered so far. */
const monthlyCost = sql`coalesce(
  (select c.amount from rate_periods r join rate_tables t on t.id = r.table_id and t.method = 'composite' join rate_cells c on c.table_id = t.id and c.kind = 'EMP'
    where r.plan_id = p.id and upper_inf(r.recorded) and r.valid @> d.day limit 1),
  (select c.amount from rate_tables t join rate_cells c on c.table_id = t.id and c.kind = 'EMP'
    where p.status = 'draft' and t.plan_id = p.id and t.status = 'draft' and t.method = 'composite' and t.valid @> d.day order by t.version_no desc limit 1))`;

/**
 * Returns plans with the benefits and the employee-only rate of today (of a draft: of its first day; of a terminated
 * plan: of its last), and how the rates of the next plan year compare with those of today.
 */
export async function planRows(
  tx: Tx,
  today: CalendarDate,
  { where, limit, descending = false }: { where: RawBuilder<boolean>; limit?: number; descending?: boolean },
): Promise<PlanRow[]> {
  const on = sql`${today}::date`;
  const order = sql`${LINE_PLACE}, ${descending ? sql`p.plan_name desc, p.id desc` : sql`p.plan_name, p.id`}`;
  // The page first: what follows is looked up for its plans only.
  const { rows } = await sql<Found>`
    with page as materialized (select p.* from health_plans p where ${where} order by ${order} ${limit === undefined ? sql`` : sql`limit ${limit}`}),
    placed as materialized (
      select p.id, d.day, y.benefits, n.day as next_day, cur.table_id as current_table, nxt.table_id as next_table
      from page p
        cross join lateral (select case when p.terminated_from <= ${on} then p.terminated_from - 1 else greatest(${on}, p.effective_date) end as day) d
        left join lateral (select y.benefits, upper(y.period) as until from plan_years y where y.plan_id = p.id order by y.period @> d.day desc, lower(y.period) desc limit 1) y on true
        cross join lateral (select coalesce((select min(lower(f.period)) from plan_years f where f.plan_id = p.id and lower(f.period) > ${on}),
          case when y.until > ${on} then y.until end, (date_trunc('year', ${on}) + interval '1 year')::date) as day) n
        left join lateral (${versionOn(on)}) cur on true
        left join lateral (${versionOn(sql`n.day`)}) nxt on true
    ),
    versions as materialized (
      select v.current_table, v.next_table, a.total as before, b.total as after, a.cells = b.cells as alike
      from (select distinct current_table, next_table from placed where current_table <> next_table) v
        cross join lateral (${totalOf('current_table')}) a cross join lateral (${totalOf('next_table')}) b
    )
    select p.id, p.plan_code as code, p.plan_name as name, p.line, p.network_type, p.carrier_name, ${statusOn(today)} as status, p.withdrawn_from, p.terminated_from,
      p.effective_date, ${monthlyCost} as monthly_cost, (d.benefits ->> 'deductibleIndividual')::bigint as deductible,
      (d.benefits ->> 'outOfPocketMaxIndividual')::bigint as out_of_pocket_max, d.benefits ->> 'networkSize' as network_size,
      d.next_day, d.current_table, d.next_table,
      (case when x.alike then x.before else c.before end * ${base('current_table')})::double precision as rates_before,
      (case when x.alike then x.after else c.after end * ${base('next_table')})::double precision as rates_after,
      exists (select from rate_tables t where t.plan_id = p.id and t.status = 'draft' and t.valid @> d.next_day) as has_draft
    from page p join placed d on d.id = p.id left join versions x on x.current_table = d.current_table and x.next_table = d.next_table
      left join lateral (${COMMON_CELLS}) c on true
    order by ${order}`.execute(tx);
  return rows.map(({ nextDay, currentTable, nextTable, ratesBefore, ratesAfter, hasDraft, ...row }) => ({
    ...row,
    hasRates: currentTable !== null || hasDraft || row.networkType === 'ICHRA',
    nextRates: nextRatesOf({ ...row, nextDay, currentTable, nextTable, ratesBefore, ratesAfter, hasDraft }),
  }));
}

function nextRatesOf(plan: Found): PlanRow['nextRates'] {
  const { nextDay: from, currentTable, nextTable, ratesBefore, ratesAfter } = plan;
  if (plan.status === 'terminated' || (plan.terminatedFrom !== null && plan.terminatedFrom <= from)) return null;
  if (plan.networkType === 'ICHRA') return { kind: 'not_rated', from, change: null };
  if (nextTable === null) return { kind: plan.hasDraft ? 'draft' : 'missing', from, change: null };
  if (currentTable === null) return { kind: 'new', from, change: null };
  const change = currentTable === nextTable ? 0 : rateChange(ratesBefore ?? 0, ratesAfter ?? 0);
  if (change === null) return { kind: 'new', from, change };
  return { kind: change === 0 ? 'none' : 'change', from, change };
}
