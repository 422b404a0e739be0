import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { BENEFIT_STATUSES, COBRA_EVENTS, MEDICARE_PLANS } from '@openbenefits/domain/members/benefit-status';
import { MEMBER_SORTS } from '@openbenefits/domain/members/member-sorts';
import { MEMBER_STATUSES } from '@openbenefits/domain/members/member-status';
import { RELATIONSHIPS } from '@openbenefits/domain/relationship';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { memberChanges } from './member-changes.ts';
import { planChangePrice } from './plan-change-price.ts';
import { rate } from './price-explanation.ts';
import { householdOfMember } from './rate-calculator.ts';
import { calendarDate, cents, id, instant, page, pageOf } from './wire.ts';

/** A subscriber in a group's member list. */
const memberRow = z.object({
  id,
  name: z.string(),
  position: z.string().nullable(),
  department: z.string().nullable(),
  email: z.string().nullable(),
  /** E.164, an extension after it (+16175550123;ext=12); what could not be read as one is as it was entered. */
  phone: z.string().nullable(),
  employeeId: z.string().nullable(),
  /** The medical plan, or the first line the person is covered by; null without coverage today. */
  plan: z.string().nullable(),
  dependents: z.number().int(),
  /** Of all lines today; null shows as 'TBD'. */
  monthlyCost: cents.nullable(),
  /** True when the cost is the salary split of the specification, not a plan's rate. */
  estimated: z.boolean(),
  status: z.enum(MEMBER_STATUSES),
});
export type MemberRow = z.infer<typeof memberRow>;

const currentCoverage = z.object({
  line: z.enum(COVERAGE_LINES),
  planName: z.string(),
  planCode: z.string(),
  from: calendarDate,
  until: calendarDate.nullable(),
});

/**
 * The other record of a dependent who went on as a subscriber (or with one), with the name of that record's subscriber.
 */
const splitRecord = z.object({ id, memberNumber: z.string(), subscriberName: z.string() });

const memberDetail = z.object({
  id,
  groupId: id,
  groupName: z.string(),
  subscriberId: id.nullable(),
  subscriberName: z.string().nullable(),
  relationship: z.enum(RELATIONSHIPS),
  name: z.string(),
  memberNumber: z.string(),
  employeeId: z.string().nullable(),
  /** The status today: it decides what can be done. */
  status: z.enum(MEMBER_STATUSES),
  /** The status on the day the record is shown for; null where nothing is known of the member on it. */
  statusOnDay: z.enum(MEMBER_STATUSES).nullable(),
  /** Masked: the year of birth and the last four digits of the SSN are all that leaves the server here. */
  birthYear: z.number().int().nullable(),
  ssnLast4: z.string().nullable(),
  /** Null also where it is restricted and the reader does not answer for privacy. */
  address: z.string().nullable(),
  isAddressRestricted: z.boolean(),
  isDisabled: z.boolean(),
  /** What the member attested about tobacco, the newest day first; empty where nothing is on record. */
  tobacco: z.array(z.object({ usesTobacco: z.boolean(), effectiveOn: calendarDate, attestedOn: calendarDate })),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  position: z.string().nullable(),
  department: z.string().nullable(),
  className: z.string().nullable(),
  locationName: z.string().nullable(),
  hireDate: calendarDate.nullable(),
  terminationDate: calendarDate.nullable(),
  emergencyContact: z.string().nullable(),
  /** REF*23 of the 834; of one that may be an SSN the last four characters. */
  carrierMemberId: z.string().nullable(),
  benefitStatus: z.enum(BENEFIT_STATUSES),
  medicarePlan: z.enum(MEDICARE_PLANS).nullable(),
  cobra: z
    .object({
      event: z.enum(COBRA_EVENTS).nullable(),
      eventDate: calendarDate.nullable(),
      from: calendarDate.nullable(),
      lastDay: calendarDate.nullable(),
    })
    .nullable(),
  /** The earlier dependent record of this member, and the later subscriber record of this dependent. */
  formerly: splitRecord.nullable(),
  continuedAs: splitRecord.nullable(),
  plan: z
    .object({
      name: z.string(),
      code: z.string(),
      deductible: cents.nullable(),
      outOfPocketMax: cents.nullable(),
      primaryCareCopay: cents.nullable(),
      specialistCopay: cents.nullable(),
      prescriptionCoverage: z.string().nullable(),
      network: z.string().nullable(),
    })
    .nullable(),
  rate,
  coverage: z.array(currentCoverage),
  dependents: z.array(
    z.object({
      id,
      name: z.string(),
      relationship: z.enum(RELATIONSHIPS),
      birthYear: z.number().int().nullable(),
      /** On the day the record is shown for; null where nothing is known of the dependent on it. */
      status: z.enum(MEMBER_STATUSES).nullable(),
      coveredFor: z.array(z.enum(COVERAGE_LINES)),
      from: calendarDate.nullable(),
    }),
  ),
  /** The date of status, coverage, rate, dependents and history: today or the requested date. */
  asOf: calendarDate,
  /** Newest first; `correctedAt` is set on what was believed once and was corrected since. */
  history: z.array(
    z.object({
      on: calendarDate,
      summary: z.string(),
      source: z.string(),
      current: z.boolean(),
      correctedAt: instant.nullable(),
    }),
  ),
});
export type MemberDetail = z.infer<typeof memberDetail>;

export const members = {
  /** Subscribers of a group, a page at a time. POST, because the search may name a person. */
  ofGroup: oc
    .route({ method: 'POST', path: '/groups/{groupId}/members', tags: ['Members'] })
    .errors(errors)
    .input(
      z.object({
        groupId: id,
        search: z.string().max(200).optional(),
        status: z.enum(MEMBER_STATUSES).optional(),
        sort: z.enum(MEMBER_SORTS).default('name'),
        descending: z.boolean().default(false),
        ...page,
      }),
    )
    .output(pageOf(memberRow).extend({ subscribers: z.number().int(), dependents: z.number().int() })),
  /** One member with plan, rate, dependents and benefit history, today or as of another day. The read is audited. */
  get: oc
    .route({ method: 'GET', path: '/groups/{groupId}/members/{memberId}', tags: ['Members'] })
    .errors(errors)
    .input(z.object({ groupId: id, memberId: id, asOf: calendarDate.optional() }))
    .output(memberDetail),
  household: householdOfMember,
  planChangePrice,
  ...memberChanges,
};
