import { type Choice, Select } from '../Fields.tsx';
import type { FieldProps } from './field.ts';

type SelectProps<Value extends string> = Omit<FieldProps<Value>, 'placeholder'> & {
  choices: readonly Choice<Value>[];
};

/** One of a closed list of choices, in their order. */
export function SelectField<Value extends string>({ field, ...rest }: SelectProps<Value>) {
  return <Select {...rest} {...field} />;
}

/** The choices of a table of labels, in its order. */
export const choicesOf = <Value extends string>(labels: Readonly<Record<Value, string>>): Choice<Value>[] =>
  (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));
