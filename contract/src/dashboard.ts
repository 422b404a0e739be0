import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { INSIGHT_KINDS } from '@openbenefits/domain/dashboard/insights';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { calendarDate, id, instant } from './wire.ts';

const count = z.number().int();

/** A recommendation: a count and a list on a page with exactly that many rows. */
const insight = z.object({
  kind: z.enum(INSIGHT_KINDS),
  count,
  /** More than `count`, which is where counting stopped. */ more: z.boolean(),
});
export type Insight = z.infer<typeof insight>;

const overview = z.object({
  /** Covered today, and what moves. */
  figures: z.object({
    covered: count,
    subscribers: count,
    dependents: count,
    /** Active groups. */
    groups: count,
    totalGroups: count,
    recent: count,
    pending: count,
    starting: count,
    ending: count,
  }),
  /**
   * Covered members and groups with covered members at the month-ends of the last year, oldest first; the last one is
   * today.
   */
  months: z.array(z.object({ on: calendarDate, subscribers: count, dependents: count, groups: count })),
  /** Covered today by plan. */
  plans: z.array(
    z.object({ id, name: z.string(), line: z.enum(COVERAGE_LINES), subscribers: count, dependents: count }),
  ),
  /** Covered today by line. */
  lines: z.array(z.object({ line: z.enum(COVERAGE_LINES), members: count })),
  /** Groups that renew in each of the coming twelve months, and for how many of them a plan has no rate then. */
  renewals: z.array(z.object({ month: z.string(), groups: count, withoutRates: count })),
});
export type Overview = z.infer<typeof overview>;

/** Figures of a large book are kept: when they were counted, and whether they are being counted again. */
const counted = { asOf: instant, recounting: z.boolean() };

export const dashboard = {
  /** Returns the recommendations with a count above zero, the most severe first. */
  insights: oc
    .route({ method: 'GET', path: '/dashboard/insights', tags: ['Dashboard'] })
    .errors(errors)
    .output(z.object({ rows: z.array(insight), ...counted })),
  /** The state of the book of business at a glance. */
  overview: oc
    .route({ method: 'GET', path: '/dashboard', tags: ['Dashboard'] })
    .errors(errors)
    .output(overview.extend(counted)),
};
