import { ALL_PERMISSIONS, PERMISSION_LABEL, type Permission } from '@openbenefits/domain/permissions';
import { Refusal } from '@openbenefits/domain/refusal';
import { type Action, POLICY } from './policy.ts';

/** A signed-in account with its role and what the role permits. */
export type Account = {
  id: string;
  name: string;
  role: string;
  roleName: string;
  tenantId: string;
  /** Sees and changes only assigned groups; the database enforces it (0001_ground.sql). */
  assignedGroupsOnly: boolean;
  permissions: ReadonlySet<Permission>;
};

/** Who does something: an account within one call, or the server itself. */
export type Actor = Omit<Account, 'permissions'> & {
  /** Whether the role includes a permission. Throws for one that the call's row of the policy does not name. */
  may(permission: Permission): boolean;
};

/** The account within one call, which asks only for permissions of its row of the policy. */
export function actorIn({ permissions, ...account }: Account, action: Action): Actor {
  const { who, sometimes } = POLICY[action];
  const named = new Set<string>([...(typeof who === 'string' ? [] : who), ...Object.keys(sometimes)]);
  return {
    ...account,
    may(permission) {
      if (!named.has(permission)) throw new Error(`The policy of ${action} does not name ${permission}`);
      return permissions.has(permission);
    },
  };
}

/** Jobs work as the server, or in the name of who asked for them; what they do was permitted when it was asked for. */
export function systemActor(
  tenantId: string,
  { id = 'system', name = 'OpenBenefits', assignedGroupsOnly = false }: Partial<Actor> = {},
): Actor {
  return {
    id,
    name,
    tenantId,
    role: 'system',
    roleName: 'System',
    assignedGroupsOnly,
    may: (permission) => ALL_PERMISSIONS.includes(permission),
  };
}

const OWN_GROUPS_ONLY =
  'You see only your assigned groups. This concerns all groups, so a user who sees all of them has to do it.';

/** Rejects unless the account fulfills the action's row of the policy. */
export function authorize(account: Account, action: Action): void {
  const { who, scope } = POLICY[action];
  if (typeof who !== 'string')
    for (const permission of who) requireOf(account, account.permissions.has(permission), permission);
  if (scope === 'organization' && account.assignedGroupsOnly) throw new Refusal('forbidden', OWN_GROUPS_ONLY);
}

/** Rejects unless the actor has a permission that the call takes because of what it is about (`sometimes`). */
export const requirePermission = (actor: Actor, permission: Permission): void =>
  requireOf(actor, actor.may(permission), permission);

function requireOf({ roleName }: Pick<Account, 'roleName'>, may: boolean, permission: Permission): void {
  if (!may)
    throw new Refusal(
      'forbidden',
      `Your role, ${roleName}, does not include “${PERMISSION_LABEL[permission]}”. An administrator can grant it.`,
    );
}
