import type { GroupSetup } from '@openbenefits/contract/groups';
import type { Plan } from '@openbenefits/contract/plans';
import { addDays, addMonths, type CalendarDate, firstOfNextMonth } from '@openbenefits/domain/calendar-date';
import type { CoverageLine } from '@openbenefits/domain/coverage/coverage-line';

const HEAD_OFFICE = 'Duluth Head Office';
const DEPOT = 'Superior Depot';

/**
 * 'Fill Demo Data': an invented company with two locations and three classes, and plans from those offered now.
 * Telephone numbers are of the range kept free for fiction (555-01xx), the domain is reserved (RFC 2606).
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
    company_name: 'Juniper Ridge Logistics',
    legal_name: 'Juniper Ridge Logistics, Inc.',
    tax_id: '41-7654321',
    industry: 'Transportation and Warehousing',
    sic_code: '4213',
    address_line1: '2150 Harbor Drive',
    address_line2: 'Suite 400',
    city: 'Duluth',
    state: 'MN',
    zip_code: '55802',
    phone: '(218) 555-0142',
    fax: '(218) 555-0143',
    email: 'benefits@juniper-ridge.example',
    website: 'www.juniper-ridge.example',
    employee_count: 48,
    eligible_employee_count: 44,
    effective_date: effective,
    renewal_date: addMonths(effective, 12),
    waiting_period_days: 30,
    waiting_period_start: 'first_of_month_following',
    hours_requirement: 30,
    group_type: 'traditional',
    billing_locations: [
      {
        location_name: HEAD_OFFICE,
        address_line1: '2150 Harbor Drive',
        address_line2: 'Suite 400',
        city: 'Duluth',
        state: 'MN',
        zip_code: '55802',
      },
      {
        location_name: DEPOT,
        address_line1: '77 Tower Avenue',
        address_line2: '',
        city: 'Superior',
        state: 'WI',
        zip_code: '54880',
      },
    ],
    classes: [
      { class_name: 'Full-Time Employee', billing_location: HEAD_OFFICE },
      { class_name: 'Part-Time Employee', billing_location: DEPOT },
      { class_name: 'Executive', billing_location: HEAD_OFFICE },
    ],
    billing_method: 'list_bill',
    payment_method: 'recurring_ach',
    grace_period_days: 31,
    retro_term_days: 60,
    open_enrollment_start: addMonths(effective, -1),
    open_enrollment_end: addDays(effective, -1),
    cobra_enabled: true,
    selected_plans: {
      'Full-Time Employee': { [HEAD_OFFICE]: full, [DEPOT]: full },
      'Part-Time Employee': { [HEAD_OFFICE]: part, [DEPOT]: part },
      Executive: { [HEAD_OFFICE]: executive, [DEPOT]: executive },
    },
    plan_customizations:
      firstMedical === undefined
        ? {}
        : { 'Full-Time Employee': { [HEAD_OFFICE]: { [firstMedical]: { rating_methodology: 'age_rated' } } } },
  };
}
