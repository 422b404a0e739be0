import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { INVOICE_FIELDS } from '@openbenefits/domain/payments/reconciliation/columns';
import {
  DIFFERENCE_ACTIONS,
  DIFFERENCE_CLASSES,
  RECONCILIATION_SOURCES,
} from '@openbenefits/domain/payments/reconciliation/difference';
import { PLAN_TIERS } from '@openbenefits/domain/plans/tier-set';
import { LARGEST_INVOICE_FILE } from '@openbenefits/domain/payments/reconciliation/invoice-file';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { askedApproval, waitingApproval } from './approvals.ts';
import { errors } from './errors.ts';

import { calendarDate, cents, id, idempotencyKey, instant, nameText, page, paymentAmount, rowsOf } from './wire.ts';

const route = (path: `/${string}`, method: 'GET' | 'POST' = 'POST') =>
  oc.route({ method, path, tags: ['Reconciliation'] }).errors(errors);

/** A file inside a request; requests that carry one may be larger than others (operation-routes.ts). */
const sentFile = z.object({
  name: z.string().trim().min(1).max(200),
  base64: z.string().max(Math.ceil(LARGEST_INVOICE_FILE / 3) * 4, { message: 'The file is larger than 8 MB.' }),
});

/** Whose figures a file has: an employer's own bill or 820, or a carrier's invoice for one group or several. */
const from = {
  source: z.enum(RECONCILIATION_SOURCES),
  groupId: id.nullable(),
  carrier: z.string().trim().max(200).nullable(),
};
/** The column of each field, from 0. */
const columns = z.partialRecord(z.enum(INVOICE_FIELDS), z.number().int().min(0).max(99));
/** Plans by the text that the file has for them. */
const plans = z.array(z.object({ text: z.string().max(200), planId: id })).max(100);

const row = z.object({
  id,
  source: z.enum(RECONCILIATION_SOURCES),
  groupId: id.nullable(),
  groupName: z.string().nullable(),
  carrier: z.string().nullable(),
  month: calendarDate,
  reference: z.string(),
  fileName: z.string(),
  status: z.enum(['open', 'closed', 'replaced']),
  lines: z.number().int(),
  theirs: cents,
  ours: cents,
  undecided: z.number().int(),
  createdBy: z.string(),
  createdAt: instant,
});
export type ReconciliationRow = z.infer<typeof row>;

const sums = { lines: z.number().int(), theirs: cents, ours: cents };
const detail = row.extend({
  isPerMember: z.boolean(),
  theirCutOff: calendarDate.nullable(),
  knownAt: instant,
  matched: z.object(sums),
  /** Classes that have differences, in the order of the nine. */
  classes: z.array(
    z.object({
      kind: z.enum(DIFFERENCE_CLASSES),
      ...sums,
      undecided: z.number().int(),
      /** The nearest day on which one of them can still be corrected. */
      retroLimit: calendarDate.nullable(),
    }),
  ),
  decisions: z.array(
    z.object({ action: z.enum(DIFFERENCE_ACTIONS).nullable(), lines: z.number().int(), difference: cents }),
  ),
  nextLimit: z.object({ on: calendarDate, lines: z.number().int() }).nullable(),
});
export type ReconciliationDetail = z.infer<typeof detail>;

const line = z.object({
  place: z.number().int(),
  kind: z.enum(['match', ...DIFFERENCE_CLASSES]),
  groupId: id.nullable(),
  groupName: z.string().nullable(),
  subscriberId: id.nullable(),
  /** The member's name, or how the file names a person we do not know. */
  name: z.string().nullable(),
  memberNumber: z.string().nullable(),
  planName: z.string().nullable(),
  line: z.enum(COVERAGE_LINES).nullable(),
  tier: z.enum(PLAN_TIERS).nullable(),
  month: calendarDate,
  theirs: cents,
  ours: cents,
  reason: z.string(),
  fileRow: z.number().int().nullable(),
  retroLimit: calendarDate.nullable(),
  action: z.enum(DIFFERENCE_ACTIONS).nullable(),
  note: z.string().nullable(),
  assignee: z.string().nullable(),
  decidedBy: z.string().nullable(),
  /** What the next bill changes of the line's month as known when it was marked; null where it was not marked. */
  recalculated: cents.nullable(),
  /** The charge (more than zero) or credit on the next bill. */
  adjustment: z
    .object({
      id,
      cents,
      reason: z.string(),
      status: z.enum(['requested', 'approved', 'rejected']),
      requestedBy: z.string(),
      isOwn: z.boolean(),
      approval: waitingApproval,
      /** The posted bill that has it. */
      billNumber: z.string().nullable(),
    })
    .nullable(),
});
export type ReconciliationLine = z.infer<typeof line>;

