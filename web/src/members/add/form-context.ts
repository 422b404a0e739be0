import { createContext, type Dispatch, useContext } from 'react';
import type { Ground, MemberAction, MemberState } from './member-form.ts';

export type MemberFormContext = {
  readonly state: MemberState;
  readonly dispatch: Dispatch<MemberAction>;
  readonly ground: Ground;
  /** The problem of a field that shall be seen now. */
  readonly problemAt: (path: string) => string | undefined;
  readonly leave: (path: string) => void;
};

export const FormContext = createContext<MemberFormContext | null>(null);

export function useMemberForm(): MemberFormContext {
  const context = useContext(FormContext);
  if (!context) throw new Error('Outside of the Add Member dialog');
  return context;
}

export const memberFieldId = (path: string): string => `member-${path.replaceAll('.', '-')}`;

/** Id, error and the moment a field of the form is left. */
export function useFormField(path: string) {
  const { problemAt, leave } = useMemberForm();
  return { id: memberFieldId(path), error: problemAt(path), onBlur: () => leave(path) };
}
