import type { GroupSetup } from '@openbenefits/contract/groups';
import { LAST_STEP } from '@openbenefits/domain/groups/group-setup';
import { isCobraForced } from '@openbenefits/domain/groups/group-terms';
import type { Problem } from '@openbenefits/domain/refusal';
import {
  BLANK_SETUP,
  cellKey,
  type ChosenPlan,
  EMPTY_LOCATION,
  type Fields,
  fromSetup,
  type WizardForm,
} from './wizard-form.ts';

export type Wizard = {
  readonly form: WizardForm;
  readonly step: number;
  /** The furthest step seen: the rail leads back to it and to all before. */
  readonly furthest: number;
  /** Steps whose problems are shown, because Next was pressed there. */
  readonly attempted: readonly number[];
  /** Server errors beyond the page's rules; cleared with the next change of that field. */
  readonly refused: readonly Problem[];
  /** COBRA switched on by hand. What 20 employees switched on goes off again with them. */
  readonly cobraChosen: boolean;
  /** Why the group has a tax ID that another group has. Part of the request, not of the form or its draft. */
  readonly sharedTaxIdReason: string;
};

export type LocationField = keyof typeof EMPTY_LOCATION;
export type Change = Partial<Omit<ChosenPlan, 'planId'>>;
export type Fill = 'right' | 'down' | 'allLocations';

export type Action =
  | { [Name in keyof Fields]: { type: 'field'; name: Name; value: Fields[Name] } }[keyof Fields]
  | { type: 'sharedTaxIdReason'; value: string }
  | { type: 'addLocation' | 'addClass' }
  | { type: 'removeLocation' | 'removeClass'; key: string }
  | { type: 'location'; key: string; name: LocationField; value: string }
  | { type: 'class'; key: string; name: 'className' | 'location'; value: string }
  | { type: 'togglePlan'; classKey: string; locationKey: string; planId: string }
  | { type: 'customize'; classKey: string; locationKey: string; planId: string; change: Change }
  | { type: 'fill'; classKey: string; locationKey: string; to: Fill }
  | { type: 'goTo'; step: number }
  | { type: 'showProblems'; steps: readonly number[]; step: number; refused?: readonly Problem[] }
  | { type: 'load'; setup: GroupSetup; step: number }
  | { type: 'demo'; setup: GroupSetup };

/** A loaded form starts without shown problems; the steps up to its own count as visited. */
export function wizardOf(setup: GroupSetup = BLANK_SETUP, step = 1): Wizard {
  const at = Math.min(Math.max(Math.trunc(step) || 1, 1), LAST_STEP);
  const forced = isCobraForced(setup.employeeCount);
  const form = fromSetup({ ...setup, cobraEnabled: setup.cobraEnabled || forced });
  return {
    form,
    step: at,
    furthest: at,
    attempted: [],
    refused: [],
    cobraChosen: setup.cobraEnabled && !forced,
    sharedTaxIdReason: '',
  };
}

function setField(wizard: Wizard, name: keyof Fields, value: Fields[keyof Fields]): Wizard {
  const cobraChosen = name === 'cobraEnabled' ? value === true : wizard.cobraChosen;
  const fields = { ...wizard.form.fields, [name]: value };
  // 20 and more employees switch it on and lock it (specification 1, section 5; ruling).
  fields.cobraEnabled = cobraChosen || isCobraForced(fields.employeeCount);
  return { ...wizard, cobraChosen, form: { ...wizard.form, fields } };
}

const without = (cells: WizardForm['cells'], gone: (key: string) => boolean): WizardForm['cells'] =>
  Object.fromEntries(Object.entries(cells).filter(([key]) => !gone(key)));

function editCell(
  form: WizardForm,
  classKey: string,
  locationKey: string,
  edit: (plans: readonly ChosenPlan[]) => readonly ChosenPlan[],
): WizardForm {
  const key = cellKey(classKey, locationKey);
  return { ...form, cells: { ...form.cells, [key]: edit(form.cells[key] ?? []) } };
}

const toggled = (plans: readonly ChosenPlan[], planId: string): readonly ChosenPlan[] =>
  plans.some((plan) => plan.planId === planId)
    ? plans.filter((plan) => plan.planId !== planId)
    : [...plans, { planId, deductible: null, coinsurance: null, rating: null }];

/** The cells a fill writes to: those right of the cell, those under it, or the whole row. */
export function fillTargets(
  { classes, locations }: WizardForm,
  classKey: string,
  locationKey: string,
  to: Fill,
): string[] {
  const row = classes.findIndex(({ key }) => key === classKey);
  const column = locations.findIndex(({ key }) => key === locationKey);
  if (row < 0 || column < 0) return [];
  if (to === 'down') return classes.slice(row + 1).map(({ key }) => cellKey(key, locationKey));
  const across =
    to === 'right' ? locations.slice(column + 1) : locations.filter((_location, index) => index !== column);
  return across.map(({ key }) => cellKey(classKey, key));
}

