import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { GROUP_STATUSES } from '@openbenefits/domain/groups/group-status';
import { RATING_METHODOLOGIES } from '@openbenefits/domain/groups/group-terms';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { groupFormShape } from './group-fields.ts';
import { rescissionGround } from './rescission.ts';
import { calendarDate, cents, id, idempotencyKey, instant } from './wire.ts';

const text = z.string().trim().max(2000);
/** Why two groups have the same tax ID; required if another group has it. */
export const sharedTaxIdReason = z.string().trim().max(500).optional();
const date = z.string().max(10);
const version = z.number().int();

/** The editable fields of a group. Empty text means no value; the masked tax ID leaves the stored one unchanged. */
const groupForm = z.object(groupFormShape);

/** Who edits a group. `mine`: the window that asks; `you`: the same person, maybe in another window. */
const lease = z.object({ name: z.string(), since: instant, until: instant, mine: z.boolean(), you: z.boolean() });
/** A random id of the window that edits. */
const holder = z.string().regex(/^[0-9a-f-]{32,36}$/i);

const statusChange = { id, to: z.enum(GROUP_STATUSES), effectiveDate: date };
const statusEffects = z.object({
  /** The reason why this cannot be done at all; null where it can. */
  refusal: z.string().nullable(),
  /** A reason for going back further than the group's retro term. */
  beyondRetro: z.boolean(),
  /** The last month that the retro window keeps charged: the next bill does not credit it. */
  keptThrough: calendarDate.nullable(),
  /** Past months that lose coverage although employees paid for them: `rescission` is needed. */
  paidMonths: z.array(calendarDate),
  subscribers: z.number().int(),
  dependents: z.number().int(),
  byLine: z.array(z.object({ line: z.enum(COVERAGE_LINES), people: z.number().int() })),
  /** Of the coverage in question on the effective date; null without a rate. */
  monthlyPremium: cents.nullable(),
  /** Members whose coverage would start later and is canceled. */
  neverBegins: z.number().int(),
  /** Members who can continue under COBRA; null if the group has no COBRA. */
  cobra: z.number().int().nullable(),
  /** Enrollment files that wait or are being worked on. */
  filesWaiting: z.number().int(),
  /** For a reinstatement: the change that ended coverage with the group and can still be undone. */
  endedWith: z.object({ changeId: id, people: z.number().int(), effectiveDate: calendarDate }).nullable(),
});
export type StatusEffects = z.infer<typeof statusEffects>;

const saved = z.object({ id, version });

/** Changes of a group after setup. A write based on outdated values is rejected with CONFLICT. */
export const groupEditing = {
  /**
   * Saves the changed fields. `seen` are the values that editing started from. A field that another user changed is
   * rejected with `conflicts`; other users' changes to other fields are kept and reported in `merged`.
   */
  edit: oc
    .route({ method: 'POST', path: '/groups/{id}/edit', tags: ['Groups'] })
    .errors(errors)
    .input(
      z.object({
        id,
        version,
        changes: groupForm.partial(),
        seen: groupForm.partial(),
        sharedTaxIdReason,
        idempotencyKey,
      }),
    )
    .output(
      saved.extend({ changed: z.array(z.string()), merged: z.object({ by: z.string(), at: instant }).nullable() }),
    ),
  /** What a change of status does, in figures, before it is done. */
  statusPreview: oc
    .route({ method: 'GET', path: '/groups/{id}/status-preview', tags: ['Groups'] })
    .errors(errors)
    .input(z.object({ ...statusChange, effectiveDate: calendarDate }))
    .output(statusEffects),
  /**
   * At once for today and earlier, planned for later. The effective date of a termination is the last day of coverage.
   */
  changeStatus: oc
    .route({ method: 'POST', path: '/groups/{id}/status', tags: ['Groups'] })
    .errors(errors)
    .input(
      z.object({
        ...statusChange,
        version,
        reason: text,
        overrideReason: text.optional(),
        rescission: rescissionGround.optional(),
        idempotencyKey,
      }),
    )
    .output(saved.extend({ planned: z.boolean(), people: z.number().int(), changeId: id })),
  /** Takes a planned status back, with the ends of coverage that it set. */
  cancelStatus: oc
    .route({ method: 'POST', path: '/groups/{id}/status/cancel', tags: ['Groups'] })
    .errors(errors)
    .input(z.object({ id, version, idempotencyKey }))
    .output(saved.extend({ people: z.number().int() })),
  /** Who is editing: a courtesy among colleagues. What guards the record is the comparison in `edit`. */
  lease: {
    status: oc
      .route({ method: 'GET', path: '/groups/{id}/lease', tags: ['Groups'] })
      .errors(errors)
      .input(z.object({ id, holder }))
      .output(lease.nullable()),
    /** Takes the lease; returns another user's lease if `mine` is false. */
    take: oc
      .route({ method: 'POST', path: '/groups/{id}/lease', tags: ['Groups'] })
      .errors(errors)
      .input(z.object({ id, holder, takeOver: z.boolean().default(false) }))
      .output(lease),
    /** Extends the lease unless another user has taken it. */
    renew: oc
      .route({ method: 'POST', path: '/groups/{id}/lease/renew', tags: ['Groups'] })
      .errors(errors)
      .input(z.object({ id, holder }))
      .output(lease),
    release: oc
      .route({ method: 'POST', path: '/groups/{id}/lease/release', tags: ['Groups'] })
      .errors(errors)
      .input(z.object({ id, holder }))
      .output(z.object({ released: z.boolean() })),
  },
  locations: {
    save: oc
      .route({ method: 'POST', path: '/groups/{id}/locations', tags: ['Groups'] })
      .errors(errors)
      .input(
        z.object({
          id,
          version,
          locationId: id.optional(),
          name: text,
          addressLine1: text,
          addressLine2: text,
          city: text,
          state: text,
          zipCode: text,
          idempotencyKey,
        }),
      )
      .output(saved),
    remove: oc
      .route({ method: 'POST', path: '/groups/{id}/locations/{locationId}/remove', tags: ['Groups'] })
      .errors(errors)
      .input(z.object({ id, version, locationId: id, idempotencyKey }))
      .output(saved),
  },
  classes: {
    save: oc
      .route({ method: 'POST', path: '/groups/{id}/classes', tags: ['Groups'] })
      .errors(errors)
      .input(z.object({ id, version, classId: id.optional(), name: text, locationId: text, idempotencyKey }))
      .output(saved),
    remove: oc
      .route({ method: 'POST', path: '/groups/{id}/classes/{classId}/remove', tags: ['Groups'] })
      .errors(errors)
      .input(z.object({ id, version, classId: id, idempotencyKey }))
      .output(saved),
  },
  plans: {
    /**
     * What a class is offered at a location from a date on: the whole list. A plan that is left out is withdrawn,
     * unless members hold it.
     */
    save: oc
      .route({ method: 'POST', path: '/groups/{id}/offerings', tags: ['Groups'] })
      .errors(errors)
      .input(
        z.object({
          id,
          version,
          classId: id,
          locationId: id,
          effectiveDate: date,
          plans: z
            .array(
              z.object({
                planId: id,
                deductible: cents.nullable(),
                coinsurancePercent: z.number().int().nullable(),
                ratingMethodology: z.enum(RATING_METHODOLOGIES).nullable(),
              }),
            )
            .max(100),
          idempotencyKey,
        }),
      )
      .output(saved),
  },
};

/** A status that the group will have from a day on. */
export const plannedStatus = z.object({
  to: z.enum(GROUP_STATUSES),
  effectiveDate: calendarDate,
  reason: z.string(),
  by: z.string(),
  at: instant,
});
