import { NOTIFICATION_LEVELS } from '@openbenefits/domain/groups/bulk-action';
import { GROUP_SORTS } from '@openbenefits/domain/groups/group-sorts';
import { GROUP_STATUSES } from '@openbenefits/domain/groups/group-status';
import { ENROLLMENT_PERIODS } from '@openbenefits/domain/groups/group-terms';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { calendarDate, cents, id, idempotencyKey, instant, page, pageOf } from './wire.ts';

/**
 * A group on the Group Administration Dashboard (specification 1, sections 2.12 and 3); null shows as the specified
 * default.
 */
const administeredGroup = z.object({
  id,
  name: z.string(),
  cim: z.string(),
  status: z.enum(GROUP_STATUSES),
  industry: z.string().nullable(),
  employees: z.number().int(),
  enrolled: z.number().int(),
  effectiveDate: calendarDate,
  renewalDate: calendarDate.nullable(),
  admin: z.string().nullable(),
  adminEmail: z.string().nullable(),
  /** Kinds of medical plan the group offers: 'PPO, HMO'; null shows as 'Standard Plan'. */
  planType: z.string().nullable(),
  monthlyPremium: cents.nullable(),
  lastActivity: instant,
  /** Staff who are assigned to the group. */
  assigned: z.array(z.string()),
});
export type AdministeredGroup = z.infer<typeof administeredGroup>;

const administrationSummary = z.object({
  active: z.number().int(),
  pendingReview: z.number().int(),
  total: z.number().int(),
  /** Sum of the employee counts that the groups reported. */
  employees: z.number().int(),
  /** Member records of all groups, as the directory counts them. */
  totalMembers: z.number().int(),
  /** Subscribers with coverage in effect today. */
  enrolled: z.number().int(),
  /** Premium a month of today's coverage of all groups. */
  revenue: cents,
});
export type AdministrationSummary = z.infer<typeof administrationSummary>;

const staffAccess = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  title: z.string(),
  roleName: z.string(),
  assigned: z.boolean(),
  /** Sees only assigned groups. */
  limited: z.boolean(),
  /** How many groups are assigned, for knowing what a limit means. */
  groups: z.number().int(),
  /** Why the limit cannot be changed by this person; null where it can. */
  lockedReason: z.string().nullable(),
});
export type StaffAccess = z.infer<typeof staffAccess>;

const userId = z.string().min(1).max(100);
const bulkAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('administrator'), userId }),
  z.object({ kind: z.literal('enrollment_period'), value: z.enum(ENROLLMENT_PERIODS) }),
  z.object({ kind: z.literal('notification_level'), value: z.enum(NOTIFICATION_LEVELS) }),
]);
export type BulkAction = z.infer<typeof bulkAction>;
const bulk = { groupIds: z.array(id).min(1).max(500), action: bulkAction };
const effect = z.object({ total: z.number().int(), already: z.number().int(), changes: z.number().int() });

const route = (path: `/${string}`, method: 'GET' | 'POST' = 'POST') =>
  oc.route({ method, path, tags: ['Group administration'] }).errors(errors);

export const groupAdministration = {
  /** A page of the dashboard. POST, because a search may name an administrator. */
  administered: route('/group-administration')
    .input(
      z.object({
        search: z.string().max(200).optional(),
        status: z.enum(GROUP_STATUSES).optional(),
        sort: z.enum(GROUP_SORTS).default('name'),
        descending: z.boolean().default(false),
        ...page,
      }),
    )
    .output(pageOf(administeredGroup).extend({ unfiltered: z.number().int() })),
  administrationSummary: route('/group-administration/summary', 'GET').output(administrationSummary),
  access: {
    /** Staff of the organization, who of them is assigned to the group, and who sees only assigned groups. */
    get: route('/groups/{groupId}/access', 'GET')
      .input(z.object({ groupId: id }))
      .output(z.array(staffAccess)),
    /** Assigns exactly these users to the group. */
    set: route('/groups/{groupId}/access')
      .input(z.object({ groupId: id, userIds: z.array(userId).max(200), idempotencyKey }))
      .output(z.object({ assigned: z.number().int() })),
    /** Limits a user to assigned groups, or removes the limit, effective with the user's next request. */
    setScope: route('/group-administration/scope')
      .input(z.object({ userId, limited: z.boolean(), idempotencyKey }))
      .output(z.object({ limited: z.boolean() })),
  },
  bulk: {
    /** Staff who can be assigned. */
    administrators: route('/group-administration/administrators', 'GET').output(
      z.array(z.object({ id: z.string(), name: z.string(), title: z.string() })),
    ),
    /** What the action would change, and for how many it is so already. */
    preview: route('/group-administration/bulk/preview').input(z.object(bulk)).output(effect),
    /** Changes the groups for which it is not so already, all or none; each has the change in its history. */
    apply: route('/group-administration/bulk')
      .input(z.object({ ...bulk, idempotencyKey }))
      .output(effect),
  },
};
