import { addMonths, type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { counted } from '@openbenefits/domain/counted';
import { type Cents, formatMoney, subtract } from '@openbenefits/domain/money';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { requirePermission } from '../../policy/actor.ts';
import { appendAudit } from '../../audit.ts';
import { recordChange } from '../../change-sets.ts';
import type { Work } from '../../command.ts';
import { inTenant } from '../../db/connect.ts';
import { lockGroup } from '../../group-lock.ts';
import type { MovePlanMembers } from '../../plans/plan-termination.operations.ts';
import type { Services } from '../../request-context.ts';
import { obstaclesOf, type RenewalInput, type Simulated, simulated } from './renewal-simulation.ts';

/** Moves the members of the mapped plans on the renewal date; returns how many. */
async function moveMembers(
  work: Work,
  { mapping }: RenewalInput,
  { group, renewsOn, plans, renewal }: Simulated,
  move: MovePlanMembers,
): Promise<number> {
  const held = new Set(renewal.summary.plans.map(({ planId }) => planId));
  let membersMoved = 0;
  for (const { fromPlanId, toPlanId } of mapping) {
    const [from, to] = [plans.get(fromPlanId), plans.get(toPlanId)];
    if (!from || !to || !held.has(fromPlanId)) continue;
    const { members } = await move(work, {
      groupId: group.id,
      line: from.line,
      planId: from.id,
      planName: from.name,
      from: renewsOn,
      to,
      reason: `Renewal on ${formatDate(renewsOn)}`,
    });
    membersMoved += members;
  }
  return membersMoved;
}

/**
 * Applies a group's renewal: members move to the mapped plans on the renewal date, and the group's next rate increase is
 * that day. The premium must still be the one that was shown. Each move is a change that the history can undo.
 */
export async function applyRenewal(
  work: Work,
  input: RenewalInput & { after: Cents },
  move: MovePlanMembers,
): Promise<{ id: string; membersMoved: number }> {
  const { tx, actor, now, today, note } = work;
  // It changes a group and its members' plans.
  if (input.mapping.length > 0) requirePermission(actor, 'members.edit');
  await lockGroup(tx, input.groupId);
  const all = await simulated(work, { ...input, withDrafts: false });
  const { group, renewsOn, renewal } = all;
  const before = await tx
    .selectFrom('renewals')
    .select(['appliedByName', 'membersMoved'])
    .where('groupId', '=', group.id)
    .where('renewsOn', '=', renewsOn)
    .executeTakeFirst();
  const [obstacle] = obstaclesOf(all, today);
  if (obstacle) throw new Refusal('state', obstacle);
  if (renewal.summary.after !== input.after)
    throw new Refusal(
      'conflict',
      `The premium is now ${formatMoney(renewal.summary.after)} a month, because members or rates have changed. Look at the new figures, then apply.`,
    );
  const membersMoved = await moveMembers(work, input, all, move);
  // Applied again, it only moves who has come back by an undo, or moves to another plan.
  if (before && membersMoved === 0)
    throw new Refusal(
      'conflict',
      `${before.appliedByName} already applied this renewal, and no member is left to move.`,
    );
  const id = uuidv7();
  await tx
    .insertInto('renewals')
    .values({
      id,
      groupId: group.id,
      renewsOn,
      mapping: JSON.stringify(input.mapping),
      beforeCents: renewal.summary.before,
      afterCents: renewal.summary.after,
      membersMoved,
      appliedBy: actor.id,
      appliedByName: actor.name,
      appliedAt: now,
    })
    .onConflict((row) =>
      row.columns(['tenantId', 'groupId', 'renewsOn']).doUpdateSet({
        mapping: JSON.stringify(input.mapping),
        afterCents: renewal.summary.after,
        membersMoved: membersMoved + (before?.membersMoved ?? 0),
        appliedBy: actor.id,
        appliedByName: actor.name,
        appliedAt: now,
      }),
    )
    .execute();
  await sql`update groups set next_rate_increase = ${renewsOn}, version = version + 1, updated_at = ${now} where id = ${group.id}`.execute(
    tx,
  );
  const difference = subtract(renewal.summary.after, renewal.summary.before);
  await recordChange(work, {
    kind: 'renewal',
    summary: `Applied the renewal on ${formatDate(renewsOn)}: ${formatMoney(difference)} a month${membersMoved > 0 ? `, ${counted(membersMoved, 'member', 'members')} moved` : ''}`,
    groupId: group.id,
    effectiveDate: renewsOn,
    items: [{ entity: 'group', entityId: group.id, action: 'changed', after: { nextRateIncrease: renewsOn } }],
  });
  note({ targetKind: 'group', targetId: group.id, fields: ['premium', 'plan'], itemCount: membersMoved });
  return { id, membersMoved };
}

type Due = {
  id: string;
  groupId: string;
  renewsOn: CalendarDate;
  mapping: { fromPlanId: string }[];
  by: string;
  byName: string;
};

/**
 * On the renewal date, ends the offerings that members moved out of and sets the group's next renewal a year later.
 * Returns how many groups were renewed.
 */
export async function settleRenewals({ db, clock }: Pick<Services, 'db' | 'clock'>, tenantId: string): Promise<number> {
  const today = clock.today();
  const due = await inTenant(db, tenantId, async (tx) => {
    const { rows } = await sql<Due>`
      select id, group_id, renews_on, mapping, applied_by as by, applied_by_name as by_name from renewals
      where settled_at is null and renews_on <= ${today}::date order by renews_on, id`.execute(tx);
    return rows;
  });
  for (const one of due)
    await inTenant(db, tenantId, async (tx) => {
      const now = clock.now();
      await lockGroup(tx, one.groupId);
      const planIds = one.mapping.map(({ fromPlanId }) => fromPlanId);
      await sql`update group_plan_assignments set status = 'inactive'
        where group_id = ${one.groupId} and plan_id = any (${planIds}::uuid[]) and status = 'active'`.execute(tx);
      const next = addMonths(one.renewsOn, 12);
      await sql`update groups set renewal_date = ${next}, next_rate_increase = ${next}, version = version + 1, updated_at = ${now}
        where id = ${one.groupId}`.execute(tx);
      await tx.updateTable('renewals').set({ settledAt: now }).where('id', '=', one.id).execute();
      await appendAudit(tx, {
        at: now,
        actorId: one.by,
        actorName: one.byName,
        action: 'renewals.apply',
        outcome: 'done',
        requestId: one.id,
        targetKind: 'group',
        targetId: one.groupId,
        fields: ['renewalDate'],
      });
    });
  return due.length;
}
