import { type CalendarDate, calendarDateFrom, formatDate } from '@openbenefits/domain/calendar-date';
import { missingForActivation, problemsOfClosing } from '@openbenefits/domain/plans/plan-changes';
import { type Problem, Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { recordChange } from '../change-sets.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { lockCatalog } from './plans.queries.ts';
import { type PlanRecord, planToChange, touchPlan } from './plan-record.ts';

type Input = { id: string; version: number };
type Saved = { id: string; version: number };

/** What a draft plan lacks before it can be activated. */
export async function missingOf(tx: Tx, plan: PlanRecord): Promise<Problem[]> {
  if (plan.status !== 'draft') return [];
  const day = plan.effectiveDate;
  const { rows } = await sql<{ hasYear: boolean; isActive: boolean; hasDraft: boolean }>`select
    exists (select from plan_years y where y.plan_id = ${plan.id} and y.period @> ${day}::date) as has_year,
    exists (select from rate_periods r where r.plan_id = ${plan.id} and upper_inf(r.recorded) and r.valid @> ${day}::date) as is_active,
    exists (select from rate_tables t where t.plan_id = ${plan.id} and t.status = 'draft' and t.valid @> ${day}::date) as has_draft`.execute(
    tx,
  );
  const { hasYear = false, isActive = false, hasDraft = false } = rows[0] ?? {};
  return missingForActivation({
    effectiveDate: day,
    isRated: plan.networkType !== 'ICHRA',
    hasYear,
    rates: isActive ? 'active' : hasDraft ? 'draft' : 'none',
  });
}

async function recordStatus(
  work: Work,
  plan: PlanRecord,
  change: { summary: string; reason?: string; effectiveDate?: CalendarDate; before: object; after: object },
): Promise<void> {
  const { before, after, ...about } = change;
  await recordChange(work, {
    kind: 'plan_status',
    ...about,
    items: [{ entity: 'plan', entityId: plan.id, action: 'changed', before, after }],
  });
  work.note({ targetKind: 'plan', targetId: plan.id, fields: Object.keys(after), reason: about.reason });
}

/** Activates a draft plan that is complete; rejects with what is missing. */
export async function activatePlan(work: Work, input: Input): Promise<Saved> {
  const plan = await planToChange(work, input);
  if (plan.status !== 'draft') throw new Refusal('state', 'Only a draft plan can be activated.');
  refuseIfAny(await missingOf(work.tx, plan));
  await sql`update plan_years set status = 'active', updated_at = ${work.now} where plan_id = ${plan.id} and lower(period) <= ${work.today}::date`.execute(
    work.tx,
  );
  await recordStatus(work, plan, {
    summary: `Activated the plan ${plan.name}`,
    effectiveDate: plan.effectiveDate,
    before: { status: 'draft' },
    after: { status: 'active' },
  });
  return touchPlan(work, plan, { status: 'active' });
}

/** Closes a plan to new members from a day on. Members keep it. */
export async function withdrawPlan(work: Work, input: Input & { from: string; reason: string }): Promise<Saved> {
  await lockCatalog(work.tx);
  const plan = await planToChange(work, input);
  if (plan.status !== 'active') throw new Refusal('state', 'Only an active plan can be withdrawn.');
  refuseIfAny(problemsOfClosing(input, plan.effectiveDate));
  const from = calendarDateFrom(input.from);
  if (plan.terminatedFrom !== null && from >= plan.terminatedFrom) {
    const message = `The plan is terminated from ${formatDate(plan.terminatedFrom)} on. Enter an earlier date.`;
    throw new Refusal('invalid', message, [{ path: 'from', message }]);
  }
  await recordStatus(work, plan, {
    summary: `Withdrew the plan ${plan.name}: no new members from ${formatDate(from)} on`,
    reason: input.reason.trim(),
    effectiveDate: from,
    before: { withdrawnFrom: plan.withdrawnFrom },
    after: { withdrawnFrom: from },
  });
  return touchPlan(work, plan, { withdrawnFrom: from });
}

/** Opens a withdrawn plan to new members again. */
export async function reopenPlan(work: Work, input: Input): Promise<Saved> {
  const plan = await planToChange(work, input);
  if (plan.withdrawnFrom === null) throw new Refusal('state', 'This plan is not withdrawn.');
  await recordStatus(work, plan, {
    summary: `Opened the plan ${plan.name} to new members again`,
    before: { withdrawnFrom: plan.withdrawnFrom },
    after: { withdrawnFrom: null },
  });
  return touchPlan(work, plan, { withdrawnFrom: null });
}

/** Writes the statuses that the calendar has changed; returns how many plans are terminated by it. */
export async function settlePlans(tx: Tx, today: CalendarDate, now: string): Promise<number> {
  await sql`update plan_years y set status = 'active', updated_at = ${now} from health_plans p
    where p.id = y.plan_id and p.status = 'active' and y.status = 'draft' and lower(y.period) <= ${today}::date`.execute(
    tx,
  );
  const { numUpdatedRows } = await tx
    .updateTable('healthPlans')
    .set({ status: 'terminated', updatedAt: now })
    .where('status', '=', 'active')
    .where('terminatedFrom', '<=', today)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
