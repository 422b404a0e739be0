import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
  location_name: 'Head Office',
  address_line1: '1 Main Street',
  address_line2: '',
  city: 'Duluth',
  state: 'MN',
  zip_code: '55802',
};
const FORM: GroupSetupForm = {
  company_name: 'Juniper Ridge Logistics',
  legal_name: '',
  tax_id: '41-7654321',
  industry: '',
  sic_code: '',
  address_line1: '1 Main Street',
  address_line2: '',
  city: 'Duluth',
  state: 'MN',
  zip_code: '55802',
  phone: '(218) 555-0142',
  fax: '',
  email: '',
  website: '',
  employee_count: 19,
  eligible_employee_count: 0,
  effective_date: '2027-01-01',
  renewal_date: '',
  waiting_period_days: 0,
  waiting_period_start: 'date_of_hire',
  hours_requirement: 30,
  billing_locations: [place],
  classes: [{ class_name: 'Full-Time Employee', billing_location: 'Head Office' }],
  billing_method: 'list_bill',
  payment_method: '',
  grace_period_days: 31,
  retro_term_days: 60,
  open_enrollment_start: '',
  open_enrollment_end: '',
  cobra_enabled: false,
  selected_plans: { 'Full-Time Employee': { 'Head Office': [PLAN] } },
  plan_customizations: {},
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
  expect(problemsOfStep(6, form({ company_name: '', billing_locations: [] }))).toEqual([]);
});

describe('step 1', () => {
  test.each([
    'company_name',
    'tax_id',
    'address_line1',
    'city',
    'state',
    'zip_code',
    'phone',
    'effective_date',
  ] as const)('%s must be filled', (name) => {
    expect(pathsOf(1, { [name]: '' })).toEqual([name]);
    if (name !== 'effective_date') expect(pathsOf(1, { [name]: '   ' })).toEqual([name]);
  });

  test.each([
    'legal_name',
    'industry',
    'sic_code',
    'address_line2',
    'fax',
    'email',
    'website',
    'renewal_date',
  ] as const)('%s may be empty', (name) => {
    expect(pathsOf(1, { [name]: '' })).toEqual([]);
  });

  test.each([
    'company_name',
    'legal_name',
    'tax_id',
    'industry',
    'sic_code',
    'address_line1',
    'address_line2',
    'city',
    'state',
    'zip_code',
    'phone',
    'fax',
    'email',
    'website',
  ] as const)('%s takes 200 characters at most', (name) => {
    expect(problemsOfStep(1, form({ [name]: 'x'.repeat(201) }))).toEqual([
      { path: name, message: 'Use at most 200 characters.' },
    ]);
  });

  test.each([
    ['tax_id', ['12345678', '1234567890', '1-23456789', 'AB-1234567'], ['123456789', '12-3456789', ' 12-3456789 ']],
    ['sic_code', ['421', '42133', 'abcd'], ['4213']],
    ['state', ['M', 'XX', 'Minnesota'], ['mn', 'MN', 'PR']],
    ['zip_code', ['5580', '558021', '55802-12', 'ABCDE'], ['55802', '55802-1234', '558021234']],
    [
      'phone',
      ['555', '218555014', 'call me', '2185550142x'],
      ['2185550142', '+1 (218) 555-0142', '218.555.0142 ext 12', '218-555-0142 x7'],
    ],
    ['fax', ['555'], ['2185550143']],
    ['email', ['a', 'a@b', 'a b@c.de', '@c.de'], ['a@b.co']],
    ['website', ['juniper', 'http://', 'a b.com', 'www..com'], ['www.juniper.example', 'https://juniper.example/a?b']],
    ['effective_date', ['2027-02-29', '01/01/2027', '1899-12-31', '2200-01-01', 'soon'], ['2028-02-29']],
    ['renewal_date', ['2027-13-01', '2027-01-01', '2026-12-31'], ['2027-01-02']],
  ] as const)('%s: the wrong kind is refused, the right kinds are taken', (name, wrong, right) => {
    for (const value of wrong) expect(pathsOf(1, { [name]: value }), value).toEqual([name]);
    for (const value of right) expect(pathsOf(1, { [name]: value }), value).toEqual([]);
  });

  test.each([
    ['employee_count', [0, -1, 1.5, Number.NaN, 1_000_001], [1, 19]],
    ['eligible_employee_count', [-1, 1.5, Number.NaN, 20], [0, 19]],
    ['waiting_period_days', [-1, 91, 1.5, Number.NaN], [0, 90]],
    ['hours_requirement', [-1, 169, 1.5, Number.NaN], [0, 168]],
  ] as const)('%s has its limits', (name, wrong, right) => {
    for (const value of wrong) expect(pathsOf(1, { [name]: value }), String(value)).toContain(name);
    for (const value of right) expect(pathsOf(1, { [name]: value }), String(value)).toEqual([]);
  });
});

describe('step 2', () => {
  test('there is at least one location', () => {
    expect(pathsOf(2, { billing_locations: [] })).toEqual(['billing_locations']);
  });

  test.each(['location_name', 'address_line1', 'city', 'state', 'zip_code'] as const)(
    '%s must be filled, at its own place',
    (name) => {
      expect(pathsOf(2, { billing_locations: [place, { ...place, location_name: 'Depot', [name]: ' ' }] })).toEqual([
        `billing_locations.1.${name}`,
      ]);
    },
  );

  test('each text takes 200 characters at most; the second line may be empty', () => {
    for (const name of ['location_name', 'address_line1', 'address_line2', 'city', 'state', 'zip_code']) {
      expect(pathsOf(2, { billing_locations: [{ ...place, [name]: 'x'.repeat(201) }] })).toEqual([
        `billing_locations.0.${name}`,
      ]);
    }
  });

  test('two locations of one name are told apart by nothing', () => {
    expect(
      problemsOfStep(2, form({ billing_locations: [place, { ...place, location_name: ' HEAD office ' }] })),
    ).toEqual([{ path: 'billing_locations.1.location_name', message: 'Another location has this name.' }]);
  });
});

