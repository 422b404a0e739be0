import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { AMOUNT_COLUMNS } from '@openbenefits/domain/plans/rate-row';
import { RATING_METHODS } from '@openbenefits/domain/plans/rate-table';
import {
  BANDED_KINDS,
  LONGEST_UNREAD,
  MOST_UNREAD,
  type TableSettings,
} from '@openbenefits/domain/plans/table-settings';
import { PLAN_TIERS, TIER_SETS, type TierSet } from '@openbenefits/domain/plans/tier-set';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { ageCurves, ratingAreas, sentFile } from './rating-data.ts';
import { retroactiveAmounts } from './retroactive-amounts.ts';
import { calendarDate, cents, id, idempotencyKey, instant, page, pageOf } from './wire.ts';

const RATE_STATUSES = ['draft', 'active', 'replaced'] as const;
const status = z.enum(RATE_STATUSES);
const method = z.enum(RATING_METHODS);
const methodology = z.enum(['composite', 'age_rated']);
/** A whole number between two limits, which the message names. */
function whole(least: number, most: number) {
  const message = `Enter a whole number from ${least.toLocaleString('en-US')} to ${most.toLocaleString('en-US')}.`;
  return z.number({ message }).int({ message }).min(least, { message }).max(most, { message });
}
const FACTOR = 'Enter a factor from 0.001 to 99.000.';
const thousandths = z
  .number({ message: FACTOR })
  .int({ message: FACTOR })
  .min(1, { message: FACTOR })
  .max(99_000, { message: FACTOR });
const positive = cents.refine((value) => value > 0 && value <= 100_000_000_00, {
  message: 'Enter an amount from $0.01 to $100,000,000.00.',
});

/** A percentage of a volume: up to three decimals, or a whole number and thirds (66 2/3). */
function volumePercent(least: number, most: number) {
  const message = `Enter a percentage from ${least.toLocaleString('en-US')} to ${most.toLocaleString('en-US')}, with at most three decimals, or with thirds.`;
  const percent = z
    .number({ message })
    .min(least, { message })
    .max(most, { message })
    .refine((value) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6, { message });
  return { percent, thirds: z.union([z.literal(1), z.literal(2)]).optional() };
}

const step = z.discriminatedUnion('step', [
  z.object({ step: z.literal('multiply'), ...volumePercent(0, 10_000) }),
  z.object({ step: z.literal('divide'), by: whole(1, 1000) }),
  z.object({ step: z.literal('round_up'), to: positive }),
  z.object({ step: z.literal('round_down'), to: positive }),
  z.object({ step: z.literal('round_nearest'), to: positive }),
  z.object({ step: z.literal('cap'), at: positive }),
  z.object({ step: z.literal('minimum'), at: positive }),
  z.object({
    step: z.literal('reduce_by_age'),
    percents: z
      .array(z.object({ fromAge: whole(1, 120), ...volumePercent(0, 100) }))
      .min(1)
      .max(20)
      .readonly(),
  }),
]);

/** What a file or a paste held and the version does not. */
const unread = z.array(z.string().max(LONGEST_UNREAD)).max(MOST_UNREAD).readonly().optional();

/** What belongs to a version besides its cells (TableSettings of the domain). */
const tableSettings = z
  .discriminatedUnion('method', [
    z.object({
      method: z.literal('composite'),
      tiers: z.enum(Object.keys(TIER_SETS) as [TierSet, ...TierSet[]]),
      unread,
    }),
    z.object({ method: z.literal('banded'), dependents: z.enum(['added', 'whole']).optional(), unread }),
    z.object({ method: z.literal('age_rates'), chargedChildren: whole(0, 20).nullable(), unread }),
    z.object({
      method: z.literal('age_curve'),
      base: cents
        .refine((value) => value >= 0 && value <= 100_000_00, {
          message: 'Enter a base rate from $0.00 to $100,000.00.',
        })
        .nullable(),
      baseIs: z.enum(['factor_one', 'age_21']),
      curve: z.string().max(20).nullable(),
      areas: z.record(z.string().trim().min(1).max(60), thousandths.nullable()).nullable(),
      tobacco: thousandths,
      chargedChildren: whole(0, 20).nullable(),
      unread,
    }),
    z.object({
      method: z.literal('volume'),
      steps: z.array(step).max(12).readonly(),
      unit: z.union([z.literal(1000), z.literal(100), z.literal(10)]),
      unread,
    }),
  ])
  .transform((settings) => settings as TableSettings);

const period = z.object({ from: calendarDate, until: calendarDate.nullable() });
const who = { by: z.string(), at: instant };

