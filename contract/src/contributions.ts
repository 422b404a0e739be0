import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { CONTRIBUTION_KINDS } from '@openbenefits/domain/plans/contribution-form';
import type { StoredContribution } from '@openbenefits/domain/plans/stored-contribution';
import { PLAN_TIERS } from '@openbenefits/domain/plans/tier-set';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { priceExplanation } from './price-explanation.ts';
import { calendarDate, cents, id, idempotencyKey } from './wire.ts';

const percent = z.number().nullable();
const amount = cents.nullable();
const tiersOf = <Value extends z.ZodType>(value: Value) =>
  z.object(Object.fromEntries(PLAN_TIERS.map((tier) => [tier, value])) as Record<(typeof PLAN_TIERS)[number], Value>);
const tiers = tiersOf(percent);
const band = z.object({ from: percent, to: percent, amount });

/** A rule as it is entered (ContributionForm of the domain). Empty class, location or line: for all. */
const entered = {
  classId: z.union([id, z.literal('')]),
  locationId: z.union([id, z.literal('')]),
  line: z.union([z.enum(COVERAGE_LINES), z.literal('')]),
  from: z.string().max(10),
  kind: z.enum(CONTRIBUTION_KINDS),
  employeePercent: percent,
  dependentsPercent: percent,
  tiers,
  tierAmounts: tiersOf(amount).default({ EMP: null, ESP: null, E1D: null, ECH: null, FAM: null }),
  employeeAmount: amount,
  dependentsAmount: amount,
  planId: z.string().max(40),
  referencePercent: percent,
  referenceDependents: percent.default(null),
  referenceTiers: tiersOf(percent).default({ EMP: null, ESP: null, E1D: null, ECH: null, FAM: null }),
  bands: z.array(band).max(100),
  cap: amount,
};

const contribution = z.object({
  id,
  classId: id.nullable(),
  className: z.string().nullable(),
  locationId: id.nullable(),
  locationName: z.string().nullable(),
  line: z.enum(COVERAGE_LINES).nullable(),
  from: calendarDate,
  until: calendarDate.nullable(),
  rule: z.looseObject({ kind: z.string() }).transform((value) => value as unknown as StoredContribution),
  /** Name of the reference plan. */
  planName: z.string().nullable(),
});
export type Contribution = z.infer<typeof contribution>;

const samplePrice = z.object({ classId: id, locationId: id, planId: id, price: priceExplanation });
export type SamplePrice = z.infer<typeof samplePrice>;

const saved = z.object({ id, version: z.number().int() });

/** What a group's employer pays: dated rules per class, location and line; the most exact one holds. */
export const contributions = {
  /** Current and future rules; `agreedPercent` of the group's terms holds where there is none. */
  list: oc
    .route({ method: 'GET', path: '/groups/{id}/contributions', tags: ['Groups'] })
    .errors(errors)
    .input(z.object({ id }))
    .output(z.object({ agreedPercent: z.number().int(), rules: z.array(contribution) })),
  /** Sets the rule of a class, location and line from a day on until the next one begins: earlier rules hold until then. */
  set: oc
    .route({ method: 'POST', path: '/groups/{id}/contributions', tags: ['Groups'] })
    .errors(errors)
    .input(z.object({ id, version: z.number().int(), ...entered, idempotencyKey }))
    .output(saved),
  /** Ends a rule: from `from` on the next exact rule holds, or the group's percentage. */
  end: oc
    .route({ method: 'POST', path: '/groups/{id}/contributions/{ruleId}/end', tags: ['Groups'] })
    .errors(errors)
    .input(z.object({ id, version: z.number().int(), ruleId: id, from: z.string().max(10), idempotencyKey }))
    .output(saved),
  /** What an employee of 40 alone costs today on each offered plan, by class and location. */
  samplePrices: oc
    .route({ method: 'GET', path: '/groups/{id}/sample-prices', tags: ['Groups'] })
    .errors(errors)
    .input(z.object({ id }))
    .output(z.array(samplePrice)),
};
