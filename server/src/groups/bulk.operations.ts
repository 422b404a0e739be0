import type { BulkAction } from '@openbenefits/contract/group-admin';
import { Refusal } from '@openbenefits/domain/refusal';
import { requireFlag } from '../admin/feature-flags.queries.ts';
import { recordChange } from '../change-sets.ts';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import { assignTo, requireUnlimited, staffNames } from './access.operations.ts';

type Input = { groupIds: string[]; action: BulkAction };
type Effect = { total: number; already: number; changes: number };
type Target = { id: string; already: boolean; before: string | null };

/** The groups in the order of their ids, locked for a write, with whether the action has nothing to do there. */
async function targetsOf(
  work: Pick<Work, 'tx' | 'actor'>,
  { groupIds, action }: Input,
  lock: boolean,
): Promise<Target[]> {
  const { tx, actor } = work;
  await requireFlag(tx, 'bulk_actions');
  const ids = [...new Set(groupIds)];
  const query = tx
    .selectFrom('groups')
    .select(['id', 'enrollmentPeriod', 'notificationLevel'])
    .where('id', 'in', ids)
    .orderBy('id');
  const groups = await (lock ? query.forUpdate() : query).execute();
  if (groups.length < ids.length)
    throw new Refusal('not_found', 'One of these groups does not exist, or you may not see it. Reload the list.');
  if (action.kind !== 'administrator') {
    const field = action.kind === 'enrollment_period' ? 'enrollmentPeriod' : 'notificationLevel';
    return groups.map((group) => ({ id: group.id, before: group[field], already: group[field] === action.value }));
  }
  requireUnlimited(actor);
  if (!(await staffNames(tx, actor.tenantId, [action.userId])).has(action.userId))
    throw new Refusal('not_found', 'This user no longer has an account. Choose another user.');
  const assigned = new Set(
    (
      await tx
        .selectFrom('groupAdmins')
        .select('groupId')
        .where('userId', '=', action.userId)
        .where('groupId', 'in', ids)
        .execute()
    ).map(({ groupId }) => groupId),
  );
  return groups.map(({ id }) => ({ id, before: null, already: assigned.has(id) }));
}

function effectOf(targets: readonly Target[]): Effect {
  const already = targets.filter((target) => target.already).length;
  return { total: targets.length, already, changes: targets.length - already };
}

export async function bulkPreview(work: Work, input: Input): Promise<Effect> {
  return effectOf(await targetsOf(work, input, false));
}

const administratorsOf = async (tx: Tx, groupId: string): Promise<string[]> =>
  (await tx.selectFrom('groupAdmins').select('userId').where('groupId', '=', groupId).execute()).map(
    ({ userId }) => userId,
  );

async function change(work: Work, { id, before }: Target, action: BulkAction): Promise<void> {
  const { tx, now } = work;
  if (action.kind === 'administrator') {
    await assignTo(work, id, [...(await administratorsOf(tx, id)), action.userId]);
    return;
  }
  const isPeriod = action.kind === 'enrollment_period';
  const field = isPeriod ? 'enrollmentPeriod' : 'notificationLevel';
  await tx
    .updateTable('groups')
    .set((eb) => ({ [field]: action.value, version: eb('version', '+', 1), updatedAt: now }))
    .where('id', '=', id)
    .execute();
  await recordChange(work, {
    kind: 'group_edited',
    summary: isPeriod ? 'Set the enrollment period for several groups' : 'Set the notifications for several groups',
    groupId: id,
    items: [
      {
        entity: 'group',
        entityId: id,
        action: 'changed',
        before: { [field]: before },
        after: { [field]: action.value },
      },
    ],
  });
}

/** One change per group, so that it is in each group's history; all or none. */
export async function bulkApply(work: Work, input: Input): Promise<Effect> {
  const targets = await targetsOf(work, input, true);
  for (const target of targets) if (!target.already) await change(work, target, input.action);
  const effect = effectOf(targets);
  work.note({ targetKind: 'groups', itemCount: effect.changes, fields: [input.action.kind] });
  return effect;
}
