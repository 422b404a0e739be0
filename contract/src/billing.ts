import { BILL_ANOMALIES } from '@openbenefits/domain/billing/bill-anomalies';
import { BILL_LINE_KINDS, LIMIT_SOURCES } from '@openbenefits/domain/billing/bill-lines';
import { UNBILLED_CHOICES } from '@openbenefits/domain/billing/unbilled-months';
import { BILL_STATUSES } from '@openbenefits/domain/billing/bill-status';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { GROUP_STATUSES, GROUP_TYPES } from '@openbenefits/domain/groups/group-status';
import { HELD_CODES } from '@openbenefits/domain/plans/price-trace';
import { PLAN_TIERS } from '@openbenefits/domain/plans/tier-set';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { billExplanation, creditLimitTerms, lineCause } from './bill-explanation.ts';
import { billRun, billRunFigures, holdCause } from './bill-runs.ts';
import { waitingApproval } from './approvals.ts';
import { errors } from './errors.ts';
import { monthClose } from './month-close.ts';
import { calendarDate, cents, id, idempotencyKey, instant, page, pageOf, rowsOf } from './wire.ts';

/** A bill in a list. `number` is given when it is posted. */
const billRow = z.object({
  id,
  groupId: id,
  groupName: z.string(),
  number: z.string().nullable(),
  version: z.number().int(),
  period: calendarDate,
  issueDate: calendarDate,
  dueDate: calendarDate,
  subscribers: z.number().int(),
  premium: cents,
  retro: cents,
  total: cents,
  /** What is still owed of it, from the ledger. */
  due: cents,
  status: z.enum(BILL_STATUSES),
  held: z.number().int(),
  anomalies: z.array(z.enum(BILL_ANOMALIES)),
});
export type BillRow = z.infer<typeof billRow>;

const planTotal = z.object({
  line: z.enum(COVERAGE_LINES),
  planName: z.string(),
  planCode: z.string(),
  tier: z.enum(PLAN_TIERS).nullable(),
  subscribers: z.number().int(),
  cents,
});

const billLine = z.object({
  place: z.number().int(),
  subscriberId: id,
  name: z.string(),
  employeeId: z.string().nullable(),
  planName: z.string(),
  line: z.enum(COVERAGE_LINES),
  tier: z.enum(PLAN_TIERS).nullable(),
  coveredMonth: calendarDate,
  kind: z.enum(BILL_LINE_KINDS),
  cents,
  /** Who changed what, for an adjustment. */
  cause: z.string().nullable(),
  /** For an amount that is not credited: the days of notice that were exceeded. */
  noticeDays: z.number().int().nullable(),
  limitSource: z.enum(LIMIT_SOURCES).nullable(),
});
export type BillLineRow = z.infer<typeof billLine>;

const hold = z.object({
  subscriberId: id,
  name: z.string(),
  planName: z.string(),
  line: z.enum(COVERAGE_LINES),
  planId: id,
  coveredMonth: calendarDate,
  /** In words, with what to do. */
  reason: z.string(),
  excludedBy: z.string().nullable(),
  excludedReason: z.string().nullable(),
});

const billDetail = billRow.extend({
  billingMethod: z.enum(['list_bill', 'self_bill']),
  groupType: z.enum(GROUP_TYPES),
  /** The day of the last payment of the bill; null where nothing was paid. */
  paidOn: calendarDate.nullable(),
  header: z.object({
    groupName: z.string(),
    cim: z.string(),
    address: z.array(z.string()).readonly(),
    contactName: z.string().nullable(),
    contactEmail: z.string().nullable(),
    contactPhone: z.string().nullable(),
    issuerName: z.string(),
    remitTo: z.array(z.string()).readonly(),
    issuerPhone: z.string().nullable(),
    issuerEmail: z.string().nullable(),
    paymentMethod: z.string(),
    gracePeriodDays: z.number().int(),
  }),
  plans: z.array(planTotal),
  adjustments: z.array(planTotal),
  holds: z.array(hold),
  runId: id,
  /** Earlier months without a bill: what this bill does about them. */
  months: z.array(
    z.object({
      month: calendarDate,
      choice: z.enum(['ask', 'bill', 'nothing']),
      subscribers: z.number().int(),
      cents,
      held: z.number().int(),
    }),
  ),
  /** Owed on earlier bills when this one was posted, and now. */
  earlierBalance: cents,
  totalDue: cents,
  postedBy: z.string().nullable(),
  postedAt: instant.nullable(),
  sentAt: instant.nullable(),
  hasPdf: z.boolean(),
  replaces: z.string().nullable(),
  replacedBy: z.string().nullable(),
  voidedBy: z.string().nullable(),
  voidReason: z.string().nullable(),
  /** Its void, or its new version, that waits for a second person. */
  approval: waitingApproval,
  lines: z.number().int(),
});
export type BillDetail = z.infer<typeof billDetail>;