function fill(form: WizardForm, classKey: string, locationKey: string, to: Fill): WizardForm {
  const plans = form.cells[cellKey(classKey, locationKey)] ?? [];
  return {
    ...form,
    cells: {
      ...form.cells,
      ...Object.fromEntries(fillTargets(form, classKey, locationKey, to).map((key) => [key, plans])),
    },
  };
}

function edited(form: WizardForm, action: Action): WizardForm {
  const { locations, classes, cells, lastKey } = form;
  switch (action.type) {
    case 'addLocation':
      return {
        ...form,
        lastKey: lastKey + 1,
        locations: [...locations, { ...EMPTY_LOCATION, key: `l${lastKey + 1}` }],
      };
    case 'addClass':
      return {
        ...form,
        lastKey: lastKey + 1,
        classes: [...classes, { key: `c${lastKey + 1}`, className: '', location: '' }],
      };
    case 'removeLocation':
      if (locations.length <= 1) return form;
      return {
        ...form,
        locations: locations.filter(({ key }) => key !== action.key),
        classes: classes.map((one) => (one.location === action.key ? { ...one, location: '' } : one)),
        cells: without(cells, (key) => key.endsWith(`/${action.key}`)),
      };
    case 'removeClass':
      if (classes.length <= 1) return form;
      return {
        ...form,
        classes: classes.filter(({ key }) => key !== action.key),
        cells: without(cells, (key) => key.startsWith(`${action.key}/`)),
      };
    case 'location':
      return {
        ...form,
        locations: locations.map((one) => (one.key === action.key ? { ...one, [action.name]: action.value } : one)),
      };
    case 'class':
      return {
        ...form,
        classes: classes.map((one) => (one.key === action.key ? { ...one, [action.name]: action.value } : one)),
      };
    case 'togglePlan':
      return editCell(form, action.classKey, action.locationKey, (plans) => toggled(plans, action.planId));
    case 'customize':
      return editCell(form, action.classKey, action.locationKey, (plans) =>
        plans.map((plan) => (plan.planId === action.planId ? { ...plan, ...action.change } : plan)),
      );
    case 'fill':
      return fill(form, action.classKey, action.locationKey, action.to);
    default:
      return form;
  }
}

/** Returns the step of an edit. Its server errors are cleared, because list positions may have changed. */
const PART: Partial<Record<Action['type'], readonly string[]>> = {
  addLocation: ['billingLocations'],
  removeLocation: ['billingLocations', 'classes', 'selectedPlans', 'planCustomizations'],
  location: ['billingLocations'],
  addClass: ['classes'],
  removeClass: ['classes', 'selectedPlans', 'planCustomizations'],
  class: ['classes'],
  togglePlan: ['selectedPlans', 'planCustomizations'],
  customize: ['planCustomizations'],
  fill: ['selectedPlans', 'planCustomizations'],
  // The server names the field whose value needs the reason.
  sharedTaxIdReason: ['taxId'],
};

function stillRefused(refused: readonly Problem[], action: Action): readonly Problem[] {
  if (refused.length === 0) return refused;
  const parts = action.type === 'field' ? [action.name] : (PART[action.type] ?? []);
  return refused.filter(({ path }) => !parts.some((part) => path === part || path.startsWith(`${part}.`)));
}

export function wizardReducer(wizard: Wizard, action: Action): Wizard {
  switch (action.type) {
    case 'load':
      return wizardOf(action.setup, action.step);
    case 'demo':
      return { ...wizardOf(action.setup), step: wizard.step, furthest: wizard.furthest };
    case 'goTo': {
      const step = Math.min(Math.max(action.step, 1), LAST_STEP);
      return { ...wizard, step, furthest: Math.max(wizard.furthest, step) };
    }
    case 'showProblems':
      return {
        ...wizard,
        step: action.step,
        furthest: Math.max(wizard.furthest, action.step),
        attempted: [...new Set([...wizard.attempted, ...action.steps])],
        refused: action.refused ?? wizard.refused,
      };
    case 'field':
      return { ...setField(wizard, action.name, action.value), refused: stillRefused(wizard.refused, action) };
    case 'sharedTaxIdReason':
      return { ...wizard, sharedTaxIdReason: action.value, refused: stillRefused(wizard.refused, action) };
    default: {
      const form = edited(wizard.form, action);
      // A fresh row has nothing to complain about until Next is pressed again.
      const added = { addLocation: 2, addClass: 3 }[action.type as string];
      const attempted = added === undefined ? wizard.attempted : wizard.attempted.filter((step) => step !== added);
      return { ...wizard, form, attempted, refused: stillRefused(wizard.refused, action) };
    }
  }
}
