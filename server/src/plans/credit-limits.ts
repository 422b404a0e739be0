import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import {
  type CreditLimit,
  creditLimitEntry,
  type CreditLimitForm,
  problemsOfCreditLimit,
} from '@openbenefits/domain/plans/credit-limit';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { recordChange } from '../change-sets.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { planToChange, touchPlan } from './plan-record.ts';

export type StoredLimit = { planId: string; effectiveOn: CalendarDate; limit: CreditLimit | null; setBy: string };

/** Returns the credit limits of plans, the newest first. */
export async function creditLimitsOf(tx: Tx, planIds: readonly string[]): Promise<StoredLimit[]> {
  const { rows } = await sql<StoredLimit>`
    select plan_id, effective_on, case when notice_days is not null then jsonb_build_object('noticeDays', notice_days, 'creditMonths', credit_months) end as limit, set_by_name as set_by
    from plan_credit_limits where plan_id = any (${[...planIds]}::uuid[]) order by effective_on desc`.execute(tx);
  return rows;
}

/** Loads the credit limits of plans: which one holds for a covered month, or none. */
export async function loadCreditLimits(
  tx: Tx,
  planIds: readonly string[],
): Promise<(planId: string, month: CalendarDate) => CreditLimit | undefined> {
  const limits = await creditLimitsOf(tx, planIds);
  return (planId, month) => limits.find((one) => one.planId === planId && one.effectiveOn <= month)?.limit ?? undefined;
}

type OfPlan = { id: string; version: number };

/** Sets what a plan's carrier credits after a late notice, from a month on. Bills that are posted stay as they are. */
export async function setCreditLimit(
  work: Work,
  input: OfPlan & CreditLimitForm,
): Promise<{ id: string; version: number }> {
  const { tx, actor, now, note } = work;
  refuseIfAny(problemsOfCreditLimit(input));
  const plan = await planToChange(work, input);
  const { effectiveOn, limit } = input;
  const before = (await creditLimitsOf(tx, [plan.id])).find((one) => one.effectiveOn === effectiveOn);
  await tx
    .insertInto('planCreditLimits')
    .values({
      planId: plan.id,
      effectiveOn,
      noticeDays: limit?.noticeDays ?? null,
      creditMonths: limit?.creditMonths ?? null,
      setBy: actor.id,
      setByName: actor.name,
      setAt: now,
    })
    .onConflict((row) =>
      row.columns(['tenantId', 'planId', 'effectiveOn']).doUpdateSet((eb) => ({
        noticeDays: eb.ref('excluded.noticeDays'),
        creditMonths: eb.ref('excluded.creditMonths'),
        setBy: eb.ref('excluded.setBy'),
        setByName: eb.ref('excluded.setByName'),
        setAt: eb.ref('excluded.setAt'),
      })),
    )
    .execute();
  await recordLimit(work, plan, before ? creditLimitEntry(before) : null, creditLimitEntry(input));
  note({ targetKind: 'plan', targetId: plan.id, fields: ['creditLimit'] });
  return touchPlan(work, plan);
}

/** Removes a credit limit: the one before it holds again. */
export async function removeCreditLimit(
  work: Work,
  input: OfPlan & { effectiveOn: string },
): Promise<{ id: string; version: number }> {
  const { tx, note } = work;
  const plan = await planToChange(work, input);
  const before = (await creditLimitsOf(tx, [plan.id])).find((one) => one.effectiveOn === input.effectiveOn);
  if (!before) throw new Refusal('not_found', 'This credit limit does not exist any more. Load the page again.');
  await tx
    .deleteFrom('planCreditLimits')
    .where('planId', '=', plan.id)
    .where('effectiveOn', '=', input.effectiveOn)
    .execute();
  await recordLimit(work, plan, creditLimitEntry(before), null);
  note({ targetKind: 'plan', targetId: plan.id, fields: ['creditLimit'] });
  return touchPlan(work, plan);
}

async function recordLimit(
  work: Work,
  plan: { id: string; name: string },
  before: string | null,
  after: string | null,
): Promise<void> {
  await recordChange(work, {
    kind: 'plan_year',
    summary: `Changed the credit limit of ${plan.name}`,
    items: [
      {
        entity: 'plan',
        entityId: plan.id,
        action: 'changed',
        before: { creditLimit: before },
        after: { creditLimit: after },
      },
    ],
  });
}
