import { BILL_ANOMALIES } from '@openbenefits/domain/billing/bill-anomalies';
import { HELD_CODES } from '@openbenefits/domain/plans/price-trace';
import { z } from 'zod';
import { waitingApproval } from './approvals.ts';
import { calendarDate, cents, id, instant } from './wire.ts';

const RUN_STATUSES = ['calculating', 'paused', 'review', 'posting', 'posted', 'cancelled', 'nothing_to_do'] as const;

export const billRun = z.object({
  id,
  period: calendarDate,
  /** Null is all active groups. */
  groups: z.number().int().nullable(),
  /** The first of the chosen groups by name. */
  groupNames: z.array(z.string()),
  bills: z.number().int(),
  total: cents,
  cutOffAt: instant,
  status: z.enum(RUN_STATUSES),
  groupsTotal: z.number().int(),
  groupsDone: z.number().int(),
  startedBy: z.string(),
  startedAt: instant,
  postedBy: z.string().nullable(),
  postedAt: instant.nullable(),
  /** The posting that waits for a second person. */
  approval: waitingApproval,
  /** What keeps the run from being finished, in words; it is tried again. */
  trouble: z.string().nullable(),
});
export type BillRun = z.infer<typeof billRun>;

const sumOfBills = z.object({ bills: z.number().int(), premium: cents, retro: cents, total: cents });

/** A month before the run's that groups have no bill of, with what it would add. */
const unbilledMonth = z.object({
  month: calendarDate,
  groups: z.number().int(),
  subscribers: z.number().int(),
  cents,
  held: z.number().int(),
});

export const billRunFigures = z.object({
  bills: z.number().int(),
  /** What can be posted now. */
  ready: sumOfBills,
  /** Drafts that wait, for a price or a decision; drafts with nothing to bill; bills that are posted. */
  waiting: z.number().int(),
  empty: z.number().int(),
  posted: z.number().int(),
  /** Months not billed yet: nothing of them is billed before it is decided. */
  unbilled: z.array(unbilledMonth),
  subscribers: z.number().int(),
  premium: cents,
  retro: cents,
  total: cents,
  /** Premium of the same groups' bills before. */
  premiumBefore: cents,
  held: z.number().int(),
  anomalies: z.array(z.object({ kind: z.enum(BILL_ANOMALIES), bills: z.number().int() })),
  /** SHA-256 of the lines in their order: the same bills have the same. Null while they are made, and for old runs. */
  digest: z.string().nullable(),
  /** Why the run cannot be posted; null where it can. */
  obstacle: z.string().nullable(),
  /** The total from which a second person approves the posting. */
  secondPersonFrom: cents,
});

export type BillRunFigures = z.infer<typeof billRunFigures>;

/** Premiums of a run that wait for one fix. */
export const holdCause = z.object({
  code: z.enum(HELD_CODES),
  planId: id.nullable(),
  groupId: id.nullable(),
  subscriberId: id.nullable(),
  planName: z.string(),
  groupName: z.string(),
  premiums: z.number().int(),
  bills: z.number().int(),
  /** In words, with what to do. */
  text: z.string(),
  /** Where it is fixed: the plan's rates, the member's record, the group's contribution. */
  where: z.enum(['rates', 'plan', 'member', 'group']).nullable(),
  memberId: id.nullable(),
});
export type HoldCause = z.infer<typeof holdCause>;
