import type { PlanRow } from '@openbenefits/contract/plan-catalog';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { averageRateChange } from '@openbenefits/domain/plans/rate-change';
import { type Cents, multiply } from '@openbenefits/domain/money';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../command.ts';
import { decodeCursor, encodeCursor, likePattern } from '../cursor.ts';
import type { Tx } from '../db/connect.ts';
import { type Figures, figuresOf } from '../kept-figures.ts';
import { LINE_PLACE, planRows, statusOn } from './plan-rows.queries.ts';

export type PlanFilter = {
  search?: string | undefined;
  line?: string | undefined;
  networkType?: string | undefined;
  status?: string | undefined;
  carrier?: string | undefined;
};

function conditions(filter: PlanFilter, today: CalendarDate): RawBuilder<boolean> {
  const parts = [sql<boolean>`true`];
  const { search, line, networkType, status, carrier } = filter;
  if (search?.trim()) {
    const like = likePattern(search.trim());
    parts.push(
      sql<boolean>`(fold(p.plan_name) like fold(${like}) or fold(p.plan_code) like fold(${like}) or fold(p.carrier_name) like fold(${like}))`,
    );
  }
  if (line) parts.push(sql<boolean>`p.line = ${line}`);
  if (networkType) parts.push(sql<boolean>`p.network_type = ${networkType}`);
  if (carrier) parts.push(sql<boolean>`p.carrier_name = ${carrier}`);
  if (status === 'withdrawn')
    parts.push(sql<boolean>`p.withdrawn_from <= ${today}::date and ${statusOn(today)} = 'active'`);
  else if (status) parts.push(sql<boolean>`${statusOn(today)} = ${status}`);
  return sql<boolean>`(${sql.join(parts, sql` and `)})`;
}

/** Returns a page of plans, and the totals of every line with rows. */
export async function listPlans(
  tx: Tx,
  today: CalendarDate,
  {
    cursor,
    limit,
    descending,
    ...filter
  }: PlanFilter & { cursor?: string | undefined; limit: number; descending: boolean },
) {
  const wanted = conditions(filter, today);
  const after = cursor ? decodeCursor(cursor, ['number', 'text', 'id']) : undefined;
  const [rows, { rows: lines }, unfiltered] = await Promise.all([
    planRows(tx, today, {
      where: after
        ? sql<boolean>`${wanted} and (${LINE_PLACE} > ${after[0]}::int or ${LINE_PLACE} = ${after[0]}::int and (p.plan_name, p.id) ${descending ? sql`<` : sql`>`} (${after[1]}, ${after[2]}::uuid))`
        : wanted,
      descending,
      limit: limit + 1,
    }),
    sql<{ line: CoverageLine; place: number; plans: number; active: number }>`
      select p.line, ${LINE_PLACE} as place, count(*) as plans, count(*) filter (where ${statusOn(today)} = 'active') as active
      from health_plans p where ${wanted} group by p.line order by 2`.execute(tx),
    tx.selectFrom('healthPlans').select(tx.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const place = lines.find(({ line }) => line === last?.line)?.place ?? 0;
  return {
    rows: page,
    next: rows.length > limit && last ? encodeCursor([place, last.name, last.id]) : null,
    total: lines.reduce((sum, line) => sum + line.plans, 0),
    unfiltered: unfiltered.count,
    lines: lines.map(({ line, plans, active }) => ({ line, plans, active })),
  };
}

/** Counts the plans of a filter. */
export async function countListedPlans(tx: Tx, today: CalendarDate, filter: PlanFilter): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from health_plans p where ${conditions(filter, today)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

type Enrolled = { planId: string; line: CoverageLine; members: number };
type Kept = {
  plans: number;
  active: number;
  draft: number;
  terminated: number;
  people: number;
  enrollments: number;
  rateIncrease: number | null;
  nextYear: CalendarDate | null;
  withoutRates: number;
  enrolled: Enrolled[];
  carriers: string[];
};

/** Returns how many members have each plan today. */
export async function membersByPlan(tx: Tx, today: CalendarDate): Promise<Enrolled[]> {
  const { rows } =
    await sql<Enrolled>`select s.plan_id, s.line, count(distinct s.member_id) as members from coverage_spans s
    where upper_inf(s.recorded) and s.covered @> ${today}::date and s.plan_id is not null group by s.plan_id, s.line`.execute(
      tx,
    );
  return rows;
}

const countOf = (rows: readonly PlanRow[], status: PlanRow['status']): number =>
  rows.filter((row) => row.status === status).length;

/** Counts who has which plan today, and how the rates of all plans change. */
async function countPlans({ tx, today }: Work): Promise<Kept> {
  const [rows, enrolled, { rows: people }] = await Promise.all([
    planRows(tx, today, { where: sql<boolean>`true` }),
    membersByPlan(tx, today),
    sql<{ people: number }>`select count(distinct s.member_id) as people from coverage_spans s
      where upper_inf(s.recorded) and s.covered @> ${today}::date and s.plan_id is not null`.execute(tx),
  ]);
  const membersOf = new Map(enrolled.map(({ planId, members }) => [planId, members]));
  const active = rows.filter(({ status }) => status === 'active');
  const compared = active.flatMap(({ id, nextRates }) =>
    nextRates?.change === null || nextRates === null
      ? []
      : [{ change: nextRates.change, enrolled: membersOf.get(id) ?? 0 }],
  );
  const days = active.flatMap(({ nextRates }) => (nextRates && nextRates.kind !== 'not_rated' ? [nextRates.from] : []));
  return {
    plans: rows.length,
    active: active.length,
    draft: countOf(rows, 'draft'),
    terminated: countOf(rows, 'terminated'),
    people: people[0]?.people ?? 0,
    enrollments: enrolled.reduce((sum, { members }) => sum + members, 0),
    rateIncrease: averageRateChange(compared),
    nextYear: days.toSorted()[0] ?? null,
    withoutRates: active.filter(({ nextRates }) => nextRates?.kind === 'missing' || nextRates?.kind === 'draft').length,
    enrolled,
    carriers: [...new Set(rows.map(({ carrierName }) => carrierName).filter(Boolean))].sort(),
  };
}

export const PLAN_FIGURES: Figures<Kept> = { kind: 'plans', count: countPlans };

/** The monthly premium of all groups and the employees who pay it; groups provide it, because plans are left of them. */
export type BookFigures = (work: Work) => Promise<{ enrolled: number; monthlyCents: Cents }>;

export async function planFigures(work: Work, bookFigures: BookFigures) {
  const { recounting: _recounting, ...kept } = await figuresOf(work, PLAN_FIGURES);
  const { enrolled, monthlyCents } = await bookFigures(work);
  return { ...kept, averagePremium: enrolled > 0 ? multiply(monthlyCents, 1, enrolled) : null };
}
