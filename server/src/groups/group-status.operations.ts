import { addDays, type CalendarDate, calendarDateFrom, formatDate } from '@openbenefits/domain/calendar-date';
import { GROUP_STATUS_LABEL, type GroupStatus } from '@openbenefits/domain/groups/group-status';
import {
  isBeyondRetro,
  isReinstatement,
  problemsOfStatusChange,
  STATUS_ACTIONS,
  statusAction,
  statusRefusal,
} from '@openbenefits/domain/groups/status-changes';
import type { RescissionGround } from '@openbenefits/domain/coverage/rescission';
import { Refusal, refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { systemActor, requirePermission } from '../policy/actor.ts';
import { requireFlag } from '../admin/feature-flags.queries.ts';
import { recordChange } from '../change-sets.ts';
import { isUndoneWhole } from '../undone-changes.ts';
import { timeWords } from '../clock.ts';
import type { Work } from '../command.ts';
import { DEFAULT_TENANT, type Tx } from '../db/connect.ts';
import type { EndGroupCoverage, ReinstatementRefusal } from './group-coverage.ts';
import { lockGroup } from '../group-lock.ts';
import { type GroupRecord, lockedGroup, requireVersion, touchGroup } from './group-record.ts';
import { plannedStatus } from './group-status.queries.ts';

/** The actor of changes by the calendar. */
const SYSTEM = systemActor(DEFAULT_TENANT);

async function requireNonePlanned({ tx, services }: Work, groupId: string): Promise<void> {
  const planned = await plannedStatus(tx, groupId);
  if (!planned) return;
  throw new Refusal(
    'state',
    `${planned.by} scheduled ${GROUP_STATUS_LABEL[planned.to]} for ${formatDate(planned.effectiveDate)} on ${timeWords(planned.at, services.clock)}. Cancel that first.`,
  );
}

/** A scheduled status whose coverage change was undone no longer blocks. */
async function dropUndonePlans(tx: Tx, groupId: string, now: string): Promise<void> {
  await sql`update group_status_changes p set cancelled_at = ${now} where p.group_id = ${groupId} and p.applied_at is null and p.cancelled_at is null
    and ${isUndoneWhole(sql.ref('p.change_id'))}`.execute(tx);
}

type Input = {
  id: string;
  version: number;
  to: GroupStatus;
  effectiveDate: string;
  reason: string;
  overrideReason?: string | undefined;
  /** Why coverage that employees paid for may end in the past. */
  rescission?: RescissionGround | undefined;
};

async function requireAllowed(
  work: Work,
  group: GroupRecord,
  input: Input,
  reinstatementRefusal: ReinstatementRefusal,
): Promise<void> {
  const { tx, today, actor } = work;
  // It terminates members, so it needs the permission for terminating one member.
  if (input.to === 'terminated') requirePermission(actor, 'members.remove');
  const refusal =
    statusRefusal(group.status, input.to) ??
    (isReinstatement(group.status, input.to) ? await reinstatementRefusal(work, group.id) : undefined);
  if (refusal) throw new Refusal('state', refusal, [{ path: 'to', message: refusal }]);
  await requireNonePlanned(work, group.id);
  refuseIfAny(problemsOfStatusChange(input, group, today));
  if (isBeyondRetro(input, today, group.retroTermDays)) await requireFlag(tx, 'retro_termination_override');
}

/**
 * Changes a group's status: at once for today or an earlier date, otherwise scheduled and applied by settling. A
 * termination ends all coverage after its effective date in the same transaction, even for a future date. Rejects
 * transitions that the state table of domain does not have.
 */
export async function changeGroupStatus(
  work: Work,
  input: Input,
  endCoverage: EndGroupCoverage,
  reinstatementRefusal: ReinstatementRefusal,
): Promise<{ id: string; version: number; planned: boolean; people: number; changeId: string }> {
  const { tx, today, now, actor, note } = work;
  await lockGroup(tx, input.id);
  const group = await lockedGroup(tx, input.id);
  await requireVersion(work, group, input.version);
  await requireAllowed(work, group, input, reinstatementRefusal);
  await dropUndonePlans(tx, group.id, now);
  const date = calendarDateFrom(input.effectiveDate);
  const planned = date > today;
  const reason = [input.reason.trim(), input.overrideReason?.trim()].filter(Boolean).join(' · ');
  const ended =
    input.to === 'terminated'
      ? await endCoverage(work, group.id, addDays(date, 1), reason, input.rescission)
      : undefined;
  const action = statusAction(group.status, input.to);
  const label = action ? STATUS_ACTIONS[action].label : GROUP_STATUS_LABEL[input.to];
  const statusChange = await recordChange(work, {
    kind: 'group_status',
    summary: `${label}: ${GROUP_STATUS_LABEL[group.status]} to ${GROUP_STATUS_LABEL[input.to]}${planned ? ', scheduled for' : ', effective'} ${formatDate(date)}`,
    groupId: group.id,
    reason,
    effectiveDate: date,
    items: [
      {
        entity: 'group',
        entityId: group.id,
        action: 'changed',
        before: { status: group.status },
        after: { status: input.to },
      },
    ],
  });
  const version = await touchGroup(tx, group, now, planned ? {} : { status: input.to });
  const changeId = ended?.changeId ?? statusChange;
  await tx
    .insertInto('groupStatusChanges')
    .values({
      id: uuidv7(),
      groupId: group.id,
      fromStatus: group.status,
      toStatus: input.to,
      effectiveDate: date,
      reason,
      changeId,
      madeByName: actor.name,
      madeAt: now,
      appliedAt: planned ? null : now,
    })
    .execute();
  note({
    targetKind: 'group',
    targetId: group.id,
    reason,
    itemCount: ended?.people ?? 0,
    fields: ['status', ...(ended ? ['coverage'] : [])],
  });
  return { id: group.id, version, planned, people: ended?.people ?? 0, changeId };
}

/**
 * Cancels a scheduled status. The coverage end dates of a scheduled termination are undone, except for families with
 * later changes.
 */
export async function cancelGroupStatus(
  work: Work,
  input: { id: string; version: number },
): Promise<{ id: string; version: number; people: number }> {
  const { tx, now, note } = work;
  await lockGroup(tx, input.id);
  const group = await lockedGroup(tx, input.id);
  const planned = await plannedStatus(tx, group.id);
  if (!planned) throw new Refusal('state', 'This group has no scheduled status change.');
  const change = await tx.selectFrom('changes').select('kind').where('id', '=', planned.changeId).executeTakeFirst();
  const undo = change?.kind === 'termination' ? work.services.changes.undoOf(change.kind) : undefined;
  const undone =
    undo && !('never' in undo) ? await undo.undo(work, { id: planned.changeId, skipBlocked: true }) : undefined;
  await tx.updateTable('groupStatusChanges').set({ cancelledAt: now }).where('id', '=', planned.id).execute();
  await recordChange(work, {
    kind: 'group_status',
    summary: `Canceled: ${GROUP_STATUS_LABEL[planned.to]} scheduled for ${formatDate(planned.effectiveDate)}`,
    groupId: group.id,
    items: [
      {
        entity: 'group',
        entityId: group.id,
        action: 'changed',
        before: { status: planned.to },
        after: { status: group.status },
      },
    ],
  });
  const version = await touchGroup(tx, group, now);
  note({ targetKind: 'group', targetId: group.id, fields: ['status'], itemCount: undone?.people ?? 0 });
  return { id: group.id, version, people: undone?.people ?? 0 };
}

type DuePlan = {
  groupId: string;
  toStatus: GroupStatus;
  effectiveDate: CalendarDate;
  reason: string;
  undone: boolean;
  status: GroupStatus;
};

/**
 * Applies a scheduled status; true if the group now has it. Locks the group first, like `changeGroupStatus`, to avoid
 * deadlocks.
 */
async function applyPlan(
  tx: Tx,
  id: string,
  today: CalendarDate,
  now: string,
  endCoverage: EndGroupCoverage,
): Promise<boolean> {
  const { rows: of } = await sql<{
    groupId: string;
  }>`select group_id from group_status_changes where id = ${id}`.execute(tx);
  await lockGroup(tx, of[0]?.groupId ?? '');
  const { rows } =
    await sql<DuePlan>`select p.group_id, p.to_status, p.reason, p.effective_date, g.status, ${isUndoneWhole(sql.ref('p.change_id'))} as undone
    from group_status_changes p join groups g on g.id = p.group_id where p.id = ${id} and p.applied_at is null and p.cancelled_at is null for update of g, p`.execute(
      tx,
    );
  const [plan] = rows;
  if (!plan) return false;
  if (plan.undone || statusRefusal(plan.status, plan.toStatus) !== undefined) {
    await tx.updateTable('groupStatusChanges').set({ cancelledAt: now }).where('id', '=', id).execute();
    return false;
  }
  // Coverage added since the change was scheduled is terminated too.
  if (plan.toStatus === 'terminated')
    await endCoverage(
      { tx, now, today, actor: SYSTEM },
      plan.groupId,
      addDays(plan.effectiveDate, 1),
      plan.reason,
      'decided',
    );
  await sql`update groups set status = ${plan.toStatus}, version = version + 1, updated_at = ${now} where id = ${plan.groupId}`.execute(
    tx,
  );
  await tx.updateTable('groupStatusChanges').set({ appliedAt: now }).where('id', '=', id).execute();
  return true;
}

/**
 * Applies statuses scheduled for today or earlier, during settling. One whose coverage change was undone, or that the
 * group's status no longer allows, is canceled. Returns the number of changed groups.
 */
export async function applyDueStatusChanges(
  tx: Tx,
  today: CalendarDate,
  now: string,
  endCoverage: EndGroupCoverage,
): Promise<number> {
  const plans = await tx
    .selectFrom('groupStatusChanges')
    .select('id')
    .where('appliedAt', 'is', null)
    .where('cancelledAt', 'is', null)
    .where('effectiveDate', '<=', today)
    .orderBy('groupId')
    .execute();
  let applied = 0;
  for (const { id } of plans) if (await applyPlan(tx, id, today, now, endCoverage)) applied += 1;
  return applied;
}
