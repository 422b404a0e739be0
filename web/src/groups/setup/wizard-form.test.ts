import { expect, test } from 'vitest';
import { readDraft } from './read-draft.ts';
import { BLANK_SETUP, cellKey, fromSetup, toSetup } from './wizard-form.ts';
import { fillTargets, type Wizard, wizardOf, wizardReducer, type Action } from './wizard-reducer.ts';

const PPO = 'ppo';
const DENTAL = 'dental';
const place = {
  locationName: 'Head Office',
  addressLine1: '1 Main Street',
  addressLine2: '',
  city: 'Duluth',
  state: 'MN',
  zipCode: '55802',
};
const SETUP = {
  ...BLANK_SETUP,
  companyName: 'Juniper Ridge',
  employeeCount: 12,
  billingLocations: [place, { ...place, locationName: 'Depot' }, { ...place, locationName: 'Harbor' }],
  classes: [
    { className: 'Staff', billingLocation: 'Head Office' },
    { className: 'Crew', billingLocation: 'Depot' },
  ],
  selectedPlans: { Staff: { 'Head Office': [PPO, DENTAL] } },
  planCustomizations: {
    Staff: {
      'Head Office': { [PPO]: { deductible: null, coinsurance: 80, ratingMethodology: 'age_rated' as const } },
    },
  },
};

const after = (wizard: Wizard, ...actions: readonly Action[]): Wizard => actions.reduce(wizardReducer, wizard);
const sent = (wizard: Wizard) => toSetup(wizard.form);

test('a new form has the specified defaults, one location and one class', () => {
  expect(sent(wizardOf())).toMatchObject({
    waitingPeriodDays: 0,
    waitingPeriodStart: 'date_of_hire',
    hoursRequirement: 30,
    billingMethod: 'list_bill',
    gracePeriodDays: 31,
    retroTermDays: 60,
    cobraEnabled: false,
    groupType: 'traditional',
  });
  expect(wizardOf().form.locations).toHaveLength(1);
  expect(wizardOf().form.classes).toHaveLength(1);
});

test('what travels comes back as it was', () => {
  expect(toSetup(fromSetup(SETUP))).toEqual(SETUP);
});

test('a renamed location keeps its classes, plans and settings', () => {
  const setup = sent(
    after(wizardOf(SETUP), { type: 'location', key: 'l1', name: 'locationName', value: ' Main Office ' }),
  );
  expect(setup.classes[0]).toEqual({ className: 'Staff', billingLocation: 'Main Office' });
  expect(setup.selectedPlans).toEqual({ Staff: { 'Main Office': [PPO, DENTAL] } });
  expect(setup.planCustomizations).toEqual({
    Staff: { 'Main Office': { [PPO]: { deductible: null, coinsurance: 80, ratingMethodology: 'age_rated' } } },
  });
});

test('a renamed class keeps its plans, also when its name was another one’s for a moment', () => {
  const typing = ['', 'C', 'Crew', 'Crew Leads'].map((value): Action => ({
    type: 'class',
    key: 'c1',
    name: 'className',
    value,
  }));
  const withCrew = after(wizardOf(SETUP), { type: 'togglePlan', classKey: 'c2', locationKey: 'l2', planId: DENTAL });
  expect(sent(after(withCrew, ...typing)).selectedPlans).toEqual({
    'Crew Leads': { 'Head Office': [PPO, DENTAL] },
    Crew: { Depot: [DENTAL] },
  });
});

test('a class may be named as what every object inherits', () => {
  const setup = sent(after(wizardOf(SETUP), { type: 'class', key: 'c1', name: 'className', value: 'constructor' }));
  expect(toSetup(fromSetup(setup))).toEqual(setup);
  expect(
    fromSetup({ ...SETUP, classes: [{ className: 'constructor', billingLocation: 'Depot' }], selectedPlans: {} }).cells,
  ).toEqual({});
});