const rerunLine = z.object({
  subscriberId: id,
  name: z.string(),
  planName: z.string(),
  line: z.enum(COVERAGE_LINES),
  coveredMonth: calendarDate,
  billed: cents,
  now: cents,
  difference: cents,
  cause: lineCause.nullable(),
  /** Of the difference, what the next bill does not credit, and why. */
  uncredited: cents,
  limit: creditLimitTerms.nullable(),
});

/** A subscriber who makes a draft unusual. */
const unusual = z.object({
  kind: z.enum(BILL_ANOMALIES),
  subscriberId: id,
  name: z.string(),
  /** What the bill has for them that is unusual; null where it has nothing. */
  cents: cents.nullable(),
});
export type UnusualSubscriber = z.infer<typeof unusual>;

const overview = z.object({
  group: z
    .object({
      id,
      name: z.string(),
      cim: z.string(),
      status: z.enum(GROUP_STATUSES),
      employees: z.number().int(),
      /** Who is editing the group; null: Unlocked for Editing. */
      lockedBy: z.string().nullable(),
    })
    .nullable(),
  owed: cents,
  overdue: cents,
  credit: cents,
  nextBill: z.object({ period: calendarDate, issueDate: calendarDate }).nullable(),
  recent: z.array(billRow).max(3),
});
export type BillingOverview = z.infer<typeof overview>;

const account = z.object({ account: z.string(), name: z.string(), debit: cents, credit: cents });
const entry = z.object({
  id,
  effectiveOn: calendarDate,
  postedAt: instant,
  kind: z.string(),
  memo: z.string(),
  groupName: z.string().nullable(),
  cents,
  by: z.string(),
});

const invoiceFilter = {
  groupId: id.optional(),
  search: z.string().max(200).optional(),
  status: z.enum(BILL_STATUSES).optional(),
};

const route = (path: `/${string}`, method: 'GET' | 'POST' = 'POST') =>
  oc.route({ method, path, tags: ['Billing'] }).errors(errors);
const of = z.object({ id });
const write = z.object({ id, idempotencyKey });

