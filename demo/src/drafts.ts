import { addDays, addMonths, firstOfNextMonth } from '@openbenefits/domain/calendar-date';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import { momentOn } from './moments.ts';
import { demoAdministrator } from './people.ts';
import type { DemoPlan } from './plan-catalogue.ts';
import type { Random } from './random.ts';

type Location = {
  locationName: string;
  addressLine1: string;
  addressLine2: string;
  city: string;
  state: string;
  zipCode: string;
};
/**
 * The wizard's form, with the keys of `groupSetup` in the contract; a draft may hold as little of it as was filled in.
 */
type DraftForm = Readonly<Record<string, unknown>> & { readonly companyName: string };
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
  locationName: string,
  addressLine1: string,
  city: string,
  state: string,
  zipCode: string,
): Location => ({
  locationName,
  addressLine1,
  addressLine2: '',
  city,
  state,
  zipCode,
});

type Stopped = { readonly step: number; readonly daysAgo: number; readonly form: DraftForm };

const TERMS = {
  legalName: '',
  sicCode: '',
  addressLine2: '',
  faxPhone: '',
  website: '',
  eligibleEmployeeCount: 0,
  renewalDate: '',
  waitingPeriodDays: 30,
  waitingPeriodStart: 'first_of_month_following',
  hoursRequirement: 30,
  groupType: 'traditional',
  billingMethod: 'list_bill',
  paymentMethod: '',
  gracePeriodDays: 31,
  retroTermDays: 60,
  openEnrollmentStart: '',
  openEnrollmentEnd: '',
  planCustomizations: {},
};

function atLocationsStep(effectiveDate: CalendarDate): Stopped {
  const clinic = office('Main Clinic', '418 Heron Ave', 'Asheville', 'NC', '28801');
  return {
    step: 2,
    daysAgo: 1,
    form: {
      ...TERMS,
      companyName: 'Inkberry Women’s Health',
      taxId: '56-0041877',
      industry: 'Healthcare',
      addressLine1: clinic.addressLine1,
      city: 'Asheville',
      stateProvince: 'NC',
      zipPostalCode: '28801',
      contactPhone: '(828) 555-0174',
      contactEmail: 'office@inkberry.example',
      employeeCount: 17,
      effectiveDate,
      billingLocations: [clinic],
      classes: [{ className: '', billingLocation: '' }],
      selectedPlans: {},
      cobraEnabled: false,
    },
  };
}

function atBillingStep(effectiveDate: CalendarDate): Stopped {
  return {
    step: 4,
    daysAgo: 4,
    form: {
      ...TERMS,
      companyName: 'Saltbox Furniture Makers',
      legalName: 'Saltbox Furniture Makers, LLC',
      taxId: '02-0078316',
      industry: 'Manufacturing',
      sicCode: '2511',
      addressLine1: '90 Foundry Rd',
      city: 'Manchester',
      stateProvince: 'NH',
      zipPostalCode: '03101',
      contactPhone: '(603) 555-0119',
      contactEmail: 'people@saltbox.example',
      employeeCount: 46,
      eligibleEmployeeCount: 41,
      effectiveDate,
      billingLocations: [
        office('Mill', '90 Foundry Rd', 'Manchester', 'NH', '03101'),
        office('Showroom', '12 Canal St', 'Manchester', 'NH', '03103'),
      ],
      classes: [
        { className: 'Full-Time Employee', billingLocation: 'Mill' },
        { className: 'Sales Team', billingLocation: 'Showroom' },
      ],
      selectedPlans: {},
      cobraEnabled: true,
    },
  };
}

function atPlansStep(effectiveDate: CalendarDate, selectedPlans: DemoDraft['selectedPlans']): Stopped {
  const hangar = office('Hangar 4', '2750 Windmill Way', 'Tulsa', 'OK', '74104');
  return {
    step: 5,
    daysAgo: 11,
    form: {
      ...TERMS,
      companyName: 'Ternhollow Aero Interiors',
      taxId: '73-0065209',
      industry: 'Aerospace',
      sicCode: '3728',
      addressLine1: hangar.addressLine1,
      city: 'Tulsa',
      stateProvince: 'OK',
      zipPostalCode: '74104',
      contactPhone: '(918) 555-0162',
      contactEmail: 'hr@ternhollow.example',
      employeeCount: 88,
      eligibleEmployeeCount: 80,
      effectiveDate,
      billingLocations: [hangar],
      classes: [{ className: 'Full-Time Employee', billingLocation: 'Hangar 4' }],
      paymentMethod: 'recurring_ach',
      selectedPlans,
      cobraEnabled: true,
    },
  };
}

/** Three drafts that stopped at steps 2, 4 and 5. */
export function demoDrafts(
  plans: readonly DemoPlan[],
  today: CalendarDate,
  nextId: (ms: number) => string,
  random: Random,
): DemoDraft[] {
  const idOf = (code: string): string => plans.find(({ planCode }) => planCode === code)?.id ?? '';
  const effective = addMonths(firstOfNextMonth(today), 1);
  const chosen = { 'Full-Time Employee': { 'Hangar 4': [idOf('MED-PPO'), idOf('MED-HMO'), idOf('DEN-PREM')] } };
  const atPlans = atPlansStep(effective, chosen);
  return [atLocationsStep(effective), atBillingStep(effective), atPlans].map((stopped) => {
    const { step, daysAgo, form } = stopped;
    const created = momentOn(addDays(today, -daysAgo - 2), random);
    return {
      id: nextId(created.ms),
      draftName: form.companyName,
      formData: form,
      currentStep: step,
      selectedPlans: stopped === atPlans ? chosen : {},
      autosaved: false,
      createdBy: demoAdministrator.id,
      createdAt: created.at,
      updatedAt: momentOn(addDays(today, -daysAgo), random).at,
      updatedBy: demoAdministrator.id,
    };
  });
}
