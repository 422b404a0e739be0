import { AGING_BUCKETS } from '@openbenefits/domain/billing/aging';
import { DELINQUENCY_STATES } from '@openbenefits/domain/billing/delinquency';
import { END_RULES, FIRST_GRACE_DAYS, RULE_SCOPES } from '@openbenefits/domain/billing/delinquency-rule';
import { STATEMENT_KINDS } from '@openbenefits/domain/billing/statement';
import { GROUP_STATUSES } from '@openbenefits/domain/groups/group-status';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { calendarDate, cents, id, idempotencyKey, instant, nameText, page, paymentAmount, rowsOf } from './wire.ts';

/** The delinquency of a group, derived from the ledger. */
const delinquency = z.object({
  state: z.enum(DELINQUENCY_STATES),
  /** Overdue premium after credit and unapplied cash. */
  arrears: cents,
  paused: z.enum(['hold', 'plan', 'debit']).nullable(),
  billId: id.nullable(),
  billNumber: z.string().nullable(),
  dueDate: calendarDate.nullable(),
  lastGraceDay: calendarDate.nullable(),
  suspendOn: calendarDate.nullable(),
  endOn: calendarDate.nullable(),
  /** The last day of coverage if the arrears are not paid. */
  coverageEnd: calendarDate.nullable(),
  /** The next notice by the rule. */
  nextNotice: z.object({ kind: z.enum(['reminder', 'letter']), on: calendarDate }).nullable(),
});
export type GroupDelinquency = z.infer<typeof delinquency>;

const step = z.enum(['suspend', 'end', 'reinstate']).nullable();
const delinquentRow = delinquency.extend({
  groupId: id,
  groupName: z.string(),
  status: z.enum(GROUP_STATUSES),
  /** What a person is to do; the status is changed with its own preview. */
  step,
  lastNotice: z.object({ kind: z.enum(['reminder', 'letter']), on: calendarDate }).nullable(),
  installment: z.object({ number: z.number().int(), of: z.number().int(), on: calendarDate, cents }).nullable(),
});
export type DelinquentGroup = z.infer<typeof delinquentRow>;

const notice = z.object({
  id,
  kind: z.enum(['reminder', 'letter', 'statement']),
  billNumber: z.string().nullable(),
  madeAt: instant,
  madeBy: z.string(),
  to: z.string().nullable(),
  copiedTo: z.string().nullable(),
  /** Of the mail; null where there is no address, and the PDF must be printed. */
  delivery: z.enum(['waiting', 'sent', 'kept', 'failed']).nullable(),
  deliveredAt: instant.nullable(),
  hasPdf: z.boolean(),
});
export type ArrearsNotice = z.infer<typeof notice>;

const terms = {
  scope: z.enum(RULE_SCOPES),
  scopeValue: z.string().trim().max(100),
  firstGraceDay: z.enum(FIRST_GRACE_DAYS),
  graceDays: z.number().int().nullable(),
  reminderDays: z.array(z.number().int()).max(20),
  letterDays: z.array(z.number().int()).max(20),
  copiesBroker: z.boolean(),
  endRule: z.enum(END_RULES),
  endAfterDays: z.number().int(),
  tolerance: cents,
  tolerancePercent: z.number().default(0),
  isFirstPaymentStrict: z.boolean().default(false),
  reinstatements: z.number().int().nullable(),
};
const rule = z.object({ ...terms, effectiveOn: calendarDate, setBy: z.string().nullable() });
export type DelinquencyRuleRow = z.infer<typeof rule>;

const delinquentGroup = delinquentRow.extend({
  contactName: z.string().nullable(),
  contactEmail: z.string().nullable(),
  broker: z.object({ name: z.string(), email: z.string() }).nullable(),
  rule: z.object(terms),
  hold: z
    .object({ id, from: calendarDate, until: calendarDate.nullable(), reason: z.string(), by: z.string() })
    .nullable(),
  plan: z
    .object({
      id,
      madeOn: calendarDate,
      by: z.string(),
      missedOn: calendarDate.nullable(),
      installments: z.array(z.object({ on: calendarDate, cents })),
    })
    .nullable(),
  notices: z.array(notice),
  /** Why the group cannot be reinstated; null where it can. */
  reinstateObstacle: z.string().nullable(),
});
export type DelinquentGroupDetail = z.infer<typeof delinquentGroup>;

const buckets = z.object(
  Object.fromEntries(AGING_BUCKETS.map((bucket) => [bucket, cents])) as Record<
    (typeof AGING_BUCKETS)[number],
    typeof cents
  >,
);
const agingRow = z.object({
  groupId: id,
  groupName: z.string(),
  isEnded: z.boolean(),
  buckets,
  total: cents,
  /** Of the bills that are not yet due, the one that is due next. */
  notYetDue: z.object({ issueDate: calendarDate, dueDate: calendarDate }).nullable(),
  /** As of today: what comes next. */
  next: delinquentRow
    .pick({ state: true, paused: true, lastGraceDay: true, lastNotice: true, installment: true })
    .nullable(),
});
export type AgingRow = z.infer<typeof agingRow>;
const section = z.object({ groups: z.number().int(), cents });
const agingTotals = z.object({
  on: calendarDate,
  buckets: z.array(
    z.object({
      bucket: z.enum(AGING_BUCKETS),
      cents,
      bills: z.number().int(),
      firstDue: calendarDate.nullable(),
    }),
  ),
  active: section,
  ended: section,
  total: cents,
  /** Account 1100 on that day. */
  ledger: cents,
  unapplied: cents,
  credits: cents,
});
export type AgingTotals = z.infer<typeof agingTotals>;

