import type { GroupSetup } from '@openbenefits/contract/groups';
import type { Plan } from '@openbenefits/contract/plans';
import { addDays, addMonths, type CalendarDate, firstOfNextMonth } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { BLANK_SETUP } from './wizard-form.ts';

const HEAD_OFFICE = 'Duluth Head Office';
const DEPOT = 'Superior Depot';

/**
 * 'Fill Demo Data': an invented company with two locations and three classes, and plans from those offered now. Phone
 * numbers are fictional (555-01xx), the domain is reserved (RFC 2606).
 */
export function demoSetup(plans: readonly Plan[], today: CalendarDate): GroupSetup {
  const effective = firstOfNextMonth(today);
  const of = (line: CoverageLine, count: number, skip = 0): string[] =>
    plans
      .filter((plan) => plan.line === line && plan.rates.length > 0)
      .slice(skip, skip + count)
      .map(({ id }) => id);
  const full = [...of('medical', 2), ...of('dental', 1, 1), ...of('vision', 1)];
  const part = [...of('medical', 1, 2), ...of('dental', 1)];
  const executive = [...of('medical', 1), ...of('dental', 1, 1), ...of('vision', 1, 1), ...of('life', 1)];
  const [firstMedical] = full;
  return {
    ...BLANK_SETUP,
    companyName: 'Juniper Ridge Logistics',
    legalName: 'Juniper Ridge Logistics, Inc.',
    // Another one each time: two groups share a tax ID only for a reason.
    taxId: `41-${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`,
    industry: 'Transportation and Warehousing',
    sicCode: '4213',
    addressLine1: '2150 Harbor Drive',
    addressLine2: 'Suite 400',
    city: 'Duluth',
    stateProvince: 'MN',
    zipPostalCode: '55802',
    contactPhone: '(218) 555-0142',
    faxPhone: '(218) 555-0143',
    contactEmail: 'benefits@juniper-ridge.example',
    website: 'www.juniper-ridge.example',
    employeeCount: 48,
    eligibleEmployeeCount: 44,
    effectiveDate: effective,
    renewalDate: addMonths(effective, 12),
    waitingPeriodDays: 30,
    waitingPeriodStart: 'first_of_month_following',
    hoursRequirement: 30,
    groupType: 'traditional',
    billingLocations: [
      {
        locationName: HEAD_OFFICE,
        addressLine1: '2150 Harbor Drive',
        addressLine2: 'Suite 400',
        city: 'Duluth',
        state: 'MN',
        zipCode: '55802',
      },
      {
        locationName: DEPOT,
        addressLine1: '77 Tower Avenue',
        addressLine2: '',
        city: 'Superior',
        state: 'WI',
        zipCode: '54880',
      },
    ],
    classes: [
      { className: 'Full-Time Employee', billingLocation: HEAD_OFFICE },
      { className: 'Part-Time Employee', billingLocation: DEPOT },
      { className: 'Executive', billingLocation: HEAD_OFFICE },
    ],
    billingMethod: 'list_bill',
    paymentMethod: 'recurring_ach',
    gracePeriodDays: 31,
    retroTermDays: 60,
    openEnrollmentStart: addMonths(effective, -1),
    openEnrollmentEnd: addDays(effective, -1),
    cobraEnabled: true,
    selectedPlans: {
      'Full-Time Employee': { [HEAD_OFFICE]: full, [DEPOT]: full },
      'Part-Time Employee': { [HEAD_OFFICE]: part, [DEPOT]: part },
      Executive: { [HEAD_OFFICE]: executive, [DEPOT]: executive },
    },
    planCustomizations:
      firstMedical === undefined
        ? {}
        : { 'Full-Time Employee': { [HEAD_OFFICE]: { [firstMedical]: { ratingMethodology: 'composite' } } } },
  };
}
