import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { TRACE_KINDS, HELD_CODES, type HeldReason, type TraceStep } from '@openbenefits/domain/plans/price-trace';
import { RATING_METHODS } from '@openbenefits/domain/plans/rate-table';
import { PLAN_TIERS } from '@openbenefits/domain/plans/tier-set';
import { RELATIONSHIPS } from '@openbenefits/domain/relationship';
import { z } from 'zod';
import { calendarDate, cents, id, instant } from './wire.ts';

/** A step of a price (TraceStep of the domain): its kind, and the figures of that kind. */
const step = z.looseObject({ kind: z.enum(TRACE_KINDS) }).transform((value) => value as unknown as TraceStep);
const held = z.looseObject({ code: z.enum(HELD_CODES) }).transform((value) => value as unknown as HeldReason);

/** The version of the plan's rates that a price was taken from, and who entered and activated it. */
const pricedBy = z.object({
  id,
  versionNo: z.number().int(),
  method: z.enum(RATING_METHODS),
  from: calendarDate,
  until: calendarDate.nullable(),
  enteredBy: z.string(),
  enteredAt: instant,
  activatedBy: z.string().nullable(),
});

/**
 * How the monthly price of one plan came about: every amount in cents. `held` says why there is no price, and then the
 * amounts are null. Steps and lines name people by `people`.
 */
export const priceExplanation = z.object({
  line: z.enum(COVERAGE_LINES),
  planId: id,
  planCode: z.string(),
  planName: z.string(),
  month: calendarDate,
  tier: z.enum(PLAN_TIERS).nullable(),
  monthly: cents.nullable(),
  employer: cents.nullable(),
  employee: cents.nullable(),
  /** Of the monthly price, what is for the employee alone. */
  employeeOnly: cents.nullable(),
  held: held.nullable(),
  table: pricedBy.nullable(),
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      relationship: z.enum(RELATIONSHIPS),
      age: z.number().int().nullable(),
      /** The day on which the age was counted. */
      ratedOn: calendarDate.nullable().optional(),
    }),
  ),
  lines: z.array(
    z.object({ memberId: z.string(), kind: z.enum(['premium', 'waiver']), cents, employer: cents, employee: cents }),
  ),
  steps: z.array(step),
});
export type PriceExplanation = z.infer<typeof priceExplanation>;

/** The premium of the families of one record of a file, before and after it. */
export const explainedChange = z.object({
  /** The day whose rates are compared. */
  on: calendarDate,
  before: z.array(priceExplanation),
  after: z.array(priceExplanation),
  change: cents,
  /** False if members or rates have changed since the preview, so that `change` is not the amount of the row. */
  isCurrent: z.boolean(),
});
export type ExplainedChange = z.infer<typeof explainedChange>;

/** What a family costs a month, and who pays it. */
export const rate = z.object({
  enrollmentDate: calendarDate.nullable(),
  /** Total per month over all lines; null shows as 'TBD'. */
  total: cents.nullable(),
  employeeRate: cents.nullable(),
  employerContribution: cents.nullable(),
  /** The group's agreed share of every premium. */
  employerPercent: z.number().int(),
  dependentRate: cents.nullable(),
  tier: z.enum(PLAN_TIERS).nullable(),
  /** True when the figures are the specification's salary split, shown as an estimate. */
  estimated: z.boolean(),
  /** How the total comes about, a plan at a time. */
  prices: z.array(priceExplanation),
});