/** A version of a plan on its time axis. `periods` is where it is in force. */
const versionOfPlan = z.object({
  id,
  versionNo: z.number().int(),
  method,
  methodology,
  status,
  from: calendarDate,
  until: calendarDate.nullable(),
  periods: z.array(period),
  createdBy: z.string(),
});
export type RateVersion = z.infer<typeof versionOfPlan>;

const cell = z.object({
  place: z.number().int(),
  kind: z.enum([...PLAN_TIERS, ...BANDED_KINDS, 'rate', 'tobacco_rate', 'factor', 'tobacco_factor', 'per_unit']),
  ageFrom: z.number().int().nullable(),
  ageTo: z.number().int().nullable(),
  ageEntered: z.string().nullable(),
  amount: z.number().int().nullable(),
  entered: z.string().nullable(),
  by: z.string(),
  at: instant,
});
export type RateCellEntry = z.infer<typeof cell>;

const rateTable = versionOfPlan.extend({
  plan: z.object({ id, code: z.string(), name: z.string(), line: z.enum(COVERAGE_LINES) }),
  settings: tableSettings,
  source: z.string().nullable(),
  copiedFrom: z.object({ id, versionNo: z.number().int() }).nullable(),
  version: z.number().int(),
  created: z.object(who),
  updatedAt: instant,
  /** Who changed it last. */
  lastChange: z.object(who).nullable(),
  activated: z.object({ ...who, reason: z.string().nullable() }).nullable(),
  /** Who asked for the activation of the draft as it is; null where nobody did, or it was changed since. */
  approvalAsked: z.object(who).nullable(),
  /** Who asked for the undo of its activation, which waits for another person; null where nobody did. */
  undoAsked: z.object(who).nullable(),
  /** The reader created it or entered rates, so that somebody else activates it. */
  isAuthor: z.boolean(),
  cells: z.array(cell),
  versions: z.array(versionOfPlan),
  /** The version before it, of the same method: what its rates are compared with. */
  before: z.object({ id, versionNo: z.number().int(), settings: tableSettings, cells: z.array(cell) }).nullable(),
  /** The activation that can be undone in the history. */
  activationChangeId: id.nullable(),
});
export type RateTableDetail = z.infer<typeof rateTable>;

/** A row of the list (specification 2, section 4): an age group with its rates, or a tier with its rate. */
const rateRow = z.object({
  id: z.string(),
  tableId: id,
  planId: id,
  planCode: z.string(),
  planName: z.string(),
  versionNo: z.number().int(),
  method,
  status,
  from: calendarDate,
  until: calendarDate.nullable(),
  ageGroup: z.string(),
  tier: z.enum(PLAN_TIERS).nullable(),
  /** The rate of a tier; of a curve, base times factor. */
  rate: cents.nullable(),
  factor: z.number().int().nullable(),
  perUnit: z.number().int().nullable(),
  employee: cents.nullable(),
  spouse: cents.nullable(),
  child: cents.nullable(),
  family: cents.nullable(),
  /** How many cells of it hold text that is no amount. */
  unread: z.number().int(),
});
export type RateRow = z.infer<typeof rateRow>;

const saved = z.object({ id, version: z.number().int() });
const row = z.string().max(10);
const text = z.string().max(200);
const edits = z.object({
  cells: z
    .array(z.object({ row, column: z.enum(AMOUNT_COLUMNS), text }))
    .max(2000)
    .readonly(),
  ages: z
    .array(z.object({ row: z.string().regex(/^\d{1,6}$/), text }))
    .max(200)
    .readonly(),
  removed: z
    .array(z.string().regex(/^\d{1,6}$/))
    .max(200)
    .readonly(),
});

const takenOver = z.object({
  tableId: id,
  versionNo: z.number().int(),
  before: period,
  after: z.array(period),
});