const statement = z.object({
  groupId: id,
  groupName: z.string(),
  cim: z.string(),
  from: calendarDate,
  to: calendarDate,
  lines: z.array(
    z.object({
      id,
      on: calendarDate,
      kind: z.enum(STATEMENT_KINDS),
      text: z.string(),
      note: z.string(),
      cents,
      balance: cents,
    }),
  ),
  sums: z.object({ opening: cents, bills: cents, payments: cents, credits: cents, closing: cents }),
  /** Accounts 1100, 2000 and 2010 of the group on the last day. */
  ledger: z.object({ receivable: cents, unapplied: cents, credits: cents, balance: cents }),
});
export type Statement = z.infer<typeof statement>;

const mailing = z.object({
  groupId: id,
  groupName: z.string(),
  billId: id.nullable(),
  billNumber: z.string().nullable(),
  dueDate: calendarDate.nullable(),
  cents,
  to: z.string(),
});
const mailingPreview = z.object({
  send: z.array(mailing),
  skipped: z.array(z.object({ groupId: id, groupName: z.string(), reason: z.string() })),
});
export type MailingPreview = z.infer<typeof mailingPreview>;

const route = (path: `/${string}`, method: 'GET' | 'POST' = 'POST') =>
  oc.route({ method, path, tags: ['Billing'] }).errors(errors);
const ofGroup = z.object({ groupId: id });
const search = z.string().max(200).optional();
const period = { groupId: id, from: calendarDate, to: calendarDate };

/** What groups owe and for how long: delinquency, reminders, aging and statements. */
export const arrears = {
  /** The delinquency of one group, for its card. */
  state: route('/billing/delinquency/{groupId}/state', 'GET').input(ofGroup).output(delinquency),
  /** Groups with overdue bills, and suspended or terminated ones whose arrears are paid; the oldest bill first. */
  groups: route('/billing/delinquency', 'GET')
    .input(z.object({ ...page, search }))
    .output(rowsOf(delinquentRow)),
  group: route('/billing/delinquency/{groupId}', 'GET').input(ofGroup).output(delinquentGroup),
  hold: route('/billing/delinquency/{groupId}/hold')
    .input(
      z.object({
        groupId: id,
        until: calendarDate.nullable(),
        reason: z.string().trim().min(1, 'Enter a reason.').max(300),
        idempotencyKey,
      }),
    )
    .output(z.object({ id })),
  liftHold: route('/billing/delinquency/holds/{id}/lift')
    .input(z.object({ id, idempotencyKey }))
    .output(z.object({ id })),
  plan: route('/billing/delinquency/{groupId}/plan')
    .input(
      z.object({
        groupId: id,
        installments: z.array(z.object({ on: calendarDate, cents: paymentAmount })).max(24),
        idempotencyKey,
      }),
    )
    .output(z.object({ id })),
  endPlan: route('/billing/delinquency/plans/{id}/end')
    .input(z.object({ id, idempotencyKey }))
    .output(z.object({ id })),
  /** Who gets a copy of the group's letters; null is nobody. */
  setBroker: route('/billing/delinquency/{groupId}/broker')
    .input(
      z.object({
        groupId: id,
        broker: z.object({ name: nameText(100), email: z.string().trim().max(254) }).nullable(),
        idempotencyKey,
      }),
    )
    .output(ofGroup),
  rules: {
    list: route('/billing/delinquency/rules', 'GET').input(z.object({})).output(z.array(rule)),
    set: route('/billing/delinquency/rules')
      .input(z.object({ ...terms, effectiveOn: calendarDate, idempotencyKey }))
      .output(z.object({ effectiveOn: calendarDate })),
  },
  reminders: {
    /** Which groups get a reminder, of which bill and at which address, and which do not, with the reason; nothing is sent. */
    preview: route('/billing/reminders', 'GET')
      .input(z.object({ groupId: id.optional() }))
      .output(mailingPreview),
    /** Sends the reminders of these bills; what is no longer due is skipped with the reason. */
    send: route('/billing/reminders')
      .input(z.object({ billIds: z.array(id).min(1).max(2000), idempotencyKey }))
      .output(z.object({ sent: z.number().int(), skipped: mailingPreview.shape.skipped })),
  },
  aging: {
    /** By group, active ones first. */
    groups: route('/billing/aging', 'GET')
      .input(z.object({ ...page, on: calendarDate.optional(), search }))
      .output(rowsOf(agingRow)),
    totals: route('/billing/aging/totals', 'GET')
      .input(z.object({ on: calendarDate.optional(), search }))
      .output(agingTotals),
  },
  statements: {
    get: route('/billing/statements/{groupId}', 'GET').input(z.object(period)).output(statement),
    preview: route('/billing/statements', 'GET')
      .input(z.object({ groupId: id.optional(), from: calendarDate.optional(), to: calendarDate.optional() }))
      .output(mailingPreview),
    /** Mails each group's contact a link to its statement of a period, once a day for each period. */
    send: route('/billing/statements')
      .input(z.object({ groupIds: z.array(id).min(1).max(2000), from: calendarDate, to: calendarDate, idempotencyKey }))
      .output(z.object({ sent: z.number().int(), skipped: mailingPreview.shape.skipped })),
  },
};
