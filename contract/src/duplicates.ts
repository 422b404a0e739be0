import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { MERGE_FIELD_NAMES } from '@openbenefits/domain/members/merge-members';
import { MEMBER_STATUSES } from '@openbenefits/domain/members/member-status';
import { RELATIONSHIPS } from '@openbenefits/domain/relationship';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { rescissionGround } from './rescission.ts';
import { calendarDate, id, idempotencyKey, instant } from './wire.ts';

const person = z.object({
  id,
  name: z.string(),
  relationship: z.enum(RELATIONSHIPS),
  subscriberName: z.string().nullable(),
  groupId: id,
  groupName: z.string(),
  memberNumber: z.string(),
  employeeId: z.string().nullable(),
  status: z.enum(MEMBER_STATUSES),
  addedAt: instant,
});
const kind = z.enum(['mergeable', 'two_groups', 'subscriber_and_dependent', 'two_families']);

/**
 * Two records of perhaps one person: what they share, and what they are to each other (domain, members/same-person).
 */
const duplicatePair = z.object({
  a: person,
  b: person,
  kind,
  shared: z.enum(['ssn', 'birth']),
  names: z.enum(['same', 'similar', 'different']),
});
export type DuplicatePair = z.infer<typeof duplicatePair>;

const span = z.object({
  line: z.enum(COVERAGE_LINES),
  planId: id,
  planName: z.string(),
  from: calendarDate,
  until: calendarDate.nullable(),
});
const side = person.extend({
  /** Masked where protected: the last four of the SSN, the year of birth. */
  fields: z.record(z.enum(MERGE_FIELD_NAMES), z.string().nullable()),
  coverage: z.array(span),
  dependents: z.array(z.string()),
  /** If this record is kept: past months that dependents lose although they were paid for. `rescission` is needed. */
  paidMonthsLost: z.array(calendarDate),
});
const comparison = z.object({
  a: side,
  b: side,
  kind,
  /** Fields in which the two differ, whatever a mask shows. */
  differing: z.array(z.enum(MERGE_FIELD_NAMES)),
});
export type Comparison = z.infer<typeof comparison>;

export const duplicates = {
  /**
   * Returns possible duplicates that no one dismissed: the same SSN, or the same birth date and a similar name in one
   * group. At most 500; `more` is true if there are more.
   */
  list: oc
    .route({ method: 'GET', path: '/duplicates', tags: ['Duplicates'] })
    .errors(errors)
    .output(z.object({ rows: z.array(duplicatePair), more: z.boolean() })),
  /** Two records side by side. The read is audited. */
  compare: oc
    .route({ method: 'POST', path: '/duplicates/compare', tags: ['Duplicates'] })
    .errors(errors)
    .input(z.object({ a: id, b: id }))
    .output(comparison),
  /**
   * Merges one record into the other. `fromOther` names the fields that are taken from the record that goes. It can be
   * undone.
   */
  merge: oc
    .route({ method: 'POST', path: '/duplicates/merge', tags: ['Duplicates'] })
    .errors(errors)
    .input(
      z.object({
        keep: id,
        merge: id,
        fromOther: z.array(z.enum(MERGE_FIELD_NAMES)).max(30),
        rescission: rescissionGround.optional(),
        idempotencyKey,
      }),
    )
    .output(
      z.object({
        changeId: id,
        groupId: id,
        memberId: id,
        moved: z.number().int(),
        dropped: z.number().int(),
        dependents: z.number().int(),
      }),
    ),
  /** Says that the two are not the same person; they are not shown again. */
  dismiss: oc
    .route({ method: 'POST', path: '/duplicates/dismiss', tags: ['Duplicates'] })
    .errors(errors)
    .input(z.object({ a: id, b: id, idempotencyKey }))
    .output(z.object({ dismissed: z.literal(true) })),
};
