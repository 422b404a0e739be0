import { GROUP_STATUSES } from '@openbenefits/domain/groups/group-status';
import { MEMBER_STATUSES } from '@openbenefits/domain/members/member-status';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { id } from './wire.ts';

const field = z.string().trim().max(200).optional();

const searchCriteria = z.object({
  /** The quick search: OR-ed over the columns named in the specification. All other fields are AND-ed. */
  term: field,
  firstName: field,
  lastName: field,
  email: field,
  employeeId: field,
  /** Nine digits (dashes or not), or the last four. */
  ssn: field,
  jobTitle: field,
  companyName: field,
  cimNumber: field,
  phone: field,
  address: field,
  city: field,
  state: field,
  zipCode: field,
  status: z.enum(['all', 'active', 'inactive', 'pending', 'terminated']).default('all'),
});
export type SearchCriteria = z.infer<typeof searchCriteria>;

const groupHit = z.object({
  type: z.literal('group'),
  id,
  title: z.string(),
  subtitle: z.string(),
  description: z.string(),
  status: z.enum(GROUP_STATUSES),
});
const memberHit = z.object({
  type: z.literal('member'),
  id,
  title: z.string(),
  subtitle: z.string(),
  description: z.string(),
  groupId: id,
  /** 'Unknown Group' where it cannot be resolved. */
  groupName: z.string(),
  relationship: z.string(),
  status: z.enum(MEMBER_STATUSES),
});
export type GroupHit = z.infer<typeof groupHit>;
export type MemberHit = z.infer<typeof memberHit>;

export const search = {
  /**
   * Returns matching groups and members; at most 15 groups and 8 members (specification 1, section 9), or 200 of each
   * with `all`. POST only, because search terms never appear in a URL. Searching by SSN needs its own permission,
   * counts toward the hourly limit of protected lookups, and is audited.
   */
  find: oc
    .route({ method: 'POST', path: '/search', tags: ['Search'] })
    .errors(errors)
    .input(searchCriteria.extend({ all: z.boolean().default(false) }))
    .output(
      z.object({
        groups: z.array(groupHit),
        members: z.array(memberHit),
        moreGroups: z.boolean(),
        moreMembers: z.boolean(),
        /** An SSN search by a user who may not reveal protected values: only the number of matches. */
        concealedMembers: z.number().int().nullable(),
      }),
    ),
};