export const lineFilter = {
  kind: z.enum(['differences', 'undecided', 'match', ...DIFFERENCE_CLASSES]).default('differences'),
  search: z.string().max(200).optional(),
};

/** Compares self bills and carrier invoices with our bills (domain rules 4.9). Letters are at /downloads/reconciliations/{id}. */
export const reconciliation = {
  list: route('/reconciliations/search')
    .input(z.object({ ...page, status: z.enum(['open', 'closed']).optional() }))
    .output(rowsOf(row)),
  sources: route('/reconciliations/sources', 'GET')
    .input(z.object({}))
    .output(
      z.object({
        carriers: z.array(z.string()),
        assignees: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
    ),
  /** Reads the headings of a file, with the columns as remembered for its source or as the headings name them. */
  preview: route('/reconciliations/preview')
    .input(z.object({ ...from, month: calendarDate, file: sentFile, columns: columns.optional() }))
    .output(
      z.object({
        headings: z.array(z.string()),
        columns,
        isRemembered: z.boolean(),
        rows: z.number().int(),
        amount: cents,
        /** Why the file cannot be compared with these columns. */
        problems: z.array(z.string()),
        /** Texts of the plan column that no plan has. */
        unknownPlans: z.array(z.string()),
        plans: z.array(z.object({ id, name: z.string() })),
      }),
    ),
  create: route('/reconciliations')
    .input(
      z.object({
        ...from,
        month: calendarDate.refine((day) => day >= '2000-01-01' && day <= '2100-01-01', {
          message: 'Choose a month from 2000 on.',
        }),
        reference: nameText(60),
        theirCutOff: calendarDate.nullable(),
        file: sentFile,
        columns,
        plans,
        /** The reconciliation that this file replaces. */
        replaces: id.nullable(),
        idempotencyKey,
      }),
    )
    .output(z.object({ id })),
  get: route('/reconciliations/{id}', 'GET').input(z.object({ id })).output(detail),
  lines: route('/reconciliations/{id}/lines')
    .input(z.object({ id, ...page, ...lineFilter }))
    .output(rowsOf(line)),
  /** Decides differences, by place or all of a class; `action` null takes a decision away. */
  decide: route('/reconciliations/{id}/decisions')
    .input(
      z.object({
        id,
        places: z.array(z.number().int()).max(200).optional(),
        kind: z.enum(DIFFERENCE_CLASSES).optional(),
        action: z.enum(DIFFERENCE_ACTIONS).nullable(),
        note: z.string().trim().max(300),
        assigneeId: z.string().max(60).nullable(),
        idempotencyKey,
      }),
    )
    .output(
      z.object({
        decided: z.number().int(),
        /** For Adjust: the differences whose month was marked for recalculation, and what the next bill changes of them. */
        recalculated: z.object({ changed: z.number().int(), unchanged: z.number().int(), cents }).nullable(),
      }),
    ),
  /** Puts a charge or a credit for a difference on the next bill; from a limit on a second person approves. */
  addAdjustment: route('/reconciliations/{id}/adjustments')
    .input(
      z.object({
        id,
        place: z.number().int(),
        kind: z.enum(['charge', 'credit']),
        cents: paymentAmount,
        reason: nameText(200).min(1, 'Enter a reason.'),
        idempotencyKey,
      }),
    )
    .output(z.object({ id, waitsBecause: z.string().nullable() })),
  /** Rejects an adjustment, or withdraws one that no posted bill has. */
  rejectAdjustment: route('/reconciliations/adjustments/{id}/reject')
    .input(z.object({ id, idempotencyKey }))
    .output(z.object({ id })),
  /** Days in which a carrier corrects a month back; null is the group's own. */
  retroLimits: route('/reconciliations/retro-limits', 'GET')
    .input(z.object({}))
    .output(z.array(z.object({ carrier: z.string(), days: z.number().int().nullable() }))),
  /** In force once another person has approved it. */
  setRetroLimit: route('/reconciliations/retro-limits')
    .input(
      z.object({
        carrier: z.string().max(200),
        days: z.number().int().min(1, 'Enter 1 to 730 days.').max(730, 'Enter 1 to 730 days.').nullable(),
        idempotencyKey,
      }),
    )
    .output(askedApproval),
  close: route('/reconciliations/{id}/close').input(z.object({ id, idempotencyKey })).output(z.object({ id })),
};