/** Bills: runs with review, bills, rerun, and the ledger behind every balance. */
export const billing = {
  overview: route('/billing/overview', 'GET')
    .input(z.object({ groupId: id.optional() }))
    .output(overview),
  /** Posted bills, the newest first. */
  invoices: route('/billing/invoices', 'GET')
    .input(z.object({ ...page, ...invoiceFilter }))
    .output(rowsOf(billRow)),
  /** What the same filter finds in all. */
  invoiceTotals: route('/billing/invoices/totals', 'GET')
    .input(z.object(invoiceFilter))
    .output(z.object({ total: z.number().int(), amount: cents, open: cents })),
  bill: route('/billing/bills/{id}', 'GET').input(of).output(billDetail),
  /** Who makes a draft unusual, at most some of each kind; the read is audited. */
  unusual: route('/billing/bills/{id}/unusual', 'GET').input(of).output(z.array(unusual)),
  /** Lines of a bill by subscriber; the read is audited. */
  lines: route('/billing/bills/{id}/lines', 'GET')
    .input(z.object({ id, ...page, search: z.string().max(200).optional() }))
    .output(pageOf(billLine)),
  ...billExplanation,
  /** Mails the group's contact a link to the bill. */
  email: route('/billing/bills/{id}/email')
    .input(write)
    .output(z.object({ to: z.string() })),
  /** Marks the bill as to be printed again and says which file that is; the bytes are the same. */
  reprint: route('/billing/bills/{id}/reprint')
    .input(write)
    .output(z.object({ id, sha256: z.string() })),
  /** Voids a bill that was neither sent nor paid; it keeps its number, and a new run bills its month again. */
  void: route('/billing/bills/{id}/void')
    .input(z.object({ id, reason: z.string().trim().min(1, 'Enter a reason.').max(500), idempotencyKey }))
    /** Why it waits for a second person; null where the bill is void. */
    .output(z.object({ id, waitsBecause: z.string().nullable() })),
  rerunPreview: route('/billing/bills/{id}/rerun', 'GET')
    .input(of)
    .output(
      z.object({
        lines: z.array(rerunLine),
        total: cents,
        /** Of the total, what credit limits keep charged. */
        uncredited: cents,
        /** A bill that was not sent and has no payment is replaced; otherwise the next bill adjusts it. */
        mode: z.enum(['replace', 'adjust']),
        why: z.string(),
        sight: z.string(),
      }),
    ),
  /** Posts what the preview showed: another result since then is a CONFLICT. */
  rerun: route('/billing/bills/{id}/rerun')
    .input(z.object({ id, sight: z.string(), idempotencyKey }))
    /** The new version; or the bill and why it waits for a second person. */
    .output(z.object({ id, number: z.string().nullable(), waitsBecause: z.string().nullable() })),
  runs: {
    list: route('/billing/runs', 'GET').input(z.object({})).output(z.array(billRun)),
    get: route('/billing/runs/{id}', 'GET')
      .input(of)
      .output(z.object({ run: billRun, figures: billRunFigures })),
    bills: route('/billing/runs/{id}/bills', 'GET')
      .input(
        z.object({ id, ...page, anomaly: z.enum(BILL_ANOMALIES).optional(), search: z.string().max(200).optional() }),
      )
      .output(pageOf(billRow)),
    start: route('/billing/runs')
      .input(z.object({ period: calendarDate, groupIds: z.array(id).max(500).nullable(), idempotencyKey }))
      .output(z.object({ id })),
    pause: route('/billing/runs/{id}/pause').input(write).output(of),
    resume: route('/billing/runs/{id}/resume').input(write).output(of),
    /** Calculates all drafts again, or that of one bill, with what is known now. */
    refresh: route('/billing/runs/{id}/refresh')
      .input(z.object({ id, billId: id.optional(), idempotencyKey }))
      .output(of),
    cancel: route('/billing/runs/{id}/cancel').input(write).output(of),
    /** Premiums without a price, by what has to be fixed; the read is audited. */
    holds: route('/billing/runs/{id}/holds', 'GET').input(of).output(z.array(holdCause)),
    /** Leaves premiums without a price out of the drafts, all or those of one cause, with one reason. */
    excludeHolds: route('/billing/runs/{id}/holds')
      .input(
        z.object({
          id,
          code: z.enum(HELD_CODES).optional(),
          planId: id.nullable().optional(),
          groupId: id.nullable().optional(),
          subscriberId: id.nullable().optional(),
          reason: z.string().trim().min(1, 'Enter a reason.').max(500),
          idempotencyKey,
        }),
      )
      .output(z.object({ excluded: z.number().int() })),
    /** Decides once about months that no bill has: on this bill, in runs of their own, or never, with a reason. */
    unbilled: route('/billing/runs/{id}/unbilled')
      .input(
        z
          .object({
            id,
            groupIds: z.array(id).min(1).max(500).nullable(),
            choice: z.enum(UNBILLED_CHOICES),
            reason: z.string().trim().max(500).optional(),
            idempotencyKey,
          })
          .refine(({ choice, reason }) => choice !== 'never' || reason, {
            path: ['reason'],
            message: 'Enter a reason.',
          }),
      )
      .output(z.object({ id, runs: z.array(id) })),
    post: route('/billing/runs/{id}/post')
      .input(z.object({ id, total: cents, idempotencyKey }))
      /** Why it waits for a second person; null where the posting starts at once. */
      .output(z.object({ id, waitsBecause: z.string().nullable() })),
  },
  /** Leaves a premium without a price out of a draft, by name and with a reason. */
  excludeHold: route('/billing/bills/{id}/holds')
    .input(
      z.object({
        id,
        subscriberId: id,
        line: z.enum(COVERAGE_LINES),
        planId: id,
        coveredMonth: calendarDate,
        reason: z.string().trim().min(1, 'Enter a reason.').max(500),
        idempotencyKey,
      }),
    )
    .output(of),
  months: monthClose,
  ledger: {
    trialBalance: route('/billing/ledger', 'GET')
      .input(z.object({ on: calendarDate.optional() }))
      .output(z.object({ on: calendarDate, accounts: z.array(account), debit: cents, credit: cents })),
    entries: route('/billing/ledger/{account}', 'GET')
      .input(z.object({ account: z.string().regex(/^\d{4}$/), ...page }))
      .output(pageOf(entry).extend({ name: z.string(), balance: cents })),
  },
};
