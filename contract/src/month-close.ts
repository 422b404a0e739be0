import { oc } from '@orpc/contract';
import { z } from 'zod';
import { waitingApproval } from './approvals.ts';
import { errors } from './errors.ts';
import { calendarDate, cents, id, idempotencyKey, instant } from './wire.ts';

const route = (path: `/${string}`, method: 'GET' | 'POST' = 'POST') =>
  oc.route({ method, path, tags: ['Billing'] }).errors(errors);
const month = z.object({ month: calendarDate });
const asked = z.object({ approvalId: id, waitsBecause: z.string().nullable() });

const ledgerMonth = z.object({
  /** Its first day. */
  month: calendarDate,
  entries: z.number().int(),
  debit: cents,
  state: z.enum(['current', 'open', 'closed']),
  closedBy: z.string().nullable(),
  closedAt: instant.nullable(),
  /** Of the trial balance that the closing froze. */
  sha256: z.string().nullable(),
  /** What another person is asked to approve. */
  waitsFor: z.enum(['close', 'reopen']).nullable(),
  approval: waitingApproval,
});
export type LedgerMonth = z.infer<typeof ledgerMonth>;

const checklist = z.object({
  /** Bill runs of the month or before that are not posted. */
  drafts: z.number().int(),
  unapplied: z.number().int(),
  unappliedCents: cents,
  failedRefunds: z.number().int(),
  unreconciled: z.number().int(),
  /** ACH files that were not sent. */
  openFiles: z.number().int(),
  /** Payments of no group. */
  unassigned: z.number().int(),
});
export type CloseChecklist = z.infer<typeof checklist>;

/** Month close: a closed month takes no entry, and its trial balance stays as it was. */
export const monthClose = {
  list: route('/billing/months', 'GET')
    .input(z.object({}))
    .output(z.object({ rows: z.array(ledgerMonth) })),
  checklist: route('/billing/months/{month}/checklist', 'GET').input(month).output(checklist),
  /** Asks for the close of the earliest open month; another person approves it. */
  close: route('/billing/months/{month}/close').input(month.extend({ idempotencyKey })).output(asked),
  /** Asks for the newest closed month to be opened again. */
  reopen: route('/billing/months/{month}/reopen')
    .input(month.extend({ reason: z.string().trim().min(1, 'Enter a reason.').max(300), idempotencyKey }))
    .output(asked),
};
