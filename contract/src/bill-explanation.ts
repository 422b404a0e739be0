import { BILL_LINE_KINDS, LIMIT_SOURCES } from '@openbenefits/domain/billing/bill-lines';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { PLAN_TIERS } from '@openbenefits/domain/plans/tier-set';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { priceExplanation } from './price-explanation.ts';
import { calendarDate, cents, id, instant, page, pageOf } from './wire.ts';

/** What made an amount differ: a change of members, or an activated version of rates. */
export const lineCause = z.object({
  text: z.string(),
  by: z.string(),
  at: instant,
  changeId: id.nullable(),
  rateTableId: id.nullable(),
});
export type LineCause = z.infer<typeof lineCause>;

/**
 * Why a credit is not given: the limit of the plan's carrier or the retro window of the group, and the notice that was
 * later than it allows.
 */
export const creditLimitTerms = z.object({
  source: z.enum(LIMIT_SOURCES),
  noticeDays: z.number().int(),
  /** The latest months that are credited; null where the limit was removed since. */
  creditMonths: z.number().int().nullable(),
  /** The first month of the limit. */
  effectiveOn: calendarDate.nullable(),
  planName: z.string(),
  carrierName: z.string(),
  /** The last day of coverage, and when it was recorded. */
  lastDay: calendarDate.nullable(),
  noticedOn: calendarDate.nullable(),
});
export type CreditLimitTerms = z.infer<typeof creditLimitTerms>;

/** Why a line of a bill has its amount: its month, as known at the bill's cut-off. */
const lineExplanation = z.object({
  groupId: id,
  subscriberId: id,
  name: z.string(),
  planName: z.string(),
  line: z.enum(COVERAGE_LINES),
  coveredMonth: calendarDate,
  kind: z.enum(BILL_LINE_KINDS),
  cents,
  knownAt: instant,
  /** Null: nobody was covered, so nothing should be billed. */
  price: priceExplanation.nullable(),
  /** Of an adjustment: what earlier bills had for the month, and what they should have had. */
  comparison: z
    .object({
      billedBefore: cents,
      /** Null: the premium has no price, so it stays as it was billed. */
      expected: cents.nullable(),
      /** Of the difference, what is deliberately not credited. */
      withheld: cents,
    })
    .nullable(),
  cause: lineCause.nullable(),
  /** Of an amount that is not credited. */
  limit: creditLimitTerms.nullable(),
  /** Of a waiver: the days that a newborn is free of charge by the plan's rule. */
  freeDays: z.number().int().nullable(),
  /** Of a fee or a credit: what it is for. */
  note: z.string().nullable(),
});
export type LineExplanation = z.infer<typeof lineExplanation>;

/** Lines of a plan that have the same amount. */
const equalLines = z.object({
  tier: z.enum(PLAN_TIERS).nullable(),
  kind: z.enum(BILL_LINE_KINDS),
  lines: z.number().int(),
  each: cents,
  total: cents,
});

const monthRow = z.object({
  subscriberId: id,
  name: z.string(),
  planName: z.string(),
  line: z.enum(COVERAGE_LINES),
  tier: z.enum(PLAN_TIERS).nullable(),
  /** What the month's bill has, or what was known at the chosen instant. */
  before: cents,
  /** Posted for the month by other bills since. */
  adjusted: cents,
  /** As known now; what has no price now stays as it was billed. */
  now: cents,
  isHeld: z.boolean(),
  /** Now minus then. */
  difference: cents,
  cause: lineCause.nullable(),
});
export type MonthRow = z.infer<typeof monthRow>;

const sums = z.object({ before: cents, adjusted: cents, now: cents, difference: cents });

const route = (path: `/${string}`) => oc.route({ method: 'GET', path, tags: ['Billing'] }).errors(errors);

export const billExplanation = {
  /** Explains one line of a bill; the read is audited. */
  explainLine: route('/billing/bills/{id}/lines/{place}/explanation')
    .input(z.object({ id, place: z.number().int().min(1) }))
    .output(lineExplanation),
  /** Explains the total of a plan on a bill: how many lines of which amount. */
  explainTotal: route('/billing/bills/{id}/totals')
    .input(z.object({ id, line: z.enum(COVERAGE_LINES), planCode: z.string().max(100) }))
    .output(z.object({ rows: z.array(equalLines), lines: z.number().int(), total: cents })),
  /**
   * A group's month as known then and as known now, a subscriber's line and plan at a time. Then is the posted bill's
   * cut-off, or `knownAt`. The read is audited.
   */
  monthView: route('/billing/groups/{groupId}/months/{month}')
    .input(
      z.object({
        groupId: id,
        month: calendarDate,
        knownAt: instant.optional(),
        onlyDifferent: z.boolean().optional(),
        ...page,
      }),
    )
    .output(
      pageOf(monthRow).extend({
        groupName: z.string(),
        bill: z.object({ id, number: z.string().nullable() }).nullable(),
        /** The instant that Then is taken at. */
        thenAt: instant.nullable(),
        nowAt: instant,
        sums,
        /** Subscribers whose amount differs. */
        changed: z.number().int(),
      }),
    ),
};
