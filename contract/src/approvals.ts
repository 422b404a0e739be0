import { APPROVAL_STATUSES, SUBJECT_KINDS } from '@openbenefits/domain/approvals/subjects';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { cents, id, idempotencyKey, instant } from './wire.ts';

const route = (path: `/${string}`, method: 'GET' | 'POST' = 'POST') =>
  oc.route({ method, path, tags: ['Approvals'] }).errors(errors);

/** The SHA-256 of everything that takes effect, as it was shown to the one who approves it. */
const approvalDigest = z.string().regex(/^[0-9a-f]{64}$/, 'Load the page again, and look at what waits.');

const fact = z.object({ label: z.string(), value: z.string() });

const approval = z.object({
  id,
  kind: z.enum(SUBJECT_KINDS),
  kindLabel: z.string(),
  /** The id of the refund, run, file or other thing that waits. */
  subjectId: z.string(),
  title: z.string(),
  /** The page that shows it. */
  link: z.string(),
  /** Null where it concerns the whole organization. */
  groupName: z.string().nullable(),
  cents: cents.nullable(),
  digest: z.string(),
  facts: z.array(fact),
  status: z.enum(APPROVAL_STATUSES),
  requestedBy: z.string(),
  requestedAt: instant,
  reason: z.string(),
  /** Why a second person is asked; null where one person decided. */
  waitsBecause: z.string().nullable(),
  isOwn: z.boolean(),
  /** Why the caller may not approve it; null where they may. */
  refusal: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  decisionReason: z.string().nullable(),
});
export type Approval = z.infer<typeof approval>;

/** What waits for approval of a row of another list: what to approve, and the digest of what was shown. */
export const waitingApproval = z.object({ id, digest: z.string() }).nullable();

/** The answer of what changes a setting: it takes effect when another person approves it. */
export const askedApproval = z.object({ approvalId: id, waitsBecause: z.string().nullable() });

const write = z.object({ id, idempotencyKey });
const of = z.object({ id });

/** Waiting for approval: what a second person approves, whatever it is. */
export const approvals = {
  /** What waits, the oldest first; or what was decided, the newest first. */
  list: route('/approvals', 'GET')
    .input(z.object({ decided: z.boolean().default(false) }))
    .output(z.object({ rows: z.array(approval) })),
  /** How many wait that the caller may approve. */
  count: route('/approvals/count', 'GET')
    .input(z.object({}))
    .output(z.object({ waiting: z.number().int() })),
  /** One of them, with what of it has changed since approval was asked for. */
  get: route('/approvals/{id}', 'GET')
    .input(of)
    .output(
      approval.extend({ changed: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })) }),
    ),
  approve: route('/approvals/{id}/approve')
    .input(write.extend({ digest: approvalDigest, reason: z.string().trim().max(300).optional() }))
    .output(of),
  reject: route('/approvals/{id}/reject')
    .input(write.extend({ reason: z.string().trim().min(1, 'Enter a reason.').max(300) }))
    .output(of),
  /** Takes one's own request back. */
  withdraw: route('/approvals/{id}/withdraw').input(write).output(of),
};
