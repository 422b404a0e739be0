import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { WAITING_PERIOD_STARTS } from '@openbenefits/domain/groups/group-terms';
import { EDITED_FIELDS, type MemberEdit } from '@openbenefits/domain/members/member-edit';
import { MEMBER_STATUSES } from '@openbenefits/domain/members/member-status';
import { TOBACCO_ANSWERS } from '@openbenefits/domain/members/tobacco-use';
import { RELATIONSHIPS } from '@openbenefits/domain/relationship';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { methodology, plan } from './plans.ts';
import { rate } from './price-explanation.ts';
import { annualSalary, calendarDate, id, idempotencyKey } from './wire.ts';

/** Longer than the domain rules allow, so that their messages apply; this only limits the request. */
const text = z.string().max(2000);
const date = z.string().max(10);
const byLine = <T extends z.ZodType>(of: T) => z.object({ medical: of, dental: of, vision: of });

const dependentForm = z.object({
  name: text,
  dateOfBirth: date,
  relationship: z.string().max(30),
  usesTobacco: z.enum(TOBACCO_ANSWERS).optional(),
  plans: byLine(z.object({ selected: z.string().max(40), startDate: date, endDate: date })),
});

/**
 * The Add Member dialog (specification 1, sections 2.9 and 3); rules beyond shapes are `problemsOfNewMember` in domain.
 */
const newMember = z.object({
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
  dateOfBirth: date.default(''),
  usesTobacco: z.enum(TOBACCO_ANSWERS).optional(),
  ssn: text,
  class: text,
  billingLocation: text,
  hireDate: date,
  plans: byLine(z.object({ selected: z.string().max(40), enrollmentDate: date })),
  dependentDetails: z.array(dependentForm).max(50),
  overrideReason: text.default(''),
});

const choices = {
  classes: z.array(z.object({ code: z.string(), name: z.string() })),
  locations: z.array(z.object({ code: z.string(), name: z.string() })),
};

const addForm = z.object({
  ...choices,
  /** Classes or locations are the specified fallbacks, because the group has none. */
  fallback: z.object({ classes: z.boolean(), locations: z.boolean() }),
  plans: z.array(plan),
  /** Which class is offered what where; null where the group has arranged nothing: every plan. */
  offers: z
    .array(
      z.object({ planId: id, classCode: z.string(), locationCode: z.string(), methodology: methodology.nullable() }),
    )
    .nullable(),
  terms: z.object({
    waitingPeriodDays: z.number().int(),
    waitingPeriodStart: z.enum(WAITING_PERIOD_STARTS),
    effectiveDate: calendarDate,
    retroTermDays: z.number().int(),
  }),
  employerPercent: z.number().int(),
  /** Why no member can be added now; null if the group is active. */
  closedReason: z.string().nullable(),
});
export type AddForm = z.infer<typeof addForm>;

const editedValues = z.object(
  Object.fromEntries(EDITED_FIELDS.map((field) => [field, text])) as Record<keyof MemberEdit, typeof text>,
);

const memberForEdit = z.object({
  id,
  version: z.number().int(),
  subscriberId: id.nullable(),
  status: z.enum(MEMBER_STATUSES),
  relationship: z.enum(RELATIONSHIPS),
  values: editedValues,
  ...choices,
  /** Another family member is the spouse or domestic partner. */
  hasPartner: z.boolean(),
  hasSsn: z.boolean(),
  hasBirthDate: z.boolean(),
  /** What covers the member today or will. */
  coverage: z.array(
    z.object({
      line: z.enum(COVERAGE_LINES),
      planId: id,
      planName: z.string(),
      from: calendarDate,
      until: calendarDate.nullable(),
    }),
  ),
});
export type MemberForEdit = z.infer<typeof memberForEdit>;

const member = { groupId: id, memberId: id };
const reason = text.default('');
const written = z.object({ id, changeId: id });
const route = (path: `/${string}`, method: 'GET' | 'POST' = 'POST') =>
  oc.route({ method, path, tags: ['Members'] }).errors(errors);

const PROTECTED_FIELDS = ['ssn', 'date_of_birth'] as const;
export type ProtectedField = (typeof PROTECTED_FIELDS)[number];

