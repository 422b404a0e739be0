import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { type PlanBenefits } from '@openbenefits/domain/plans/plan-benefits';
import { NETWORK_SIZES, NETWORK_TYPES, PLAN_STATUSES } from '@openbenefits/domain/plans/plan-status';
import { OTHER_DEPENDENTS, TOBACCO_SURCHARGES } from '@openbenefits/domain/plans/plan-rules';
import { RATE_VERSIONS } from '@openbenefits/domain/plans/rate-version';
import { PRORATION_METHODS } from '@openbenefits/domain/plans/proration';
import { NEXT_RATE_KINDS } from '@openbenefits/domain/plans/rate-change';
import { RATING_METHODS } from '@openbenefits/domain/plans/rate-table';
import { DOCUMENT_TYPES } from '@openbenefits/domain/plans/plan-document';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { retroactiveAmounts } from './retroactive-amounts.ts';
import { waitingApproval } from './approvals.ts';
import { calendarDate, cents, id, idempotencyKey, instant, page, pageOf } from './wire.ts';

const text = z.string().max(2000);
/** As typed; the domain's rules say what is wrong with it. */
const date = z.string().max(10);
const version = z.number().int();
const amount = cents.nullable();
const percent = z.number().int().min(0).max(100).nullable();

const benefits = z.object({
  deductibleIndividual: amount,
  deductibleFamily: amount,
  outOfPocketMaxIndividual: amount,
  outOfPocketMaxFamily: amount,
  copays: z.object({ primaryCare: amount, specialist: amount, urgentCare: amount, emergency: amount }),
  memberPays: z.object({
    medical: percent,
    medicalOutOfNetwork: percent,
    prescription: percent,
    dental: percent,
    vision: percent,
  }),
  prescriptionCoverage: z.string().max(200).nullable(),
  networkName: z.string().max(200).nullable(),
  networkSize: z.enum(NETWORK_SIZES).nullable(),
}) satisfies z.ZodType<PlanBenefits>;

const proration = z.enum(PRORATION_METHODS);
const rules = z.object({
  proration: z.object({ start: proration, end: proration, birth: proration }),
  newbornFreeDays: z.number(),
  otherDependents: z.enum(OTHER_DEPENDENTS).default('none'),
  tobaccoSurcharge: z.enum(TOBACCO_SURCHARGES).default('shared'),
  rateVersion: z.enum(RATE_VERSIONS).default('plan_year'),
});

const planForm = {
  code: text,
  name: text,
  line: z.enum(COVERAGE_LINES),
  networkType: z.enum(NETWORK_TYPES).nullable(),
  carrierName: text,
  effectiveDate: date,
};

/** Rates for the next plan year, compared with those of today: `change` in tenths of a percent, from a day. */
const nextRates = z.object({
  kind: z.enum(NEXT_RATE_KINDS),
  from: calendarDate,
  change: z.number().int().nullable(),
});

const planRow = z.object({
  id,
  code: z.string(),
  name: z.string(),
  line: z.enum(COVERAGE_LINES),
  networkType: z.enum(NETWORK_TYPES).nullable(),
  carrierName: z.string(),
  /** A plan whose termination date has come is terminated. */
  status: z.enum(PLAN_STATUSES),
  /** From this day no one may newly be enrolled. */
  withdrawnFrom: calendarDate.nullable(),
  /** The first day without coverage. */
  terminatedFrom: calendarDate.nullable(),
  effectiveDate: calendarDate,
  /** The employee-only rate of today; null where the rate depends on age or salary, or where there is none. */
  monthlyCost: amount,
  /** Whether there are rates, or an allowance, though no single employee-only rate. */
  hasRates: z.boolean(),
  deductible: amount,
  outOfPocketMax: amount,
  networkSize: z.enum(NETWORK_SIZES).nullable(),
  nextRates: nextRates.nullable(),
});
export type PlanRow = z.infer<typeof planRow>;