test('a removed location takes its plans along and leaves its classes without one', () => {
  const wizard = after(wizardOf(SETUP), { type: 'removeLocation', key: 'l1' });
  expect(sent(wizard)).toMatchObject({
    selectedPlans: {},
    planCustomizations: {},
    classes: [{ billingLocation: '' }, { billingLocation: 'Depot' }],
  });
  const added = after(wizard, { type: 'addLocation' });
  expect(new Set(added.form.locations.map(({ key }) => key)).size).toBe(3);
});

test('a removed class takes its plans along; the last location and the last class stay', () => {
  const wizard = after(wizardOf(SETUP), { type: 'removeClass', key: 'c1' }, { type: 'removeClass', key: 'c2' });
  expect(sent(wizard)).toMatchObject({ classes: [{ className: 'Crew' }], selectedPlans: {} });
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
  expect(Object.keys(right.selectedPlans['Staff'] ?? {})).toEqual(['Head Office', 'Depot', 'Harbor']);
  expect(right.planCustomizations['Staff']?.['Harbor']).toEqual(SETUP.planCustomizations.Staff['Head Office']);
  const down = sent(after(wizardOf(SETUP), { type: 'fill', classKey: 'c1', locationKey: 'l1', to: 'down' }));
  expect(down.selectedPlans['Crew']).toEqual({ 'Head Office': [PPO, DENTAL] });
  const onward = after(
    wizardOf(SETUP),
    { type: 'fill', classKey: 'c1', locationKey: 'l1', to: 'right' },
    { type: 'togglePlan', classKey: 'c1', locationKey: 'l2', planId: PPO },
  );
  expect(sent(onward).selectedPlans['Staff']).toEqual({
    'Head Office': [PPO, DENTAL],
    Depot: [DENTAL],
    Harbor: [PPO, DENTAL],
  });
});

test('20 employees switch COBRA on; what was on only because of them goes off with them', () => {
  const count = (value: number): Action => ({ type: 'field', name: 'employeeCount', value });
  const cobra = (...actions: readonly Action[]) => sent(after(wizardOf(), ...actions)).cobraEnabled;
  expect([19, 20, 21].map((value) => cobra(count(value)))).toEqual([false, true, true]);
  expect(cobra(count(200), count(2))).toBe(false);
  expect(cobra({ type: 'field', name: 'cobraEnabled', value: true }, count(200), count(2))).toBe(true);
  expect(cobra(count(20), { type: 'field', name: 'cobraEnabled', value: false })).toBe(true);
});

test('a step stays between 1 and 6, and the furthest is remembered', () => {
  const wizard = after(wizardOf(), { type: 'goTo', step: 4 }, { type: 'goTo', step: 0 });
  expect([wizard.step, wizard.furthest]).toEqual([1, 4]);
  expect(after(wizard, { type: 'goTo', step: 9 }).step).toBe(6);
  expect(wizardOf(SETUP, Number.NaN).step).toBe(1);
});

test('what the server refused goes with the next change of that field', () => {
  const refused = [
    { path: 'taxId', message: 'Taken.' },
    { path: 'billingLocations.0.city', message: 'Unknown.' },
  ];
  const wizard = after(wizardOf(SETUP), { type: 'showProblems', step: 1, steps: [1, 2], refused });
  expect(after(wizard, { type: 'field', name: 'taxId', value: '1' }).refused).toEqual([refused[1]]);
  expect(after(wizard, { type: 'location', key: 'l1', name: 'city', value: 'D' }).refused).toEqual([refused[0]]);
});

test('a draft of any shape becomes a form', () => {
  expect(readDraft({})).toEqual(BLANK_SETUP);
  expect(readDraft(JSON.parse(JSON.stringify(SETUP)))).toEqual(SETUP);
  const odd = readDraft({
    companyName: 7,
    employeeCount: 1e300,
    gracePeriodDays: '31',
    groupType: 'other',
    billingLocations: [null, 'x', { city: 'Duluth', state: 4 }],
    classes: {},
    selectedPlans: { A: { B: ['p', 'p', 3] } },
    planCustomizations: [],
  });
  expect(odd).toMatchObject({
    companyName: '',
    employeeCount: 0,
    gracePeriodDays: 31,
    groupType: 'traditional',
    billingLocations: [{ city: 'Duluth', state: '' }],
    selectedPlans: { A: { B: ['p'] } },
  });
});