/** A family that is being entered, the subscriber first; a dependent is covered by the lines. */
const toPrice = z.object({
  groupId: id,
  on: calendarDate.optional(),
  classCode: text,
  locationCode: text,
  salary: annualSalary.nullable(),
  plans: z.array(z.object({ line: z.enum(COVERAGE_LINES), planId: id })).max(5),
  people: z
    .array(
      z.object({
        name: text,
        relationship: z.enum(RELATIONSHIPS),
        dateOfBirth: date.nullable(),
        usesTobacco: z.boolean().optional(),
        lines: z.array(z.enum(COVERAGE_LINES)),
      }),
    )
    .min(1)
    .max(12),
});
export type EnrollmentToPrice = z.infer<typeof toPrice>;
export type EnrollmentPrice = z.infer<typeof rate>;

/** Manual changes of single members. Each is a change set that can be undone. */
export const memberChanges = {
  /** What the Add Member dialog needs of the group: classes, locations, plans with today's rates, terms. */
  addForm: route('/groups/{groupId}/add-member-form', 'GET')
    .input(z.object({ groupId: id }))
    .output(addForm),
  /** What a family that is being entered would cost; sent as a body, because birth dates belong in no address. */
  price: route('/groups/{groupId}/enrollment-price').input(toPrice).output(rate),
  /** Adds a subscriber with dependents and their coverage, all or nothing. Problems are at the paths of `member`. */
  add: route('/groups/{groupId}/add-member')
    .input(z.object({ groupId: id, member: newMember, idempotencyKey }))
    .output(written),
  /** The fields of the edit dialog, one by one, with the version to send back. The read is audited. */
  forEdit: route('/groups/{groupId}/members/{memberId}/edit', 'GET').input(z.object(member)).output(memberForEdit),
  /**
   * Changes what differs. Refused with CONFLICT and the fields that others changed when `version` is not the newest.
   * An edit that changes who the member is needs `identityReason`, which the history keeps.
   */
  edit: route('/groups/{groupId}/members/{memberId}/edit')
    .input(
      z.object({
        ...member,
        version: z.number().int(),
        values: editedValues,
        identityReason: z.string().trim().max(500).optional(),
        /** Why the member keeps a plan that the new class or location is not offered. */
        offeringReason: z.string().trim().max(500).optional(),
        /** From when a new class, location or salary applies to premiums; today where it is left out. */
        appliesFrom: z.string().max(10).optional(),
        idempotencyKey,
      }),
    )
    .output(written),
  /** Adds a dependent of a subscriber (`memberId`). */
  addDependent: route('/groups/{groupId}/members/{memberId}/dependents')
    .input(z.object({ ...member, dependent: dependentForm, overrideReason: reason, idempotencyKey }))
    .output(written),
  /** From a day on a line is covered by another plan, or begins; dependents who hold the line follow. */
  changePlan: route('/groups/{groupId}/members/{memberId}/plan')
    .input(
      z.object({
        ...member,
        line: z.enum(COVERAGE_LINES),
        planId: z.string().max(40),
        from: date,
        overrideReason: reason,
        idempotencyKey,
      }),
    )
    .output(written),
  /** Corrects SSN or birth date (an empty one stays), with a reason; what it was is kept sealed in the change. */
  correctIdentity: route('/groups/{groupId}/members/{memberId}/identity')
    .input(z.object({ ...member, ssn: text.default(''), dateOfBirth: date.default(''), reason: text, idempotencyKey }))
    .output(written),
  /** Records what a member attests about tobacco use, from a day on; bills from that day are adjusted. */
  recordTobacco: route('/groups/{groupId}/members/{memberId}/tobacco')
    .input(
      z.object({
        ...member,
        usesTobacco: z.enum(TOBACCO_ANSWERS),
        from: date,
        attestedOn: date,
        overrideReason: reason,
        idempotencyKey,
      }),
    )
    .output(written),
  /** One protected value in full. Audited with the reason; at most a hundred an hour for one person (TOO_MANY). */
  reveal: route('/groups/{groupId}/members/{memberId}/reveal')
    .input(z.object({ ...member, field: z.enum(PROTECTED_FIELDS), reason: text }))
    .output(z.object({ value: z.string() })),
};
