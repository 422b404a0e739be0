import { expect, test } from 'vitest';
import { readDraft } from './read-draft.ts';
import { BLANK_SETUP, cellKey, fromSetup, toSetup } from './wizard-form.ts';
import { fillTargets, type Wizard, wizardOf, wizardReducer, type Action } from './wizard-reducer.ts';

const PPO = 'ppo';
const DENTAL = 'dental';
const place = {
  location_name: 'Head Office',
  address_line1: '1 Main Street',
  address_line2: '',
  city: 'Duluth',
  state: 'MN',
  zip_code: '55802',
};
const SETUP = {
  ...BLANK_SETUP,
  company_name: 'Juniper Ridge',
  employee_count: 12,
  billing_locations: [place, { ...place, location_name: 'Depot' }, { ...place, location_name: 'Harbor' }],
  classes: [
    { class_name: 'Staff', billing_location: 'Head Office' },
    { class_name: 'Crew', billing_location: 'Depot' },
  ],
  selected_plans: { Staff: { 'Head Office': [PPO, DENTAL] } },
  plan_customizations: {
    Staff: {
      'Head Office': { [PPO]: { deductible: null, coinsurance: 80, rating_methodology: 'age_rated' as const } },
    },
  },
};

const after = (wizard: Wizard, ...actions: readonly Action[]): Wizard => actions.reduce(wizardReducer, wizard);
const sent = (wizard: Wizard) => toSetup(wizard.form);

test('a new form has the specified defaults, one location and one class', () => {
  expect(sent(wizardOf())).toMatchObject({
    waiting_period_days: 0,
    waiting_period_start: 'date_of_hire',
    hours_requirement: 30,
    billing_method: 'list_bill',
    grace_period_days: 31,
    retro_term_days: 60,
    cobra_enabled: false,
    group_type: 'traditional',
  });
  expect(wizardOf().form.locations).toHaveLength(1);
  expect(wizardOf().form.classes).toHaveLength(1);
});

test('what travels comes back as it was', () => {
  expect(toSetup(fromSetup(SETUP))).toEqual(SETUP);
});

test('a renamed location keeps its classes, plans and settings', () => {
  const setup = sent(
    after(wizardOf(SETUP), { type: 'location', key: 'l1', name: 'location_name', value: ' Main Office ' }),
  );
  expect(setup.classes[0]).toEqual({ class_name: 'Staff', billing_location: 'Main Office' });
  expect(setup.selected_plans).toEqual({ Staff: { 'Main Office': [PPO, DENTAL] } });
  expect(setup.plan_customizations).toEqual({
    Staff: { 'Main Office': { [PPO]: { deductible: null, coinsurance: 80, rating_methodology: 'age_rated' } } },
  });
});

test('a renamed class keeps its plans, also when its name was another one’s for a moment', () => {
  const typing = ['', 'C', 'Crew', 'Crew Leads'].map((value): Action => ({
    type: 'class',
    key: 'c1',
    name: 'class_name',
    value,
  }));
  const withCrew = after(wizardOf(SETUP), { type: 'togglePlan', classKey: 'c2', locationKey: 'l2', planId: DENTAL });
  expect(sent(after(withCrew, ...typing)).selected_plans).toEqual({
    'Crew Leads': { 'Head Office': [PPO, DENTAL] },
    Crew: { Depot: [DENTAL] },
  });
});

test('a class may be named as what every object inherits', () => {
  const setup = sent(after(wizardOf(SETUP), { type: 'class', key: 'c1', name: 'class_name', value: 'constructor' }));
  expect(toSetup(fromSetup(setup))).toEqual(setup);
  expect(
    fromSetup({ ...SETUP, classes: [{ class_name: 'constructor', billing_location: 'Depot' }], selected_plans: {} })
      .cells,
  ).toEqual({});
});

test('a removed location takes its plans along and leaves its classes without one', () => {
  const wizard = after(wizardOf(SETUP), { type: 'removeLocation', key: 'l1' });
  expect(sent(wizard)).toMatchObject({
    selected_plans: {},
    plan_customizations: {},
    classes: [{ billing_location: '' }, { billing_location: 'Depot' }],
  });
  const added = after(wizard, { type: 'addLocation' });
  expect(new Set(added.form.locations.map(({ key }) => key)).size).toBe(3);
});

