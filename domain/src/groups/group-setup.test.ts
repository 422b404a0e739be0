import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blankSetupFields } from './group-fields.ts';
import {
  type GroupSetupForm,
  isCustomizable,
  LAST_STEP,
  plansIn,
  problemsOfSetup,
  problemsOfStep,
  SETUP_STEPS,
} from './group-setup.ts';
import { isCobraForced } from './group-terms.ts';

const PLAN = '0145f680-b000-7000-8001-1f0e67bd49de';

const place = {
  locationName: 'Head Office',
  addressLine1: '1 Main Street',
  addressLine2: '',
  city: 'Duluth',
  state: 'MN',
  zipCode: '55802',
};
const FORM: GroupSetupForm = {
  ...blankSetupFields(),
  companyName: 'Juniper Ridge Logistics',
  legalName: '',
  taxId: '41-7654321',
  industry: '',
  sicCode: '',
  addressLine1: '1 Main Street',
  addressLine2: '',
  city: 'Duluth',
  stateProvince: 'MN',
  zipPostalCode: '55802',
  contactPhone: '(218) 555-0142',
  faxPhone: '',
  contactEmail: '',
  website: '',
  employeeCount: 19,
  eligibleEmployeeCount: 0,
  effectiveDate: '2027-01-01',
  renewalDate: '',
  waitingPeriodDays: 0,
  waitingPeriodStart: 'date_of_hire',
  hoursRequirement: 30,
  groupType: 'traditional',
  billingLocations: [place],
  classes: [{ className: 'Full-Time Employee', billingLocation: 'Head Office' }],
  billingMethod: 'list_bill',
  paymentMethod: '',
  gracePeriodDays: 31,
  retroTermDays: 60,
  openEnrollmentStart: '',
  openEnrollmentEnd: '',
  cobraEnabled: false,
  selectedPlans: { 'Full-Time Employee': { 'Head Office': [PLAN] } },
  planCustomizations: {},
};

const form = (change: Partial<GroupSetupForm>): GroupSetupForm => ({ ...FORM, ...change });
const pathsOf = (step: number, change: Partial<GroupSetupForm>, planIds?: ReadonlySet<string>): string[] =>
  problemsOfStep(step, form(change), planIds).map(({ path }) => path);

test('the six steps are the specified ones', () => {
  expect(SETUP_STEPS).toEqual([
    'Company Information',
    'Billing Locations',
    'Class Setup',
    'Billing Setup',
    'Plan Selection',
    'Review & Submit',
  ]);
  expect(LAST_STEP).toBe(6);
});

test('a form with only what is required has no problem; the last step never has one', () => {
  expect(problemsOfSetup(FORM, new Set([PLAN]))).toEqual([]);
  expect(problemsOfStep(6, form({ companyName: '', billingLocations: [] }))).toEqual([]);
});

