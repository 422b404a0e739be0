import type { ReactNode } from 'react';

/** Connects a field to its form: from the hook, or from a form with its own reducer. */
export type FieldBinding<Value> = {
  readonly id: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly onBlur?: () => void;
  /** The message under the field; it marks the field as invalid. */
  readonly error: string | undefined;
};

/** What every field of the family takes besides its binding. */
export type FieldProps<Value> = {
  readonly field: FieldBinding<Value>;
  readonly label: string;
  readonly required?: boolean;
  /** Help under the field; an error takes its place. */
  readonly description?: ReactNode;
  readonly placeholder?: string;
  /** The value is shown, but cannot be changed, with the reason. */
  readonly lockedReason?: string | undefined;
};
