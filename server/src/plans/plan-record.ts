import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { PlanBenefits } from '@openbenefits/domain/plans/plan-benefits';
import type { PlanForm } from '@openbenefits/domain/plans/plan-form';
import type { PlanRules } from '@openbenefits/domain/plans/plan-rules';
import type { NetworkType, PlanStatus } from '@openbenefits/domain/plans/plan-status';
import { Refusal } from '@openbenefits/domain/refusal';
import { type RawBuilder, sql } from 'kysely';
import { timeWords } from '../clock.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';

export type PlanRecord = PlanForm & {
  readonly id: string;
  readonly version: number;
  readonly status: PlanStatus;
  readonly effectiveDate: CalendarDate;
  readonly withdrawnFrom: CalendarDate | null;
  readonly terminatedFrom: CalendarDate | null;
};

const MISSING = 'This plan does not exist, or you may not see it.';

/** Returns the plan; with `lock` until the end of the transaction, so that concurrent saves run in order. */
export async function planRecord(tx: Tx, id: string, { lock = false } = {}): Promise<PlanRecord> {
  let query = tx
    .selectFrom('healthPlans')
    .select([
      'id',
      'version',
      'planCode as code',
      'planName as name',
      'line',
      'networkType',
      'carrierName',
      'status',
      'effectiveDate',
      'withdrawnFrom',
      'terminatedFrom',
    ])
    .where('id', '=', id);
  if (lock) query = query.forUpdate();
  const row = await query.executeTakeFirst();
  if (!row) throw new Refusal('not_found', MISSING);
  return {
    ...row,
    line: row.line as CoverageLine,
    networkType: row.networkType as NetworkType | null,
    status: row.status as PlanStatus,
    effectiveDate: row.effectiveDate as CalendarDate,
    withdrawnFrom: row.withdrawnFrom as CalendarDate | null,
    terminatedFrom: row.terminatedFrom as CalendarDate | null,
  };
}

/** The records of a plan that changes are about: itself, its years and its rate versions. */
export const recordsOfPlan = (planId: string): RawBuilder<unknown> =>
  sql`select ${planId}::uuid as id union all select y.id from plan_years y where y.plan_id = ${planId}
    union all select t.id from rate_tables t where t.plan_id = ${planId}`;

async function lastChange(tx: Tx, records: RawBuilder<unknown>): Promise<{ by: string; at: string } | undefined> {
  const { rows } = await sql<{ by: string; at: string }>`
    select c.actor_name as by, c.made_at as at from changes c join change_items i on i.change_id = c.id
    where i.entity_id in (${records}) order by c.made_at desc, c.id desc limit 1`.execute(tx);
  return rows[0];
}

/** Rejects a change that rests on values which somebody else has changed, and says who. */
export async function requireSeen(
  { tx, services }: Work,
  { record, stored, seen, what }: { record: string; stored: number; seen: number; what: string },
): Promise<void> {
  if (stored === seen) return;
  const last = await lastChange(tx, sql`select ${record}::uuid`);
  const who = last
    ? `${last.by} changed this ${what} on ${timeWords(last.at, services.clock)}.`
    : `This ${what} was changed in the meantime.`;
  throw new Refusal('stale', `${who} Review the current values, then save again.`);
}

/** Returns the locked plan if it is as the user saw it. */
export async function planToChange(work: Work, input: { id: string; version: number }): Promise<PlanRecord> {
  const plan = await planRecord(work.tx, input.id, { lock: true });
  await requireSeen(work, { record: plan.id, stored: plan.version, seen: input.version, what: 'plan' });
  return plan;
}

/** Raises the plan's version, with other columns. */
export async function touchPlan(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  plan: Pick<PlanRecord, 'id' | 'version'>,
  also: object = {},
): Promise<{ id: string; version: number }> {
  const version = plan.version + 1;
  await tx
    .updateTable('healthPlans')
    .set({ ...also, version, updatedAt: now })
    .where('id', '=', plan.id)
    .execute();
  return { id: plan.id, version };
}

export type YearRecord = {
  readonly id: string;
  readonly planId: string;
  readonly from: CalendarDate;
  readonly until: CalendarDate | null;
  readonly version: number;
  readonly benefits: PlanBenefits;
  readonly rules: PlanRules;
};

/** Returns the years of plans, oldest first. */
export async function yearsOf(tx: Tx, planIds: readonly string[]): Promise<YearRecord[]> {
  const { rows } = await sql<YearRecord>`
    select id, plan_id, lower(period) as "from", upper(period) as until, version, benefits, rules from plan_years
    where plan_id = any (${[...planIds]}::uuid[]) order by lower(period)`.execute(tx);
  return rows;
}

/** Returns the rules of a year with its corrections: what a year or plan copied from it begins with. */
export async function correctedRules(tx: Tx, year: Pick<YearRecord, 'id' | 'rules'>): Promise<PlanRules> {
  const { rows } = await sql<{ rules: PlanRules }>`
    select rules from plan_rule_corrections where year_id = ${year.id} and approved_at is not null order by approved_at desc, id desc limit 1`.execute(
    tx,
  );
  return rows[0]?.rules ?? year.rules;
}

/** Returns one year of a plan, after its plan is locked. */
export async function yearOf(tx: Tx, planId: string, yearId: string): Promise<YearRecord> {
  const year = (await yearsOf(tx, [planId])).find(({ id }) => id === yearId);
  if (!year) throw new Refusal('not_found', 'This plan year does not exist any more. Reload the plan.');
  return year;
}