describe('step 1', () => {
  test.each([
    'companyName',
    'taxId',
    'addressLine1',
    'city',
    'stateProvince',
    'zipPostalCode',
    'contactPhone',
    'effectiveDate',
  ] as const)('%s must be filled', (name) => {
    expect(pathsOf(1, { [name]: '' })).toEqual([name]);
    if (name !== 'effectiveDate') expect(pathsOf(1, { [name]: '   ' })).toEqual([name]);
  });

  test.each([
    'legalName',
    'industry',
    'sicCode',
    'addressLine2',
    'faxPhone',
    'contactEmail',
    'website',
    'renewalDate',
  ] as const)('%s may be empty', (name) => {
    expect(pathsOf(1, { [name]: '' })).toEqual([]);
  });

  test.each([
    'companyName',
    'legalName',
    'taxId',
    'industry',
    'sicCode',
    'addressLine1',
    'addressLine2',
    'city',
    'stateProvince',
    'zipPostalCode',
    'contactPhone',
    'faxPhone',
    'contactEmail',
    'website',
  ] as const)('%s takes 200 characters at most', (name) => {
    expect(problemsOfStep(1, form({ [name]: 'x'.repeat(201) }))).toEqual([
      { path: name, message: 'Use at most 200 characters.' },
    ]);
  });

  test.each([
    ['taxId', ['12345678', '1234567890', '1-23456789', 'AB-1234567'], ['123456789', '12-3456789', ' 12-3456789 ']],
    ['sicCode', ['421', '42133', 'abcd'], ['4213']],
    ['stateProvince', ['M', 'XX', 'Minnesota'], ['mn', 'MN', 'PR']],
    ['zipPostalCode', ['5580', '558021', '55802-12', 'ABCDE'], ['55802', '55802-1234', '558021234']],
    [
      'contactPhone',
      ['555', '218555014', 'call me', '2185550142x'],
      ['2185550142', '+1 (218) 555-0142', '218.555.0142 ext 12', '218-555-0142 x7'],
    ],
    ['faxPhone', ['555'], ['2185550143']],
    ['contactEmail', ['a', 'a@b', 'a b@c.de', '@c.de'], ['a@b.co']],
    ['website', ['juniper', 'http://', 'a b.com', 'www..com'], ['www.juniper.example', 'https://juniper.example/a?b']],
    ['effectiveDate', ['2027-02-29', '01/01/2027', '1899-12-31', '2200-01-01', 'soon'], ['2028-02-29']],
    ['renewalDate', ['2027-13-01', '2027-01-01', '2026-12-31'], ['2027-01-02']],
  ] as const)('%s: the wrong kind is refused, the right kinds are taken', (name, wrong, right) => {
    for (const value of wrong) expect(pathsOf(1, { [name]: value }), value).toEqual([name]);
    for (const value of right) expect(pathsOf(1, { [name]: value }), value).toEqual([]);
  });

  test.each([
    ['employeeCount', [0, -1, 1.5, Number.NaN, 1_000_001], [1, 19]],
    ['eligibleEmployeeCount', [-1, 1.5, Number.NaN, 20], [0, 19]],
    ['waitingPeriodDays', [-1, 91, 1.5, Number.NaN], [0, 90]],
    ['hoursRequirement', [-1, 169, 1.5, Number.NaN], [0, 168]],
  ] as const)('%s has its limits', (name, wrong, right) => {
    for (const value of wrong) expect(pathsOf(1, { [name]: value }), String(value)).toContain(name);
    for (const value of right) expect(pathsOf(1, { [name]: value }), String(value)).toEqual([]);
  });
});

describe('step 2', () => {
  test('there is at least one location', () => {
    expect(pathsOf(2, { billingLocations: [] })).toEqual(['billingLocations']);
  });

  test.each(['locationName', 'addressLine1', 'city', 'state', 'zipCode'] as const)(
    '%s must be filled, at its own place',
    (name) => {
      expect(pathsOf(2, { billingLocations: [place, { ...place, locationName: 'Depot', [name]: ' ' }] })).toEqual([
        `billingLocations.1.${name}`,
      ]);
    },
  );

  test('each text takes 200 characters at most; the second line may be empty', () => {
    for (const name of ['locationName', 'addressLine1', 'addressLine2', 'city', 'state', 'zipCode']) {
      expect(pathsOf(2, { billingLocations: [{ ...place, [name]: 'x'.repeat(201) }] })).toEqual([
        `billingLocations.0.${name}`,
      ]);
    }
  });

  test('two locations of one name are told apart by nothing', () => {
    expect(problemsOfStep(2, form({ billingLocations: [place, { ...place, locationName: ' HEAD office ' }] }))).toEqual(
      [{ path: 'billingLocations.1.locationName', message: 'Another location has this name.' }],
    );
  });
});

describe('step 3', () => {
  const one = { className: 'Executive', billingLocation: 'Head Office' };
  test.each([
    ['no class', [], ['classes']],
    ['no name', [{ ...one, className: ' ' }], ['classes.0.className']],
    ['no location', [{ ...one, billingLocation: '' }], ['classes.0.billingLocation']],
    ['a location that is not defined', [{ ...one, billingLocation: 'Depot' }], ['classes.0.billingLocation']],
    ['a name too long', [{ ...one, className: 'x'.repeat(201) }], ['classes.0.className']],
    ['a name twice', [one, { ...one, className: 'executive ' }], ['classes.1.className']],
    ['one class', [one], []],
  ])('%s', (_what, classes, paths) => {
    expect(pathsOf(3, { classes })).toEqual(paths);
  });
});

