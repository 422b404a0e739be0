import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { RATING_METHODOLOGIES } from '@openbenefits/domain/groups/group-terms';
import { PLAN_TIERS } from '@openbenefits/domain/plans/tier-set';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { rateCalculator } from './rate-calculator.ts';
import { planCatalog } from './plan-catalog.ts';
import { calendarDate, cents, id } from './wire.ts';

/** How rates are entered: by tier or by age. */
export const methodology = z.enum(RATING_METHODOLOGIES);

export const plan = z.object({
  id,
  code: z.string(),
  name: z.string(),
  line: z.enum(COVERAGE_LINES),
  networkType: z.enum(['PPO', 'HMO', 'HDHP', 'ICHRA']).nullable(),
  carrierName: z.string(),
  /** The first day without new members: the plan is withdrawn or terminated from then on. */
  closesOn: calendarDate.nullable(),
  deductible: cents.nullable(),
  coinsurancePercent: z.number().int().nullable(),
  /** The kinds of rates the plan has on the requested date. */
  methodologies: z.array(methodology),
  /** Monthly rates per tier on the requested date; empty for variable allowances. */
  rates: z.array(z.object({ tier: z.enum(PLAN_TIERS), monthly: cents })),
});
export type Plan = z.infer<typeof plan>;

export const plans = {
  /** Active plans in catalog order, with their rates on a date (today by default). */
  offered: oc
    .route({ method: 'GET', path: '/plans/offered', tags: ['Plans'] })
    .errors(errors)
    .input(z.object({ on: calendarDate.optional() }))
    .output(z.array(plan)),
  ...rateCalculator,
  ...planCatalog,
};