const filter = {
  search: z.string().max(200).optional(),
  line: z.enum(COVERAGE_LINES).optional(),
  networkType: z.enum(NETWORK_TYPES).optional(),
  status: z.enum([...PLAN_STATUSES, 'withdrawn']).optional(),
  carrier: z.string().max(200).optional(),
  descending: z.boolean().default(false),
};

const creditLimit = z.object({ noticeDays: z.number().int(), creditMonths: z.number().int() });
const planYear = z.object({
  id,
  from: calendarDate,
  /** The first day after it; null where it has no end yet. */
  until: calendarDate.nullable(),
  state: z.enum(['draft', 'in_force', 'ended']),
  version,
  benefits,
  rules,
});
export type PlanYear = z.infer<typeof planYear>;

/** Corrected rules of a plan year that has begun, from a covered month on; not approved yet without `approvedAt`. */
const ruleCorrection = z.object({
  id,
  yearId: id,
  from: calendarDate,
  rules,
  reason: z.string(),
  enteredByName: z.string(),
  enteredAt: instant,
  approvedByName: z.string().nullable(),
  approvedAt: instant.nullable(),
  /** What waits for a second person. */
  approval: waitingApproval,
});
export type RuleCorrection = z.infer<typeof ruleCorrection>;

const planDocument = z.object({
  id,
  name: z.string(),
  type: z.enum(Object.keys(DOCUMENT_TYPES) as [keyof typeof DOCUMENT_TYPES, ...(keyof typeof DOCUMENT_TYPES)[]]),
  size: z.number().int(),
  uploadedBy: z.string(),
  uploadedAt: instant,
});

