import { GROUP_STATUSES, GROUP_TYPES } from '@openbenefits/domain/groups/group-status';
import { GROUP_SORTS } from '@openbenefits/domain/groups/group-sorts';
import { RATING_METHODOLOGIES } from '@openbenefits/domain/groups/group-terms';
import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { groupAdministration } from './group-admin.ts';
import { contributions } from './contributions.ts';
import { groupEditing, plannedStatus, sharedTaxIdReason } from './group-editing.ts';
import { groupDetailShape, groupSetupShape } from './group-fields.ts';
import { groupManagement } from './group-management.ts';
import { premiumParts } from './premium-parts.ts';
import { calendarDate, cents, id, idempotencyKey, instant, page, pageOf } from './wire.ts';

const groupRow = z.object({
  id,
  name: z.string(),
  cim: z.string(),
  city: z.string(),
  state: z.string(),
  industry: z.string().nullable(),
  status: z.enum(GROUP_STATUSES),
  employees: z.number().int(),
  enrolled: z.number().int(),
  type: z.enum(GROUP_TYPES),
  effectiveDate: calendarDate,
  renewalDate: calendarDate.nullable(),
  /** Today's coverage at today's rates; null without rated coverage. */
  monthlyPremium: cents.nullable(),
});
export type GroupRow = z.infer<typeof groupRow>;

/** Points of a sparkline, oldest first, one per month-end of the last twelve months. */
const trend = z.array(z.number().int());

const groupStats = z.object({
  totalGroups: z.number().int(),
  newGroups: z.number().int(),
  totalEmployees: z.number().int(),
  enrolled: z.number().int(),
  renewalsDue: z.number().int(),
  renewalsWithoutRates: z.number().int(),
  ichraGroups: z.number().int(),
  ichraEmployees: z.number().int(),
  trends: z.object({ groups: trend, employees: trend, renewals: trend, ichra: trend }),
});
export type GroupStats = z.infer<typeof groupStats>;

const offeringTerms = {
  deductible: cents.nullable(),
  coinsurancePercent: z.number().int().nullable(),
  ratingMethodology: z.enum(RATING_METHODOLOGIES).nullable(),
  effectiveDate: calendarDate,
};

const planAssignment = z.object({
  planId: id,
  planName: z.string(),
  planCode: z.string(),
  line: z.enum(COVERAGE_LINES),
  carrierName: z.string(),
  classId: id,
  className: z.string(),
  locationId: id,
  locationName: z.string(),
  /** In force today; where nothing is yet, what will be first. */
  ...offeringTerms,
  /** What follows on a later day. */
  next: z.object(offeringTerms).nullable(),
});

const groupDetail = z.object({
  id,
  cimNumber: z.string(),
  /** The last four digits only. */
  taxIdLast4: z.string().nullable(),
  status: z.enum(GROUP_STATUSES),
  ...groupDetailShape,
  /** All current and former members of the group, as in the member list. */
  subscribers: z.number().int(),
  dependents: z.number().int(),
  /** Subscribers with coverage in effect today. */
  enrolled: z.number().int(),
  /** A status that it will have from a day on. */
  plannedStatus: plannedStatus.nullable(),
  version: z.number().int(),
  monthlyPremium: cents.nullable(),
  premiumByLine: z.array(z.object({ line: z.enum(COVERAGE_LINES), monthly: cents, subscribers: z.number().int() })),
  locations: z.array(
    z.object({
      id,
      code: z.string(),
      name: z.string(),
      addressLine1: z.string(),
      addressLine2: z.string().nullable(),
      city: z.string(),
      state: z.string(),
      zipCode: z.string(),
      members: z.number().int(),
    }),
  ),
  /** `members`: current members with this job. */
  classes: z.array(z.object({ id, code: z.string(), name: z.string(), locationId: id, members: z.number().int() })),
  plans: z.array(planAssignment),
  files: z.array(z.object({ id, status: z.string(), refused: z.number().int(), at: instant })),
  activity: z.array(z.object({ id, summary: z.string(), actor: z.string(), at: instant })),
});
export type GroupDetail = z.infer<typeof groupDetail>;

/** Longer than the domain rules allow, so that their messages apply; this only limits the request. */
const text = z.string().trim().max(2000);
const amount = cents.nullable().optional();

/**
 * The wizard's whole form (specification 1, section 3); rules beyond shapes and lengths are `validateGroupSetup` in
 * domain.
 */
const groupSetup = z.object({
  ...groupSetupShape,
  billingLocations: z
    .array(
      z.object({
        locationName: text,
        addressLine1: text,
        addressLine2: text.default(''),
        city: text,
        state: text,
        zipCode: text,
      }),
    )
    .max(50),
  /** `billingLocation` is the name of one of the locations above. */
  classes: z.array(z.object({ className: text, billingLocation: text })).max(50),
  /** Keyed by class name, location name and plan id (specification 1, section 3). */
  selectedPlans: z.record(z.string(), z.record(z.string(), z.array(z.string()))),
  planCustomizations: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.record(
          z.string(),
          z.object({
            deductible: amount,
            coinsurance: z.number().int().nullable().optional(),
            ratingMethodology: z.enum(RATING_METHODOLOGIES).nullable().optional(),
          }),
        ),
      ),
    )
    .default({}),
});
export type GroupSetup = z.infer<typeof groupSetup>;

