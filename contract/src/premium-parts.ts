import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { PLAN_TIERS } from '@openbenefits/domain/plans/tier-set';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { calendarDate, cents, id } from './wire.ts';

/**
 * A part of a group's monthly premium: the subscribers on one plan and tier, who all have one price, or all subscribers
 * on a plan whose price is each household's own (by age or salary), with neither tier nor price.
 */
const premiumPart = z.object({
  line: z.enum(COVERAGE_LINES),
  planId: id,
  planCode: z.string(),
  planName: z.string(),
  tier: z.enum(PLAN_TIERS).nullable(),
  subscribers: z.number().int(),
  price: cents.nullable(),
  sum: cents,
});
export type PremiumPart = z.infer<typeof premiumPart>;

const parts = z.object({
  on: calendarDate,
  parts: z.array(premiumPart),
  /** Subscribers without a price, by line; they count in no sum. */
  held: z.array(z.object({ line: z.enum(COVERAGE_LINES), subscribers: z.number().int() })),
});
export type PremiumParts = z.infer<typeof parts>;

/** Explains the premium totals of a group: the parts that add up to them today. */
export const premiumParts = oc
  .route({ method: 'GET', path: '/groups/{id}/premium-parts', tags: ['Groups'] })
  .errors(errors)
  .input(z.object({ id }))
  .output(parts);
