import { addDays, addMonths, firstOfNextMonth } from '@openbenefits/domain/calendar-date';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { momentOn } from './moments.ts';
import { demoAdministrator } from './people.ts';
import type { DemoPlan } from './plans.ts';
import type { Random } from './random.ts';

type Location = {
  location_name: string;
  address_line1: string;
  address_line2: string;
  city: string;
  state: string;
  zip_code: string;
};
/**
 * The wizard's form, with the keys of `groupSetup` in the contract; a draft may hold as little of it as was filled in.
 */
export type DraftForm = Readonly<Record<string, unknown>> & { readonly company_name: string };
export type DemoDraft = {
  readonly id: string;
  readonly draftName: string;
  readonly formData: DraftForm;
  readonly currentStep: number;
  readonly selectedPlans: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly autosaved: false;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly updatedBy: string;
};

const office = (
  location_name: string,
  address_line1: string,
  city: string,
  state: string,
  zip_code: string,
): Location => ({
  location_name,
  address_line1,
  address_line2: '',
  city,
  state,
  zip_code,
});

/** Three drafts that stopped at steps 2, 4 and 5. */
export function demoDrafts(
  plans: readonly DemoPlan[],
  today: CalendarDate,
  nextId: (ms: number) => string,
  random: Random,
): DemoDraft[] {
  const idOf = (code: string): string => plans.find(({ planCode }) => planCode === code)?.id ?? '';
  const effective = addMonths(firstOfNextMonth(today), 1);
  const terms = {
    legal_name: '',
    sic_code: '',
    address_line2: '',
    fax: '',
    website: '',
    eligible_employee_count: 0,
    renewal_date: '',
    waiting_period_days: 30,
    waiting_period_start: 'first_of_month_following',
    hours_requirement: 30,
    group_type: 'traditional',
    billing_method: 'list_bill',
    payment_method: '',
    grace_period_days: 31,
    retro_term_days: 60,
    open_enrollment_start: '',
    open_enrollment_end: '',
    plan_customizations: {},
  };
  const inkberry = office('Main Clinic', '418 Heron Ave', 'Asheville', 'NC', '28801');
  const saltbox = [
    office('Mill', '90 Foundry Rd', 'Manchester', 'NH', '03101'),
    office('Showroom', '12 Canal St', 'Manchester', 'NH', '03103'),
  ];
  const tern = office('Hangar 4', '2750 Windmill Way', 'Tulsa', 'OK', '74104');
  const ternPlans = { 'Full-Time Employee': { 'Hangar 4': [idOf('MED-PPO'), idOf('MED-HMO'), idOf('DEN-PREM')] } };
  const forms: readonly { step: number; daysAgo: number; form: DraftForm }[] = [
    {
      step: 2,
      daysAgo: 1,
      form: {
        ...terms,
        company_name: 'Inkberry Women’s Health',
        tax_id: '56-0041877',
        industry: 'Healthcare',
        address_line1: inkberry.address_line1,
        city: 'Asheville',
        state: 'NC',
        zip_code: '28801',
        phone: '(828) 555-0174',
        email: 'office@inkberry.example',
        employee_count: 17,
        effective_date: effective,
        billing_locations: [inkberry],
        classes: [{ class_name: '', billing_location: '' }],
        selected_plans: {},
        cobra_enabled: false,
      },
    },
    {
      step: 4,
      daysAgo: 4,
      form: {
        ...terms,
        company_name: 'Saltbox Furniture Makers',
        legal_name: 'Saltbox Furniture Makers, LLC',
        tax_id: '02-0078316',
        industry: 'Manufacturing',
        sic_code: '2511',
        address_line1: '90 Foundry Rd',
        city: 'Manchester',
        state: 'NH',
        zip_code: '03101',
        phone: '(603) 555-0119',
        email: 'people@saltbox.example',
        employee_count: 46,
        eligible_employee_count: 41,
        effective_date: effective,
        billing_locations: saltbox,
        classes: [
          { class_name: 'Full-Time Employee', billing_location: 'Mill' },
          { class_name: 'Sales Team', billing_location: 'Showroom' },
        ],
        selected_plans: {},
        cobra_enabled: true,
      },
    },
    {
      step: 5,
      daysAgo: 11,
      form: {
        ...terms,
        company_name: 'Ternhollow Aero Interiors',
        tax_id: '73-0065209',
        industry: 'Aerospace',
        sic_code: '3728',
        address_line1: tern.address_line1,
        city: 'Tulsa',
        state: 'OK',
        zip_code: '74104',
        phone: '(918) 555-0162',
        email: 'hr@ternhollow.example',
        employee_count: 88,
        eligible_employee_count: 80,
        effective_date: effective,
        billing_locations: [tern],
        classes: [{ class_name: 'Full-Time Employee', billing_location: 'Hangar 4' }],
        payment_method: 'recurring_ach',
        selected_plans: ternPlans,
        cobra_enabled: true,
      },
    },
  ];
  return forms.map(({ step, daysAgo, form }) => {
    const created = momentOn(addDays(today, -daysAgo - 2), random);
    return {
      id: nextId(created.ms),
      draftName: form.company_name,
      formData: form,
      currentStep: step,
      selectedPlans: form === forms[2]?.form ? ternPlans : {},
      autosaved: false,
      createdBy: demoAdministrator.id,
      createdAt: created.at,
      updatedAt: momentOn(addDays(today, -daysAgo), random).at,
      updatedBy: demoAdministrator.id,
    };
  });
}
