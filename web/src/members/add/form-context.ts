import { createContext, useContext } from 'react';
import type { FieldBinding } from '../../ui/form/field.ts';
import type { Ground, MemberAction, MemberState } from './member-form.ts';

export type MemberFormContext = {
  readonly state: MemberState;
  readonly dispatch: (action: MemberAction) => void;
  readonly bind: <Value>(path: string, value: Value, onChange: (value: Value) => void) => FieldBinding<Value>;
  readonly ground: Ground;
};

export const FormContext = createContext<MemberFormContext | null>(null);

export function useMemberForm(): MemberFormContext {
  const context = useContext(FormContext);
  if (!context) throw new Error('Outside of the Add Member dialog');
  return context;
}

/** The binding of a control at a path of the form. */
export function useFormField<Value>(path: string, value: Value, onChange: (value: Value) => void): FieldBinding<Value> {
  return useMemberForm().bind(path, value, onChange);
}

type TextName =
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'phone'
  | 'dateOfBirth'
  | 'ssn'
  | 'class'
  | 'billingLocation'
  | 'hireDate'
  | 'overrideReason'
  | 'usesTobacco';

/** The binding of a text of the form by its name. */
export function useTextField(name: TextName): FieldBinding<string> {
  const { state, dispatch } = useMemberForm();
  return useFormField<string>(name, state.form[name] ?? '', (value) => dispatch({ type: 'text', name, value }));
}
