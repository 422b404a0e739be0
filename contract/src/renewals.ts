import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { calendarDate, cents, id, idempotencyKey, instant, page, pageOf } from './wire.ts';

const mapping = z.array(z.object({ fromPlanId: id, toPlanId: id })).max(100);

/** What the page shows of one subscriber: the amounts are a month's, all lines together. */
const renewedSubscriber = z.object({
  subscriberId: id,
  name: z.string(),
  employeeId: z.string().nullable(),
  planName: z.string(),
  newPlanName: z.string(),
  before: cents,
  after: cents,
  byRates: cents,
  byAges: cents,
  employeeDifference: cents,
});

const summary = z.object({
  subscribers: z.number().int(),
  before: cents,
  after: cents,
  employerDifference: cents,
  employeeDifference: cents,
  held: z.number().int(),
  plans: z.array(
    z.object({
      planId: id,
      planName: z.string(),
      newPlanId: id,
      newPlanName: z.string(),
      line: z.enum(COVERAGE_LINES),
      subscribers: z.number().int(),
      held: z.number().int(),
      before: cents,
      after: cents,
    }),
  ),
  /** Subscribers whose premium falls, then by increase from $0, $25, $50 and $75 on. */
  increases: z.array(z.number().int()),
});
export type RenewalFigures = z.infer<typeof summary>;

const groupRenewal = z.object({
  groupId: id,
  groupName: z.string(),
  renewsOn: calendarDate,
  summary,
  /** The largest increases first, at most 500. */
  subscribers: z.array(renewedSubscriber),
  /** Why lines have no price, and how many of each. */
  held: z.array(z.object({ reason: z.string(), lines: z.number().int() })),
  /** Plans of the group, each with the plans of its line that members could move to. */
  choices: z.array(
    z.object({
      planId: id,
      planName: z.string(),
      line: z.enum(COVERAGE_LINES),
      /** The version of rates on the renewal date: in force, a draft, or none. */
      rates: z.enum(['active', 'draft', 'missing', 'not_rated']),
      others: z.array(z.object({ id, name: z.string() })),
    }),
  ),
  /** Why it cannot be applied; empty where it can. */
  obstacles: z.array(z.string()),
  applied: z.object({ by: z.string(), at: instant, membersMoved: z.number().int() }).nullable(),
});
export type GroupRenewal = z.infer<typeof groupRenewal>;

const upcoming = z.object({
  groupId: id,
  groupName: z.string(),
  cim: z.string(),
  renewsOn: calendarDate,
  subscribers: z.number().int(),
  monthlyPremium: cents.nullable(),
  plansWithoutRates: z.number().int(),
  applied: z.boolean(),
});
export type UpcomingRenewal = z.infer<typeof upcoming>;

const simulation = z.object({
  id,
  renewsOn: calendarDate,
  withDrafts: z.boolean(),
  status: z.enum(['queued', 'running', 'done', 'failed']),
  groupsTotal: z.number().int(),
  groupsDone: z.number().int(),
  requestedBy: z.string(),
  requestedAt: instant,
});
export type RenewalSimulation = z.infer<typeof simulation>;

const simulatedGroup = z.object({
  groupId: id,
  groupName: z.string(),
  subscribers: z.number().int(),
  held: z.number().int(),
  before: cents,
  after: cents,
});

const question = { groupId: id, renewsOn: calendarDate.optional(), withDrafts: z.boolean().default(false), mapping };
const route = (path: `/${string}`, method: 'GET' | 'POST' = 'POST') =>
  oc.route({ method, path, tags: ['Renewals'] }).errors(errors);

/** Renewals: next year's rates for a group or for all, seen before anything takes effect. */
export const renewals = {
  /** Groups by their next renewal, soonest first. */
  upcoming: route('/renewals', 'GET')
    .input(z.object({ ...page, search: z.string().max(200).optional() }))
    .output(pageOf(upcoming)),
  /** Compares the members of a group on the day before the renewal at the rates of both days. Nothing is stored. */
  simulate: route('/renewals/{groupId}/simulate').input(z.object(question)).output(groupRenewal),
  /**
   * Applies it: members move by the mapping on the renewal date. `after` is the monthly premium that was shown; another
   * one is a CONFLICT.
   */
  apply: route('/renewals/{groupId}/apply')
    .input(z.object({ ...question, withDrafts: z.literal(false).default(false), after: cents, idempotencyKey }))
    .output(z.object({ id, membersMoved: z.number().int() })),
  /** Starts a simulation over all groups; a job works on it. */
  simulateAll: route('/renewals/simulations')
    .input(z.object({ renewsOn: calendarDate, withDrafts: z.boolean().default(false), idempotencyKey }))
    .output(simulation),
  /** The newest simulations, with their progress. */
  simulations: route('/renewals/simulations', 'GET').input(z.object({})).output(z.array(simulation)),
  /** What a simulation found: the total, and the groups with the largest increase first. */
  simulation: route('/renewals/simulations/{id}', 'GET')
    .input(z.object({ id, ...page }))
    .output(z.object({ simulation, summary, groups: pageOf(simulatedGroup) })),
};