describe('step 3', () => {
  const one = { class_name: 'Executive', billing_location: 'Head Office' };
  test.each([
    ['no class', [], ['classes']],
    ['no name', [{ ...one, class_name: ' ' }], ['classes.0.class_name']],
    ['no location', [{ ...one, billing_location: '' }], ['classes.0.billing_location']],
    ['a location that is not defined', [{ ...one, billing_location: 'Depot' }], ['classes.0.billing_location']],
    ['a name too long', [{ ...one, class_name: 'x'.repeat(201) }], ['classes.0.class_name']],
    ['a name twice', [one, { ...one, class_name: 'executive ' }], ['classes.1.class_name']],
    ['one class', [one], []],
  ])('%s', (_what, classes, paths) => {
    expect(pathsOf(3, { classes })).toEqual(paths);
  });
});

describe('step 4', () => {
  test.each([
    ['billing_method', ['', 'other'], ['list_bill', 'self_bill']],
    ['payment_method', ['cash'], ['', 'paper_bill', 'recurring_ach', 'recurring_credit_card']],
    ['grace_period_days', [0, -1, 366, 1.5, Number.NaN], [1, 31, 365]],
    ['retro_term_days', [-1, 366, 1.5, Number.NaN], [0, 60, 365]],
    ['open_enrollment_start', ['2027-02-30', 'soon'], ['', '2026-11-01']],
    ['open_enrollment_end', ['2027-02-30', 'soon'], ['', '2026-11-30']],
  ] as const)('%s', (name, wrong, right) => {
    for (const value of wrong) expect(pathsOf(4, { [name]: value }), String(value)).toEqual([name]);
    for (const value of right) expect(pathsOf(4, { [name]: value }), String(value)).toEqual([]);
  });

  test('open enrollment ends on or after the day it starts', () => {
    expect(pathsOf(4, { open_enrollment_start: '2026-11-02', open_enrollment_end: '2026-11-01' })).toEqual([
      'open_enrollment_end',
    ]);
    expect(pathsOf(4, { open_enrollment_start: '2026-11-01', open_enrollment_end: '2026-11-01' })).toEqual([]);
  });

  test.each([
    [19, false],
    [20, true],
    [21, true],
  ])('with %i employees COBRA is forced: %s', (employee_count, forced) => {
    expect(isCobraForced(employee_count)).toBe(forced);
    expect(pathsOf(4, { employee_count, cobra_enabled: false })).toEqual(forced ? ['cobra_enabled'] : []);
    expect(pathsOf(4, { employee_count, cobra_enabled: true })).toEqual([]);
  });
});

describe('step 5', () => {
  test('at least one plan in some cell that exists', () => {
    expect(pathsOf(5, { selected_plans: {} })).toEqual(['selected_plans']);
    expect(pathsOf(5, { selected_plans: { 'Full-Time Employee': { 'Head Office': [] } } })).toEqual(['selected_plans']);
    expect(pathsOf(5, { selected_plans: { Gone: { 'Head Office': [PLAN] } } })).toEqual(['selected_plans']);
  });

  test('a plan that is offered no more is noticed where the offer is known', () => {
    expect(pathsOf(5, {}, new Set())).toEqual(['selected_plans']);
    expect(pathsOf(5, {})).toEqual([]);
  });

  test.each([
    ['deductible', [-1, 10_000_001, 0.5], [0, 10_000_000, null, undefined]],
    ['coinsurance', [-1, 101, 0.5], [0, 100, null, undefined]],
    ['rating_methodology', ['other'], ['composite', 'age_rated', null, undefined]],
  ] as const)('%s has its limits', (name, wrong, right) => {
    const custom = (value: unknown) => ({
      plan_customizations: { 'Full-Time Employee': { 'Head Office': { [PLAN]: { [name]: value } } } },
    });
    for (const value of wrong)
      expect(pathsOf(5, custom(value)), String(value)).toEqual([
        `plan_customizations.Full-Time Employee.Head Office.${PLAN}.${name}`,
      ]);
    for (const value of right) expect(pathsOf(5, custom(value)), String(value)).toEqual([]);
  });

  test('what every object inherits is no selection', () => {
    expect(plansIn({ selected_plans: {} }, 'constructor', 'name')).toEqual([]);
    expect(
      pathsOf(5, {
        classes: [{ class_name: 'constructor', billing_location: 'name' }],
        billing_locations: [{ ...place, location_name: 'name' }],
        selected_plans: {},
      }),
    ).toEqual(['selected_plans']);
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
    billing_locations: fc.array(
      fc.record({
        location_name: text,
        address_line1: text,
        address_line2: text,
        city: text,
        state: text,
        zip_code: text,
      }),
      {
        maxLength: 3,
      },
    ),
    classes: fc.array(fc.record({ class_name: text, billing_location: text }), { maxLength: 3 }),
    selected_plans: fc.dictionary(text, fc.dictionary(text, fc.array(text, { maxLength: 2 }))),
  });
  fc.assert(
    fc.property(any, (change) => {
      const problems = problemsOfSetup(form(change));
      expect(new Set(problems.map(({ path }) => path)).size).toBe(problems.length);
      for (const { message } of problems) expect(message).toMatch(/\.$/);
    }),
  );
});