const planDetail = z.object({
  id,
  version,
  ...planForm,
  effectiveDate: calendarDate,
  status: z.enum(PLAN_STATUSES),
  withdrawnFrom: calendarDate.nullable(),
  terminatedFrom: calendarDate.nullable(),
  /** A termination that still moves members, group by group. */
  terminating: z.boolean(),
  monthlyCost: amount,
  nextRates: nextRates.nullable(),
  /** Members and employees who have the plan today, and groups that offer it. */
  members: z.number().int(),
  employees: z.number().int(),
  groups: z.number().int(),
  /** Newest first. */
  years: z.array(planYear),
  /** What the carrier credits after a late notice, newest first; null is no limit from that month on. */
  creditLimits: z.array(z.object({ effectiveOn: calendarDate, limit: creditLimit.nullable(), setBy: z.string() })),
  /** Newest first. */
  ruleCorrections: z.array(ruleCorrection),
  rateVersions: z.array(
    z.object({
      id,
      versionNo: z.number().int(),
      method: z.enum(RATING_METHODS),
      status: z.enum(['draft', 'active', 'replaced']),
      from: calendarDate,
      until: calendarDate.nullable(),
      by: z.string(),
      at: instant,
    }),
  ),
  documents: z.array(planDocument),
  /** What a draft lacks before it can be activated. */
  missing: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type PlanDetail = z.infer<typeof planDetail>;

const offering = z.object({
  id,
  groupId: id,
  groupName: z.string(),
  className: z.string(),
  locationName: z.string(),
  effectiveDate: calendarDate,
  methodology: z.enum(['composite', 'age_rated']).nullable(),
});
export type PlanOffering = z.infer<typeof offering>;

const benefitCard = z.object({
  id,
  code: z.string(),
  name: z.string(),
  line: z.enum(COVERAGE_LINES),
  networkType: z.enum(NETWORK_TYPES).nullable(),
  carrierName: z.string(),
  version,
  withdrawnFrom: calendarDate.nullable(),
  /** The years in force and to come, oldest first. */
  years: z.array(planYear),
});
export type BenefitCard = z.infer<typeof benefitCard>;

const saved = z.object({ id, version });
const about = { id, version, idempotencyKey };

/** The catalog of plans: specification 2, section 2 and 3, "Plan and Rate Management". */
export const planCatalog = {
  /** The four figures, and who has each plan today. Kept when slow, with the time of the count. */
  figures: oc
    .route({ method: 'GET', path: '/plans/figures', tags: ['Plans'] })
    .errors(errors)
    .output(
      z.object({
        plans: z.number().int(),
        active: z.number().int(),
        draft: z.number().int(),
        terminated: z.number().int(),
        people: z.number().int(),
        enrollments: z.number().int(),
        /** Monthly premium per enrolled employee; null without any. */
        averagePremium: amount,
        /** The average change of next rates in tenths of a percent, weighted by enrollment; null without any to compare. */
        rateIncrease: z.number().int().nullable(),
        nextYear: calendarDate.nullable(),
        withoutRates: z.number().int(),
        /** Members per plan. */
        enrolled: z.array(z.object({ planId: id, line: z.enum(COVERAGE_LINES), members: z.number().int() })),
        carriers: z.array(z.string()),
        asOf: instant,
      }),
    ),
  /** Plans of all lines, line by line in the order of the lines, then by name. */
  list: oc
    .route({ method: 'GET', path: '/plans', tags: ['Plans'] })
    .errors(errors)
    .input(z.object({ ...filter, ...page }))
    .output(
      pageOf(planRow).extend({
        unfiltered: z.number().int(),
        /** Totals of each line with rows, over all pages. */
        lines: z.array(z.object({ line: z.enum(COVERAGE_LINES), plans: z.number().int(), active: z.number().int() })),
      }),
    ),
  get: oc
    .route({ method: 'GET', path: '/plans/{id}', tags: ['Plans'] })
    .errors(errors)
    .input(z.object({ id }))
    .output(planDetail),
  /** Which groups offer it, to which class at which location. */
  offerings: oc
    .route({ method: 'GET', path: '/plans/{id}/offerings', tags: ['Plans'] })
    .errors(errors)
    .input(z.object({ id, ...page }))
    .output(pageOf(offering)),
  create: oc
    .route({ method: 'POST', path: '/plans', tags: ['Plans'] })
    .errors(errors)
    .input(
      z.object({
        ...planForm,
        year: z.object({ from: date, to: date }),
        benefits,
        rules: rules.optional(),
        idempotencyKey,
      }),
    )
    .output(saved),
  edit: oc
    .route({ method: 'POST', path: '/plans/{id}/edit', tags: ['Plans'] })
    .errors(errors)
    .input(z.object({ ...about, ...planForm }))
    .output(saved.extend({ changed: z.array(z.string()) })),
  /** A draft with the benefits of the plan's latest year, without its rates. */
  copy: oc
    .route({ method: 'POST', path: '/plans/{id}/copy', tags: ['Plans'] })
    .errors(errors)
    .input(z.object({ id, code: text, name: text, effectiveDate: date, idempotencyKey }))
    .output(saved),
  /** Rejected with what is missing: a plan year and complete active rates for the effective date. */
  activate: oc
    .route({ method: 'POST', path: '/plans/{id}/activate', tags: ['Plans'] })
    .errors(errors)
    .input(z.object(about))
    .output(saved),
  /** No one may newly be enrolled from a day on; members keep the plan. */
  withdraw: oc
    .route({ method: 'POST', path: '/plans/{id}/withdraw', tags: ['Plans'] })
    .errors(errors)
    .input(z.object({ ...about, from: date, reason: text }))
    .output(saved),
  reopen: oc
    .route({ method: 'POST', path: '/plans/{id}/reopen', tags: ['Plans'] })
    .errors(errors)
    .input(z.object(about))
    .output(saved),
  /** Who loses the plan after its last day, by group, largest first; `targets` are plans that they may move to. */
  terminationPreview: oc
    .route({ method: 'GET', path: '/plans/{id}/termination', tags: ['Plans'] })
    .errors(errors)
    .input(z.object({ id, lastDay: calendarDate, ...page }))
    .output(
      z.object({
        members: z.number().int(),
        employees: z.number().int(),
        groups: z.number().int(),
        rows: z.array(
          z.object({ groupId: id, groupName: z.string(), members: z.number().int(), employees: z.number().int() }),
        ),
        next: z.string().nullable(),
        targets: z.array(z.object({ id, name: z.string(), code: z.string() })),
      }),
    ),
  /** Moves the members to another plan of the line, or ends their coverage on that line, after the last day. */
  terminate: oc
    .route({ method: 'POST', path: '/plans/{id}/terminate', tags: ['Plans'] })
    .errors(errors)
    .input(z.object({ ...about, lastDay: date, toPlanId: id.nullable(), reason: text }))
    .output(saved.extend({ members: z.number().int(), queued: z.boolean() })),
  years: {
    /** A new plan year with the benefits of another; one without an end makes room for it. */
    add: oc
      .route({ method: 'POST', path: '/plans/{id}/years', tags: ['Plans'] })
      .errors(errors)
      .input(z.object({ ...about, from: date, to: date, copyFrom: id.nullable() }))
      .output(z.object({ id, version, yearId: id })),
    edit: oc
      .route({ method: 'POST', path: '/plans/{id}/years/{yearId}', tags: ['Plans'] })
      .errors(errors)
      .input(z.object({ id, yearId: id, version, from: date, to: date, rules, idempotencyKey }))
      .output(saved),
    remove: oc
      .route({ method: 'POST', path: '/plans/{id}/years/{yearId}/remove', tags: ['Plans'] })
      .errors(errors)
      .input(z.object({ id, yearId: id, version, idempotencyKey }))
      .output(saved),
    /** Enters corrected rules of a plan year that has begun; `version` is that of the plan. */
    correct: oc
      .route({ method: 'POST', path: '/plans/{id}/years/{yearId}/corrections', tags: ['Plans'] })
      .errors(errors)
      .input(z.object({ ...about, yearId: id, from: date, rules, reason: z.string().max(500) }))
      .output(saved.extend({ correctionId: id })),
    removeCorrection: oc
      .route({ method: 'POST', path: '/plans/{id}/rule-corrections/{correctionId}/remove', tags: ['Plans'] })
      .errors(errors)
      .input(z.object({ ...about, correctionId: id }))
      .output(saved),
    /** Members whose billed months a correction prices differently, and by how much the next bills adjust them. */
    correctionEffect: oc
      .route({ method: 'GET', path: '/rule-corrections/{id}/retroactive', tags: ['Plans'] })
      .errors(errors)
      .input(z.object({ id }))
      .output(retroactiveAmounts),
  },
  benefits: {
    /** The cards of active plans. */
    cards: oc
      .route({ method: 'GET', path: '/plans/benefits', tags: ['Plans'] })
      .errors(errors)
      .input(z.object({ line: z.enum(COVERAGE_LINES).optional() }))
      .output(z.array(benefitCard)),
    save: oc
      .route({ method: 'POST', path: '/plans/{id}/years/{yearId}/benefits', tags: ['Plans'] })
      .errors(errors)
      .input(z.object({ id, yearId: id, version, benefits, idempotencyKey }))
      .output(saved.extend({ changed: z.array(z.string()) })),
  },
  creditLimits: {
    /** What the carrier credits after a late notice, from a month on. */
    set: oc
      .route({ method: 'POST', path: '/plans/{id}/credit-limits', tags: ['Plans'] })
      .errors(errors)
      .input(z.object({ id, version, effectiveOn: date, limit: creditLimit.nullable(), idempotencyKey }))
      .output(saved),
    remove: oc
      .route({ method: 'POST', path: '/plans/{id}/credit-limits/remove', tags: ['Plans'] })
      .errors(errors)
      .input(z.object({ id, version, effectiveOn: date, idempotencyKey }))
      .output(saved),
  },
  documents: {
    /** The document stays in the history; its bytes are removed. */
    remove: oc
      .route({ method: 'POST', path: '/plans/{id}/documents/{documentId}/remove', tags: ['Plans'] })
      .errors(errors)
      .input(z.object({ id, documentId: id, idempotencyKey }))
      .output(z.object({ id })),
  },
};
