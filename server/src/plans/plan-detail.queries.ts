import type { BenefitCard, PlanDetail, PlanOffering, PlanYear } from '@openbenefits/contract/plan-catalog';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { PlanStatus } from '@openbenefits/domain/plans/plan-status';
import { planYearState } from '@openbenefits/domain/plans/plan-years';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../command.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import type { Tx } from '../db/connect.ts';
import { creditLimitsOf } from './credit-limits.ts';
import { documentsOf } from './plan-documents.queries.ts';
import { planRecord, type YearRecord, yearsOf } from './plan-record.ts';
import { LINE_PLACE, planRows, statusOn } from './plan-rows.queries.ts';
import { missingOf } from './plan-status.operations.ts';
import { correctionsOf, type StoredCorrection } from './rule-corrections.ts';

const yearShown = ({ planId: _planId, ...year }: YearRecord, status: PlanStatus, today: CalendarDate): PlanYear => ({
  ...year,
  state: planYearState(year, status, today),
});

const correctionShown = ({
  planId: _planId,
  enteredBy: _enteredBy,
  ...correction
}: StoredCorrection): PlanDetail['ruleCorrections'][number] => correction;

async function countsOf(tx: Tx, id: string, today: CalendarDate) {
  const { rows } = await sql<{ members: number; employees: number; groups: number; terminating: boolean }>`select
    (select count(distinct s.member_id) from coverage_spans s where s.plan_id = ${id} and upper_inf(s.recorded) and s.covered @> ${today}::date) as members,
    (select count(distinct s.subscriber_id) from coverage_spans s where s.plan_id = ${id} and upper_inf(s.recorded) and s.covered @> ${today}::date) as employees,
    (select count(distinct a.group_id) from group_plan_assignments a where a.plan_id = ${id} and a.status = 'active') as groups,
    exists (select from plan_terminations t where t.plan_id = ${id} and t.done_at is null) as terminating`.execute(tx);
  return rows[0] ?? { members: 0, employees: 0, groups: 0, terminating: false };
}

/** Returns everything that the page of a plan shows but its offerings and its history. */
export async function planDetail({ tx, today }: Pick<Work, 'tx' | 'today'>, id: string): Promise<PlanDetail> {
  const plan = await planRecord(tx, id);
  const [[row], counts, years, limits, corrections, { rows: rateVersions }, documents, missing] = await Promise.all([
    planRows(tx, today, { where: sql<boolean>`p.id = ${id}` }),
    countsOf(tx, id, today),
    yearsOf(tx, [id]),
    creditLimitsOf(tx, [id]),
    correctionsOf(tx, id),
    sql<
      PlanDetail['rateVersions'][number]
    >`select t.id, t.version_no, t.method, t.status, lower(t.valid) as "from", upper(t.valid) as until,
      coalesce(t.activated_by_name, t.created_by_name) as by, coalesce(t.activated_at, t.updated_at) as at
      from rate_tables t where t.plan_id = ${id} order by lower(t.valid) desc, t.version_no desc limit 200`.execute(tx),
    documentsOf(tx, id),
    missingOf(tx, plan),
  ]);
  if (!row) throw new Refusal('not_found', 'This plan does not exist, or you may not see it.');
  return {
    ...plan,
    status: row.status,
    monthlyCost: row.monthlyCost,
    nextRates: row.nextRates,
    ...counts,
    years: years.map((year) => yearShown(year, row.status, today)).toReversed(),
    creditLimits: limits.map(({ planId: _, ...limit }) => limit),
    ruleCorrections: corrections.map((one) => correctionShown(one)),
    rateVersions,
    documents,
    missing,
  };
}

/** Returns to which class at which location of which group the plan is offered, by group. */
export async function planOfferings(
  tx: Tx,
  { id, cursor, limit }: { id: string; cursor?: string | undefined; limit: number },
): Promise<{ rows: PlanOffering[]; next: string | null; total: number }> {
  const after = cursor ? decodeCursor(cursor, ['text', 'id']) : undefined;
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<PlanOffering>`select a.id, a.group_id, g.company_name as group_name, c.class_name, l.location_name, a.effective_date, a.rating_methodology as methodology
      from group_plan_assignments a join groups g on g.id = a.group_id join group_classes c on c.id = a.class_id join billing_locations l on l.id = a.location_id
      where a.plan_id = ${id} and a.status = 'active' ${after ? sql`and (g.company_name, a.id) > (${after[0]}, ${after[1]}::uuid)` : sql``}
      order by g.company_name, a.id limit ${limit + 1}`.execute(tx),
    sql<{
      total: number;
    }>`select count(*) as total from group_plan_assignments a where a.plan_id = ${id} and a.status = 'active'`.execute(
      tx,
    ),
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page,
    next: rows.length > limit && last ? encodeCursor([last.groupName, last.id]) : null,
    total: counts[0]?.total ?? 0,
  };
}

/** Returns active plans line by line with the years in force and to come, for Benefits Design. */
export async function benefitCards(
  tx: Tx,
  today: CalendarDate,
  { line }: { line?: string | undefined },
): Promise<BenefitCard[]> {
  const { rows } = await sql<Omit<BenefitCard, 'years'>>`
    select p.id, p.plan_code as code, p.plan_name as name, p.line, p.network_type, p.carrier_name, p.version, p.withdrawn_from
    from health_plans p where ${statusOn(today)} = 'active' ${line ? sql`and p.line = ${line}` : sql``} order by ${LINE_PLACE}, p.position, p.plan_name`.execute(
    tx,
  );
  const years = Map.groupBy(
    await yearsOf(
      tx,
      rows.map(({ id }) => id),
    ),
    ({ planId }) => planId,
  );
  return rows.map((plan) => {
    const own = (years.get(plan.id) ?? []).map((year) => yearShown(year, 'active', today));
    const current = own.filter(({ state }) => state !== 'ended');
    return { ...plan, years: current.length > 0 ? current : own.slice(-1) };
  });
}