export const rateTables = {
  /** Rates of all plans, row by row. */
  list: oc
    .route({ method: 'GET', path: '/rates', tags: ['Rates'] })
    .errors(errors)
    .input(
      z.object({
        search: z.string().max(200).default(''),
        planId: id.optional(),
        versions: z.enum(['current', 'all']).default('current'),
        ...page,
      }),
    )
    .output(pageOf(rateRow)),
  /** Plans to filter by and to add rates to. */
  plans: oc
    .route({ method: 'GET', path: '/rates/plans', tags: ['Rates'] })
    .errors(errors)
    .output(
      z.array(
        z.object({
          id,
          code: z.string(),
          name: z.string(),
          line: z.enum(COVERAGE_LINES),
          versions: z.array(versionOfPlan),
        }),
      ),
    ),
  get: oc
    .route({ method: 'GET', path: '/rates/{id}', tags: ['Rates'] })
    .errors(errors)
    .input(z.object({ id }))
    .output(rateTable),
  /** Makes a draft: empty, copied from another version (`increase` in hundredths of a percent), or from a file. */
  create: oc
    .route({ method: 'POST', path: '/rates', tags: ['Rates'] })
    .errors(errors)
    .input(
      z.object({
        planId: id,
        from: calendarDate,
        until: calendarDate.nullable(),
        content: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('empty'), settings: tableSettings }),
          z.object({ kind: z.literal('copy'), tableId: id, increase: whole(-9999, 50_000) }),
          z.object({ kind: z.literal('file'), file: sentFile }),
        ]),
        idempotencyKey,
      }),
    )
    .output(saved.extend({ remarks: z.array(z.string()) })),
  /** Saves changed cells of a draft, its settings and its period. */
  save: oc
    .route({ method: 'POST', path: '/rates/{id}', tags: ['Rates'] })
    .errors(errors)
    .input(
      z.object({
        id,
        version: z.number().int(),
        edits: edits.optional(),
        settings: tableSettings.optional(),
        period: period.optional(),
        /** Where the rates come from, such as their derivation. */
        source: z.string().trim().min(1).max(200).optional(),
        idempotencyKey,
      }),
    )
    .output(saved.extend({ updatedAt: instant })),
  /** Replaces the rates of a draft by those of a file. */
  importFile: oc
    .route({ method: 'POST', path: '/rates/{id}/file', tags: ['Rates'] })
    .errors(errors)
    .input(z.object({ id, version: z.number().int(), file: sentFile, idempotencyKey }))
    .output(saved.extend({ remarks: z.array(z.string()), rows: z.number().int(), problems: z.number().int() })),
  remove: oc
    .route({ method: 'POST', path: '/rates/{id}/remove', tags: ['Rates'] })
    .errors(errors)
    .input(z.object({ id, version: z.number().int(), idempotencyKey }))
    .output(z.object({ id, planId: id })),
  /** What activation does: the versions that it shortens or replaces, and months that have begun. */
  activationPreview: oc
    .route({ method: 'GET', path: '/rates/{id}/activation', tags: ['Rates'] })
    .errors(errors)
    .input(z.object({ id }))
    .output(
      z.object({
        /** Why it cannot be activated now; null where it can. */
        refusal: z.string().nullable(),
        taken: z.array(takenOver),
        /** Months that have begun, first days; a reason is required. */
        begunMonths: z.array(calendarDate),
        /** Days before it without any version. */
        gap: period.nullable(),
      }),
    ),
  activate: oc
    .route({ method: 'POST', path: '/rates/{id}/activate', tags: ['Rates'] })
    .errors(errors)
    .input(z.object({ id, version: z.number().int(), reason: z.string().trim().max(500).optional(), idempotencyKey }))
    .output(saved.extend({ changeId: id })),
  /** Asks the people who may activate a complete draft to do so: each gets a notification that leads to it. */
  askApproval: oc
    .route({ method: 'POST', path: '/rates/{id}/approval', tags: ['Rates'] })
    .errors(errors)
    .input(z.object({ id, version: z.number().int(), idempotencyKey }))
    .output(z.object({ id, asked: z.number().int() })),
  /** Subscribers by age, and their premium now and with this version. */
  effect: oc
    .route({ method: 'GET', path: '/rates/{id}/effect', tags: ['Rates'] })
    .errors(errors)
    .input(z.object({ id }))
    .output(
      z.object({
        on: calendarDate,
        groups: z.number().int(),
        subscribers: z.number().int(),
        /** Subscribers by their rating age; `unknownAges` have no birth date. */
        byAge: z.array(z.object({ age: z.number().int(), subscribers: z.number().int() })),
        unknownAges: z.number().int(),
        /** Subscribers by the tiers of the version; empty where its rates are not by tier. */
        byTier: z.array(z.object({ tier: z.enum(PLAN_TIERS), subscribers: z.number().int() })),
        premiumNow: cents.nullable(),
        /** With this version where its rows have no problem. */
        premiumThen: cents.nullable(),
        /** Households that this version could not price. */
        held: z.number().int(),
      }),
    ),
  /** Members whose billed months this version prices differently, and by how much the next bills adjust them. */
  retroactive: oc
    .route({ method: 'GET', path: '/rates/{id}/retroactive', tags: ['Rates'] })
    .errors(errors)
    .input(z.object({ id }))
    .output(retroactiveAmounts),
  curves: ageCurves,
  areas: ratingAreas,
};
