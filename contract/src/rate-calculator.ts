import { COVERAGE_LINES } from '@openbenefits/domain/coverage-line';
import { RATING_METHODOLOGIES } from '@openbenefits/domain/groups/group-terms';
import { MOST_PEOPLE, MOST_PLANS } from '@openbenefits/domain/plans/rate-calculation';
import { RATING_METHODS } from '@openbenefits/domain/plans/rate-table';
import { RELATIONSHIPS } from '@openbenefits/domain/relationship';
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { priceExplanation } from './price-explanation.ts';
import { annualSalary, calendarDate, id } from './wire.ts';

const date = z.string().max(10);

const lines = z.array(z.enum(COVERAGE_LINES)).max(COVERAGE_LINES.length);

/** A household and what it is priced on. Birth dates travel in bodies only, and nothing is stored. */
const calculation = z.object({
  planIds: z.array(id).max(MOST_PLANS + 1),
  coverageDate: date,
  zipCode: z.string().max(20),
  ratingArea: z.string().trim().max(40),
  methodology: z.enum(RATING_METHODOLOGIES).nullable(),
  groupId: id.nullable(),
  classId: id.nullable(),
  locationId: id.nullable(),
  employeePercent: z.number().nullable(),
  dependentsPercent: z.number().nullable(),
  salary: annualSalary.nullable(),
  people: z
    .array(
      z.object({
        relationship: z.enum(RELATIONSHIPS),
        dateOfBirth: date,
        usesTobacco: z.boolean(),
        /** The lines that the person is priced on; without it, all. */
        lines: lines.optional(),
      }),
    )
    .max(MOST_PEOPLE + 1),
});

const calculatedPlan = z.object({
  price: priceExplanation,
  /**
   * The first bills that differ from the monthly price: of a month that coverage begins in, and of the months with free
   * days of a newborn.
   */
  firstBills: z.array(z.object({ from: calendarDate, to: calendarDate, price: priceExplanation })),
  /** Whether the group offers the plan to the class at the location; null without a group. */
  isOffered: z.boolean().nullable(),
});
export type CalculatedPlan = z.infer<typeof calculatedPlan>;

const calculated = z.object({
  /** The rating area of the ZIP code, or the chosen one. */
  area: z.string().nullable(),
  /** The day on which ages are counted. */
  ratedOn: calendarDate,
  /** In the order of the people that were sent; null without a birth date. */
  ages: z.array(z.number().int().nullable()),
  plans: z.array(calculatedPlan),
});
export type Calculated = z.infer<typeof calculated>;

const choosablePlan = z.object({
  id,
  code: z.string(),
  name: z.string(),
  line: z.enum(COVERAGE_LINES),
  /** The methods of its rates on the day; empty without rates. */
  methods: z.array(z.enum(RATING_METHODS)),
  methodologies: z.array(z.enum(RATING_METHODOLOGIES)),
  areas: z.array(z.string()),
});
export type ChoosablePlan = z.infer<typeof choosablePlan>;

/** The Rate Calculator: prices any household by the function that bills. */
export const rateCalculator = {
  /** What can be chosen on a day. */
  calculatorPlans: oc
    .route({ method: 'GET', path: '/plans/calculator', tags: ['Plans'] })
    .errors(errors)
    .input(z.object({ on: calendarDate.optional() }))
    .output(z.array(choosablePlan)),
  /** Stores nothing. A POST, because birth dates never are part of an address. */
  calculate: oc
    .route({ method: 'POST', path: '/plans/calculate', tags: ['Plans'] })
    .errors(errors)
    .input(calculation)
    .output(calculated),
  /** The same as a PDF to print or send. */
  calculationPdf: oc
    .route({ method: 'POST', path: '/plans/calculate/pdf', tags: ['Plans'] })
    .errors(errors)
    .input(calculation)
    .output(z.object({ fileName: z.string(), base64: z.string() })),
};

const familyToPrice = z.object({
  groupId: id,
  groupName: z.string(),
  classId: id.nullable(),
  locationId: id.nullable(),
  zipCode: z.string(),
  salary: annualSalary.nullable(),
  /** The day on which the subscriber's age is counted for the current coverage; null without coverage. */
  ratedOn: calendarDate.nullable(),
  /** The plans of the subscriber today. */
  plans: z.array(z.object({ id, name: z.string() })),
  /** `lines` are those that a person is covered on today; all where nobody of the family is covered. */
  people: z.array(
    z.object({
      relationship: z.enum(RELATIONSHIPS),
      dateOfBirth: z.string(),
      usesTobacco: z.boolean(),
      lines: lines.optional(),
    }),
  ),
});
export type HouseholdOfMember = z.infer<typeof familyToPrice>;

/** The family of a member for the Rate Calculator, with birth dates in full: audited, counted and with a reason. */
export const householdOfMember = oc
  .route({ method: 'POST', path: '/groups/{groupId}/members/{memberId}/household', tags: ['Members'] })
  .errors(errors)
  .input(z.object({ groupId: id, memberId: id, reason: z.string().max(500) }))
  .output(familyToPrice);
