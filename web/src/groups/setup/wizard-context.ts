import type { GroupSetup } from '@openbenefits/contract/groups';
import type { Plan } from '@openbenefits/contract/plans';
import type { Problem } from '@openbenefits/domain/refusal';
import type { UseQueryResult } from '@tanstack/react-query';
import type { SetupField } from '@openbenefits/domain/groups/group-fields';
import { createContext, type Dispatch, useContext } from 'react';
import type { FieldBinding } from '../../ui/form/field.ts';
import { fieldId, stepOfPath } from './setup-problems.ts';
import type { Fields } from './wizard-form.ts';
import type { Action, Wizard } from './wizard-reducer.ts';

export type WizardView = {
  readonly wizard: Wizard;
  readonly dispatch: Dispatch<Action>;
  /** The form as it travels. */
  readonly setup: GroupSetup;
  /** Problems of steps 1 to 6, at index step − 1. */
  readonly problems: readonly (readonly Problem[])[];
  readonly plans: UseQueryResult<Plan[]>;
  /** Leads to a step, and to one of its fields; forward only as far as the steps between are valid. */
  readonly goTo: (step: number, path?: string) => void;
};

export const WizardContext = createContext<WizardView | null>(null);

export function useWizard(): WizardView {
  const view = useContext(WizardContext);
  if (!view) throw new Error('Outside of the group setup wizard');
  return view;
}

/** The id of a field's control and the words under it, which show once Next was pressed in vain. */
export function useErrors(): (path: string) => { id: string; error: string | undefined } {
  const { wizard, problems } = useWizard();
  return (path) => {
    const step = stepOfPath(path) ?? 0;
    const error = wizard.attempted.includes(step)
      ? problems[step - 1]?.find((problem) => problem.path === path)?.message
      : undefined;
    return { id: fieldId(path), error };
  };
}

/** The binding of a control at a path of the form. */
export function useBinding<Value>(path: string, value: Value, onChange: (value: Value) => void): FieldBinding<Value> {
  return { ...useErrors()(path), value, onChange };
}

/** The binding of one of the group's own fields. */
export function useSetupField<Name extends SetupField>(name: Name): FieldBinding<Fields[Name]> {
  const { wizard, dispatch } = useWizard();
  return useBinding(name, wizard.form.fields[name], (value) =>
    // The value is that of the field's name.
    dispatch({ type: 'field', name, value } as Action),
  );
}
