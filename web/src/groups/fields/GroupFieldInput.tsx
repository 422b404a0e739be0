import {
  type GroupField,
  groupField,
  type GroupFieldSpec,
  type GroupForm,
} from '@openbenefits/domain/groups/group-fields';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { FieldBinding } from '../../ui/form/field.ts';
import { PercentField, WholeNumberField } from '../../ui/form/NumberFields.tsx';
import { choicesOf, SelectField } from '../../ui/form/SelectField.tsx';
import { DateField, PhoneField, TextField } from '../../ui/form/TextField.tsx';
import { ToggleField } from '../../ui/form/ToggleField.tsx';
import { words } from '../../words.ts';

/** The wizard, or a form that edits the group. */
export type Door = 'setup' | 'edit';
/** A binding of any group field; its name decides the type of its value. */
type GroupBinding = Omit<FieldBinding<GroupForm[GroupField]>, 'onChange'> & {
  readonly onChange: (value: never) => void;
};
export type GroupFieldProps = {
  name: GroupField;
  field: GroupBinding;
  door: Door;
  /** Replaces the table's label if the panel's title already says part of it. */
  label?: string | undefined;
  description?: ReactNode;
};

export const groupFieldTitle = (name: GroupField, door: Door): string => {
  const { label, setupLabel } = groupField(name);
  return words(door === 'setup' ? (setupLabel ?? label) : label);
};

/** An untouched 0 is shown as empty if the number may be unknown or 0 is invalid. */
const isBlank = (spec: GroupFieldSpec, door: Door): boolean =>
  spec.kind === 'whole' && (spec.blank === true || (door === 'setup' && spec.limits.min > 0));

/** The input for a group field by its kind in the domain table. */
export function GroupFieldInput({ name, field, door, label, description }: GroupFieldProps) {
  const { t } = useLingui();
  const spec = groupField(name);
  // The table says of each name which kind of value it has.
  const as = <Value,>() => field as unknown as FieldBinding<Value>;
  const hint = door === 'setup' && spec.setupHint ? words(spec.setupHint) : undefined;
  const common = {
    label: label ?? groupFieldTitle(name, door),
    required: door === 'setup' ? spec.required !== undefined : spec.required === 'always',
    description: description ?? hint,
  };
  const text = { ...common, field: as<string>(), ...(spec.placeholder && { placeholder: spec.placeholder }) };
  switch (spec.kind) {
    case 'choice': {
      const none = door === 'setup' && spec.none !== undefined ? [{ value: '', label: words(spec.none) }] : [];
      const choices = choicesOf(spec.options).map(({ value, label: called }) => ({ value, label: words(called) }));
      return <SelectField {...common} field={as<string>()} choices={[...none, ...choices]} />;
    }
    case 'date':
      return <DateField {...text} />;
    case 'whole':
      return (
        <WholeNumberField
          {...common}
          field={as<number>()}
          fallback={door === 'setup' ? spec.initial : 0}
          blank={isBlank(spec, door)}
          {...(spec.unit && { unit: spec.unit === 'days' ? t`days` : t`weekly` })}
        />
      );
    case 'percent':
      // Empty is not a percentage; the rules require a number.
      return (
        <PercentField
          {...common}
          field={{ ...as<number>(), onChange: (value) => as<number>().onChange(value ?? Number.NaN) }}
        />
      );
    case 'toggle':
      return <ToggleField label={common.label} field={as<boolean>()} />;
    case 'phone':
      return <PhoneField {...text} />;
    case 'state':
      return <TextField {...text} maxLength={2} autoCapitalize="characters" />;
    case 'zip':
    case 'sic':
    case 'taxId':
      return <TextField {...text} inputMode="numeric" />;
    case 'email':
      return <TextField {...text} inputMode="email" />;
    case 'website':
      return <TextField {...text} inputMode="url" />;
    case 'text':
      return <TextField {...text} />;
  }
}
