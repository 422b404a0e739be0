import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { DIRECTORY_SORTS, MEMBER_KINDS } from '@openbenefits/domain/members/directory';
import { MEMBER_STATUSES } from '@openbenefits/domain/members/member-status';
import { RELATIONSHIPS } from '@openbenefits/domain/relationship';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { calendarDate, id, instant, page } from './wire.ts';

const days = z.number().int().min(1).max(366).optional();

/** Filters of the directory, combined with AND. */
export const directoryFilter = z.object({
  /**
   * Part of a name, e-mail address, employee ID, title or member number. It may name a person: it travels in bodies
   * only.
   */
  search: z.string().max(200).optional(),
  kind: z.enum(MEMBER_KINDS).default('all'),
  status: z.enum(MEMBER_STATUSES).optional(),
  groupId: id.optional(),
  /** Added in the last days. */
  newWithinDays: days,
  /** Pending for longer than these days. */
  pendingOverDays: days,
  /** A coverage line starts in the next days without earlier coverage. */
  startsWithinDays: days,
  /** A coverage line ends in the next days and does not continue. */
  endsWithinDays: days,
  /** Covered children whose 26th birthday is in the next days. */
  ageOutWithinDays: days,
  /** Current members without an SSN on record. */
  missing: z.enum(['ssn']).optional(),
  /** Dependents covered today on a line that their subscriber is not covered on. */
  outsideSubscriber: z.boolean().optional(),
  /** Covered today, by whatever plan. */
  coveredToday: z.boolean().optional(),
  /** Covered on this day instead, as it is believed now. */
  coveredOn: calendarDate.optional(),
  /** Covered on this line, by this plan; today, or on `coveredOn`. */
  line: z.enum(COVERAGE_LINES).optional(),
  planId: id.optional(),
});
export type DirectoryFilter = z.infer<typeof directoryFilter>;

const directoryRow = z.object({
  id,
  name: z.string(),
  relationship: z.enum(RELATIONSHIPS),
  groupId: id,
  groupName: z.string(),
  memberNumber: z.string(),
  employeeId: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  status: z.enum(MEMBER_STATUSES),
  /** Lines of coverage today. */
  lines: z.array(z.enum(COVERAGE_LINES)),
  effectiveDate: calendarDate.nullable(),
  addedAt: instant,
});
export type DirectoryRow = z.infer<typeof directoryRow>;

const trend = z.array(z.number().int());

export const directory = {
  /**
   * Subscribers and dependents of all groups, a page at a time and without a total, so that the first rows wait for no
   * count. The read is audited.
   */
  list: oc
    .route({ method: 'POST', path: '/members', tags: ['Members'] })
    .errors(errors)
    .input(
      directoryFilter.extend({
        sort: z.enum(DIRECTORY_SORTS).default('name'),
        descending: z.boolean().default(false),
        ...page,
      }),
    )
    .output(z.object({ rows: z.array(directoryRow), next: z.string().nullable() })),
  /** How many the same filter finds; of a search at most 10,000, then `atLeast` is true. */
  total: oc
    .route({ method: 'POST', path: '/members/total', tags: ['Members'] })
    .errors(errors)
    .input(directoryFilter)
    .output(z.object({ total: z.number().int(), atLeast: z.boolean() })),
  /** The four cards (specification 1, section 2.13), counted from rows. */
  stats: oc
    .route({ method: 'GET', path: '/members/stats', tags: ['Members'] })
    .errors(errors)
    .output(
      z.object({
        total: z.number().int(),
        subscribers: z.number().int(),
        dependents: z.number().int(),
        new: z.number().int(),
        pending: z.number().int(),
        /** Records at the ends of the last twelve months, oldest first. */
        trends: z.object({ total: trend, dependents: trend }),
      }),
    ),
  /** Returns the plans to filter by. */
  plans: oc
    .route({ method: 'GET', path: '/members/plans', tags: ['Members'] })
    .errors(errors)
    .output(z.array(z.object({ id, name: z.string(), line: z.enum(COVERAGE_LINES) }))),
};
export type DirectoryStats = {
  total: number;
  subscribers: number;
  dependents: number;
  new: number;
  pending: number;
  trends: { total: number[]; dependents: number[] };
};