test('a removed class takes its plans along; the last location and the last class stay', () => {
  const wizard = after(wizardOf(SETUP), { type: 'removeClass', key: 'c1' }, { type: 'removeClass', key: 'c2' });
  expect(sent(wizard)).toMatchObject({ classes: [{ class_name: 'Crew' }], selected_plans: {} });
  const one = after(wizardOf(), { type: 'removeLocation', key: 'l1' });
  expect(one.form.locations).toHaveLength(1);
});

test('fill right, fill down and copy to all locations write plans with their settings to the cells they name', () => {
  const { form } = wizardOf(SETUP);
  expect(fillTargets(form, 'c1', 'l2', 'right')).toEqual([cellKey('c1', 'l3')]);
  expect(fillTargets(form, 'c1', 'l2', 'down')).toEqual([cellKey('c2', 'l2')]);
  expect(fillTargets(form, 'c1', 'l2', 'allLocations')).toEqual([cellKey('c1', 'l1'), cellKey('c1', 'l3')]);
  expect(fillTargets(form, 'c2', 'l3', 'down')).toEqual([]);
  const right = sent(after(wizardOf(SETUP), { type: 'fill', classKey: 'c1', locationKey: 'l1', to: 'right' }));
  expect(Object.keys(right.selected_plans['Staff'] ?? {})).toEqual(['Head Office', 'Depot', 'Harbor']);
  expect(right.plan_customizations['Staff']?.['Harbor']).toEqual(SETUP.plan_customizations.Staff['Head Office']);
  const down = sent(after(wizardOf(SETUP), { type: 'fill', classKey: 'c1', locationKey: 'l1', to: 'down' }));
  expect(down.selected_plans['Crew']).toEqual({ 'Head Office': [PPO, DENTAL] });
  const onward = after(
    wizardOf(SETUP),
    { type: 'fill', classKey: 'c1', locationKey: 'l1', to: 'right' },
    { type: 'togglePlan', classKey: 'c1', locationKey: 'l2', planId: PPO },
  );
  expect(sent(onward).selected_plans['Staff']).toEqual({
    'Head Office': [PPO, DENTAL],
    Depot: [DENTAL],
    Harbor: [PPO, DENTAL],
  });
});

test('20 employees switch COBRA on; what was on only because of them goes off with them', () => {
  const count = (value: number): Action => ({ type: 'field', name: 'employee_count', value });
  const cobra = (...actions: readonly Action[]) => sent(after(wizardOf(), ...actions)).cobra_enabled;
  expect([19, 20, 21].map((value) => cobra(count(value)))).toEqual([false, true, true]);
  expect(cobra(count(200), count(2))).toBe(false);
  expect(cobra({ type: 'field', name: 'cobra_enabled', value: true }, count(200), count(2))).toBe(true);
  expect(cobra(count(20), { type: 'field', name: 'cobra_enabled', value: false })).toBe(true);
});

test('a step stays between 1 and 6, and the furthest is remembered', () => {
  const wizard = after(wizardOf(), { type: 'goTo', step: 4 }, { type: 'goTo', step: 0 });
  expect([wizard.step, wizard.furthest]).toEqual([1, 4]);
  expect(after(wizard, { type: 'goTo', step: 9 }).step).toBe(6);
  expect(wizardOf(SETUP, Number.NaN).step).toBe(1);
});

test('what the server refused goes with the next change of that field', () => {
  const refused = [
    { path: 'tax_id', message: 'Taken.' },
    { path: 'billing_locations.0.city', message: 'Unknown.' },
  ];
  const wizard = after(wizardOf(SETUP), { type: 'showProblems', step: 1, steps: [1, 2], refused });
  expect(after(wizard, { type: 'field', name: 'tax_id', value: '1' }).refused).toEqual([refused[1]]);
  expect(after(wizard, { type: 'location', key: 'l1', name: 'city', value: 'D' }).refused).toEqual([refused[0]]);
});

test('a draft of any shape becomes a form', () => {
  expect(readDraft({})).toEqual(BLANK_SETUP);
  expect(readDraft(JSON.parse(JSON.stringify(SETUP)))).toEqual(SETUP);
  const odd = readDraft({
    company_name: 7,
    employee_count: 1e300,
    grace_period_days: '31',
    group_type: 'other',
    billing_locations: [null, 'x', { city: 'Duluth', state: 4 }],
    classes: {},
    selected_plans: { A: { B: ['p', 'p', 3] } },
    plan_customizations: [],
  });
  expect(odd).toMatchObject({
    company_name: '',
    employee_count: 0,
    grace_period_days: 31,
    group_type: 'traditional',
    billing_locations: [{ city: 'Duluth', state: '' }],
    selected_plans: { A: { B: ['p'] } },
  });
});