describe('step 4', () => {
  test.each([
    ['billingMethod', ['', 'other'], ['list_bill', 'self_bill']],
    ['paymentMethod', ['cash'], ['', 'paper_bill', 'recurring_ach', 'recurring_credit_card']],
    ['gracePeriodDays', [0, -1, 366, 1.5, Number.NaN], [1, 31, 365]],
    ['retroTermDays', [-1, 366, 1.5, Number.NaN], [0, 60, 365]],
    ['openEnrollmentStart', ['2027-02-30', 'soon'], ['', '2026-11-01']],
    ['openEnrollmentEnd', ['2027-02-30', 'soon'], ['', '2026-11-30']],
  ] as const)('%s', (name, wrong, right) => {
    for (const value of wrong) expect(pathsOf(4, { [name]: value }), String(value)).toEqual([name]);
    for (const value of right) expect(pathsOf(4, { [name]: value }), String(value)).toEqual([]);
  });

  test('open enrollment ends on or after the day it starts', () => {
    expect(pathsOf(4, { openEnrollmentStart: '2026-11-02', openEnrollmentEnd: '2026-11-01' })).toEqual([
      'openEnrollmentEnd',
    ]);
    expect(pathsOf(4, { openEnrollmentStart: '2026-11-01', openEnrollmentEnd: '2026-11-01' })).toEqual([]);
  });

  test.each([
    [19, false],
    [20, true],
    [21, true],
  ])('with %i employees COBRA is forced: %s', (employeeCount, forced) => {
    expect(isCobraForced(employeeCount)).toBe(forced);
    expect(pathsOf(4, { employeeCount, cobraEnabled: false })).toEqual(forced ? ['cobraEnabled'] : []);
    expect(pathsOf(4, { employeeCount, cobraEnabled: true })).toEqual([]);
  });
});

describe('step 5', () => {
  test('at least one plan in some cell that exists', () => {
    expect(pathsOf(5, { selectedPlans: {} })).toEqual(['selectedPlans']);
    expect(pathsOf(5, { selectedPlans: { 'Full-Time Employee': { 'Head Office': [] } } })).toEqual(['selectedPlans']);
    expect(pathsOf(5, { selectedPlans: { Gone: { 'Head Office': [PLAN] } } })).toEqual(['selectedPlans']);
  });

  test('a plan that is offered no more is noticed where the offer is known', () => {
    expect(pathsOf(5, {}, new Set())).toEqual(['selectedPlans']);
    expect(pathsOf(5, {})).toEqual([]);
  });

  test.each([
    ['deductible', [-1, 10_000_001, 0.5], [0, 10_000_000, null, undefined]],
    ['coinsurance', [-1, 101, 0.5], [0, 100, null, undefined]],
    ['ratingMethodology', ['other'], ['composite', 'age_rated', null, undefined]],
  ] as const)('%s has its limits', (name, wrong, right) => {
    const custom = (value: unknown) => ({
      planCustomizations: { 'Full-Time Employee': { 'Head Office': { [PLAN]: { [name]: value } } } },
    });
    for (const value of wrong)
      expect(pathsOf(5, custom(value)), String(value)).toEqual([
        `planCustomizations.Full-Time Employee.Head Office.${PLAN}.${name}`,
      ]);
    for (const value of right) expect(pathsOf(5, custom(value)), String(value)).toEqual([]);
  });

  test('what every object inherits is no selection', () => {
    expect(plansIn({ selectedPlans: {} }, 'constructor', 'name')).toEqual([]);
    expect(
      pathsOf(5, {
        classes: [{ className: 'constructor', billingLocation: 'name' }],
        billingLocations: [{ ...place, locationName: 'name' }],
        selectedPlans: {},
      }),
    ).toEqual(['selectedPlans']);
  });

  test('only Medical and Dental have settings of their own', () => {
    expect((['medical', 'dental', 'vision', 'life', 'disability'] as const).filter(isCustomizable)).toEqual([
      'medical',
      'dental',
    ]);
  });
});

test('whatever is typed, validation answers with one problem per path and never throws', () => {
  const text = fc.string({ maxLength: 250 });
  const whole = fc.oneof(fc.integer(), fc.double());
  const any = fc.record({
    ...Object.fromEntries(
      Object.entries(FORM).flatMap(([name, value]): [string, fc.Arbitrary<string | number>][] =>
        typeof value === 'string' ? [[name, text]] : typeof value === 'number' ? [[name, whole]] : [],
      ),
    ),
    billingLocations: fc.array(
      fc.record({
        locationName: text,
        addressLine1: text,
        addressLine2: text,
        city: text,
        state: text,
        zipCode: text,
      }),
      {
        maxLength: 3,
      },
    ),
    classes: fc.array(fc.record({ className: text, billingLocation: text }), { maxLength: 3 }),
    selectedPlans: fc.dictionary(text, fc.dictionary(text, fc.array(text, { maxLength: 2 }))),
  });
  fc.assert(
    fc.property(any, (change) => {
      const problems = problemsOfSetup(form(change));
      expect(new Set(problems.map(({ path }) => path)).size).toBe(problems.length);
      for (const { message } of problems) expect(message).toMatch(/\.$/);
    }),
  );
});
