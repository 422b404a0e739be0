import { GROUP_STATUSES } from '@openbenefits/domain/groups/group-status';
import { BILLING_METHODS } from '@openbenefits/domain/groups/group-terms';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { calendarDate, id, page, pageOf } from './wire.ts';

/** A group as the cards of Group Management show it (specification 1, section 2.7). */
const managedGroup = z.object({
  id,
  name: z.string(),
  cim: z.string(),
  status: z.enum(GROUP_STATUSES),
  /** Null if unknown; shown as 'N/A'. */
  employees: z.number().int().nullable(),
  effectiveDate: calendarDate,
  billingMethod: z.enum(BILLING_METHODS),
});
export type ManagedGroup = z.infer<typeof managedGroup>;

export const groupManagement = {
  stats: oc
    .route({ method: 'GET', path: '/group-management/stats', tags: ['Groups'] })
    .errors(errors)
    .output(
      z.object({
        active: z.number().int(),
        employees: z.number().int(),
        totalMembers: z.number().int(),
        pending: z.number().int(),
        total: z.number().int(),
      }),
    ),
  /** Newest first; the search is by company name or CIM number. */
  list: oc
    .route({ method: 'GET', path: '/group-management', tags: ['Groups'] })
    .errors(errors)
    .input(z.object({ search: z.string().max(200).optional(), ...page }))
    .output(pageOf(managedGroup)),
};
