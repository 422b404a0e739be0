import type { Permission } from '@openbenefits/domain/permissions';
import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';

type Person = { id: string; name: string; email: string };

/**
 * Returns the accounts that hold a permission and can sign in. With `groupId` those who see that group; with null those
 * who see all groups. A role named in `except` is left out.
 */
export async function peopleWith(
  tx: Tx,
  tenantId: string,
  permission: Permission,
  { groupId, except = '' }: { groupId?: string | null; except?: string } = {},
): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id, u.name, u.email from auth."user" u
    where u."tenantId" = ${tenantId} and not u.disabled and u.role <> ${except}
      and exists (select from auth.role_permissions p where p."tenantId" = u."tenantId" and p."roleId" = u.role and p.permission = ${permission})
      and exists (select from auth.account a where a."userId" = u.id)
      and (u."groupScope" = 'all' or ${groupId === undefined}::boolean
        or exists (select from group_admins g where g.user_id = u.id and g.group_id = ${groupId ?? null}::uuid))
    order by u.id`.execute(tx);
  return rows;
}
