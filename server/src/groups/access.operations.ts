import type { StaffAccess } from '@openbenefits/contract/group-admin';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Actor } from '../policy/actor.ts';
import { recordChange } from '../change-sets.ts';
import type { Work } from '../command.ts';
import { afterCommit } from '../db/after-commit.ts';
import type { Tx } from '../db/connect.ts';
import { setAccountScope } from '../gate/account-scope.ts';

const LIMITED_MAY_NOT = 'You see only assigned groups, so you cannot change what other users see.';
const OWN_LIMIT = 'You cannot change your own access. Ask another administrator.';

/** Users limited to some groups may not change access. */
export function requireUnlimited(actor: Actor): void {
  if (actor.assignedGroupsOnly) throw new Refusal('forbidden', LIMITED_MAY_NOT);
}

const lockedReason = (actor: Actor, userId: string): string | null =>
  actor.assignedGroupsOnly ? LIMITED_MAY_NOT : actor.id === userId ? OWN_LIMIT : null;

async function groupName(tx: Tx, groupId: string): Promise<string> {
  const group = await tx.selectFrom('groups').select('companyName').where('id', '=', groupId).executeTakeFirst();
  if (!group) throw new Refusal('not_found', 'This group does not exist, or you may not see it.');
  return group.companyName;
}

/** Names of staff by id, those who were switched off excepted. */
export async function staffNames(tx: Tx, tenantId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`select id, name from auth."user" where "tenantId" = ${tenantId} and not disabled and id = any (${ids})`.execute(
    tx,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function administrators({
  tx,
  actor,
}: Pick<Work, 'tx' | 'actor'>): Promise<{ id: string; name: string; title: string }[]> {
  const { rows } = await sql<{ id: string; name: string; title: string }>`
    select id, name, coalesce(title, '') as title from auth."user" where "tenantId" = ${actor.tenantId} and not disabled order by name`.execute(
    tx,
  );
  return rows;
}

/** Staff of the tenant with their part in the group. */
export async function groupAccess({ tx, actor }: Work, input: { groupId: string }): Promise<StaffAccess[]> {
  await groupName(tx, input.groupId);
  const { rows } = await sql<Omit<StaffAccess, 'lockedReason'>>`
    select u.id, u.name, u.email, coalesce(u.title, '') as title, r.name as role_name, u."groupScope" = 'assigned' as limited,
      exists (select from group_admins a where a.user_id = u.id and a.group_id = ${input.groupId}) as assigned,
      (select count(*) from group_admins a where a.user_id = u.id) as groups
    from auth."user" u join auth.roles r on r."tenantId" = u."tenantId" and r.id = u.role
    where u."tenantId" = ${actor.tenantId} and not u.disabled order by u.name`.execute(tx);
  return rows.map((row) => ({ ...row, lockedReason: lockedReason(actor, row.id) }));
}

async function assignedTo(tx: Tx, groupId: string): Promise<string[]> {
  return (await tx.selectFrom('groupAdmins').select('userId').where('groupId', '=', groupId).execute()).map(
    ({ userId }) => userId,
  );
}

/** Assigns exactly `userIds` to the group and removes all other assignments. */
export async function assignTo(
  { tx, actor, now }: Work,
  groupId: string,
  userIds: readonly string[],
): Promise<boolean> {
  const before = await assignedTo(tx, groupId);
  const added = userIds.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !userIds.includes(id));
  if (added.length + removed.length === 0) return false;
  const names = await staffNames(tx, actor.tenantId, [...before, ...userIds]);
  if (userIds.some((id) => !names.has(id)))
    throw new Refusal('invalid', 'One of these users no longer has an account. Reload the list.');
  if (removed.length > 0)
    await tx.deleteFrom('groupAdmins').where('groupId', '=', groupId).where('userId', 'in', removed).execute();
  if (added.length > 0)
    await tx
      .insertInto('groupAdmins')
      .values(added.map((userId) => ({ groupId, userId, assignedBy: actor.name, assignedAt: now })))
      .execute();
  const said = (ids: readonly string[]): string | null =>
    ids
      .flatMap((id) => names.get(id) ?? [])
      .toSorted()
      .join(', ') || null;
  await recordChange(
    { tx, actor, now },
    {
      kind: 'group_access',
      summary: 'Changed the administrators of the group',
      groupId,
      items: [
        {
          entity: 'group',
          entityId: groupId,
          action: 'changed',
          before: { administrators: said(before) },
          after: { administrators: said(userIds) },
        },
      ],
    },
  );
  return true;
}

export async function setGroupAccess(
  work: Work,
  input: { groupId: string; userIds: string[] },
): Promise<{ assigned: number }> {
  requireUnlimited(work.actor);
  await groupName(work.tx, input.groupId);
  const userIds = [...new Set(input.userIds)];
  const changed = await assignTo(work, input.groupId, userIds);
  work.note({
    targetKind: 'group',
    targetId: input.groupId,
    itemCount: userIds.length,
    fields: changed ? ['administrators'] : [],
  });
  return { assigned: userIds.length };
}

/** Limits a user to assigned groups, or removes the limit, effective with the next request. */
export async function setScope(work: Work, input: { userId: string; limited: boolean }): Promise<{ limited: boolean }> {
  const { tx, actor, note, services } = work;
  const locked = lockedReason(actor, input.userId);
  if (locked) throw new Refusal('forbidden', locked);
  const names = await staffNames(tx, actor.tenantId, [input.userId]);
  const name = names.get(input.userId);
  if (!name) throw new Refusal('not_found', 'This user no longer has an account.');
  const account = { userId: input.userId, tenantId: actor.tenantId, madeBy: actor.id, now: work.now };
  if (await setAccountScope(tx, account, input.limited ? 'assigned' : 'all')) {
    afterCommit(tx, () => services.sessions.forget());
    await recordChange(work, {
      kind: 'group_access',
      summary: input.limited ? `${name} sees only assigned groups` : `${name} sees all groups`,
      items: [],
    });
  }
  note({ targetKind: 'user', targetId: input.userId, fields: ['group_scope'] });
  return { limited: input.limited };
}