const draftRow = z.object({
  id,
  name: z.string(),
  step: z.number().int(),
  autosaved: z.boolean(),
  updatedAt: instant,
  /** Colleagues see it. Only its owner shares, unshares and deletes it. */
  shared: z.boolean(),
  own: z.boolean(),
  owner: z.string(),
});
export type DraftRow = z.infer<typeof draftRow>;

export const groups = {
  ...groupEditing,
  management: groupManagement,
  contributions,
  /** One page of groups; filters, sort and cursor as in the page's URL. */
  list: oc
    .route({ method: 'GET', path: '/groups', tags: ['Groups'] })
    .errors(errors)
    .input(
      z.object({
        search: z.string().max(200).optional(),
        status: z.enum(GROUP_STATUSES).optional(),
        type: z.enum(GROUP_TYPES).optional(),
        /** Only groups that renew within this many days. */
        renewsWithin: z.number().int().min(1).max(366).optional(),
        /** Only groups that renew in this month, YYYY-MM. */
        renewsIn: z
          .string()
          .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
          .optional(),
        /** Only groups that offer no plan, or that renew on a day for which a plan they offer has no rate. */
        without: z.enum(['plans', 'rates']).optional(),
        /** Only groups that have sent files, but none in the last days. */
        noFileWithin: z.number().int().min(1).max(366).optional(),
        /** Only groups whose open enrollment begins within this many days. */
        opensWithin: z.number().int().min(1).max(366).optional(),
        /** Covered on this day. */
        coveredOn: calendarDate.optional(),
        sort: z.enum(GROUP_SORTS).default('name'),
        descending: z.boolean().default(false),
        ...page,
      }),
    )
    .output(pageOf(groupRow).extend({ unfiltered: z.number().int() })),
  stats: oc
    .route({ method: 'GET', path: '/groups/stats', tags: ['Groups'] })
    .errors(errors)
    .output(groupStats),
  get: oc
    .route({ method: 'GET', path: '/groups/{id}', tags: ['Groups'] })
    .errors(errors)
    .input(z.object({ id }))
    .output(groupDetail),
  premiumParts,
  /** Finds a group by its CIM number, for screens that are given one in their URL. */
  byCim: oc
    .route({ method: 'GET', path: '/groups/by-cim/{cim}', tags: ['Groups'] })
    .errors(errors)
    .input(z.object({ cim: z.string().max(40) }))
    .output(z.object({ id, name: z.string(), cim: z.string() })),
  /**
   * The groups that have a tax ID already, other than `exceptId`. Sent in the body: the tax ID of a sole owner is an SSN.
   */
  withTaxId: oc
    .route({ method: 'POST', path: '/groups/with-tax-id', tags: ['Groups'] })
    .errors(errors)
    .input(z.object({ taxId: z.string().max(40), exceptId: id.optional() }))
    /** A group that the person may not see is one without id and name. */
    .output(
      z.array(
        z.object({
          id: id.nullable(),
          name: z.string().nullable(),
          cim: z.string().nullable(),
          status: z.enum(GROUP_STATUSES).nullable(),
        }),
      ),
    ),
  /**
   * Creates the group with its locations, classes and plan assignments in one transaction; `draftId` is deleted with
   * it.
   */
  create: oc
    .route({ method: 'POST', path: '/groups', tags: ['Groups'] })
    .errors(errors)
    .input(z.object({ setup: groupSetup, draftId: id.optional(), sharedTaxIdReason, idempotencyKey }))
    .output(z.object({ id, cim: z.string() })),
  ...groupAdministration,
  drafts: {
    list: oc
      .route({ method: 'GET', path: '/group-drafts', tags: ['Group drafts'] })
      .errors(errors)
      .output(z.array(draftRow)),
    get: oc
      .route({ method: 'GET', path: '/group-drafts/{id}', tags: ['Group drafts'] })
      .errors(errors)
      .input(z.object({ id }))
      .output(draftRow.extend({ form: z.record(z.string(), z.unknown()), version: z.number().int() })),
    /**
     * Inserts without an ID, updates with one. `autosave` keeps an unnamed draft; a named draft stays named. The form
     * may be incomplete. An update has the version it is based on: CONFLICT if another user saved the draft since.
     */
    save: oc
      .route({ method: 'POST', path: '/group-drafts', tags: ['Group drafts'] })
      .errors(errors)
      .input(
        z.object({
          id: id.optional(),
          form: z.record(z.string(), z.unknown()),
          step: z.number().int().min(1).max(6),
          autosave: z.boolean().default(false),
          version: z.number().int().optional(),
          idempotencyKey,
        }),
      )
      .output(z.object({ id, updatedAt: instant, version: z.number().int() })),
    /** Shows the owner's named draft to colleagues, or hides it again. */
    share: oc
      .route({ method: 'POST', path: '/group-drafts/{id}/share', tags: ['Group drafts'] })
      .errors(errors)
      .input(z.object({ id, shared: z.boolean(), idempotencyKey }))
      .output(z.object({ shared: z.boolean() })),
    remove: oc
      .route({ method: 'POST', path: '/group-drafts/{id}/delete', tags: ['Group drafts'] })
      .errors(errors)
      .input(z.object({ id, idempotencyKey }))
      .output(z.object({ removed: z.literal(true) })),
  },
};
