import {
  Input,
  NativeSelect as MantineSelect,
  type NativeSelectProps,
  TextInput as MantineTextInput,
  type TextInputProps as MantineTextInputProps,
  Textarea as MantineTextarea,
  type TextareaProps as MantineTextareaProps,
} from '@mantine/core';
import { IconChevronDown, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Fields.module.css';
import { Icon } from './Icon.tsx';
import { StatusSign } from './StatusSign.tsx';

type Common = {
  label: string;
  required?: boolean;
  /** The message under the field; it marks the field as invalid. */
  error?: string | undefined;
  /** Help under the field, hidden by an error. */
  description?: ReactNode;
  /** Locked: the value is shown with the reason below. */
  lockedReason?: string | undefined;
  value: string;
  onChange: (value: string) => void;
};

const ORDER: ['label', 'input', 'error', 'description'] = ['label', 'input', 'error', 'description'];

function messageOf(error: string | undefined): ReactNode {
  if (!error) return undefined;
  return (
    <>
      <StatusSign sign="alert" />
      <span>{error}</span>
    </>
  );
}

const inWrapper = ({ label, required, error, description, lockedReason }: Omit<Common, 'value' | 'onChange'>) => ({
  label,
  withAsterisk: required === true,
  'aria-required': required || undefined,
  error: messageOf(error),
  description: lockedReason ?? (error ? undefined : description),
  errorProps: { role: 'alert' },
  inputWrapperOrder: ORDER,
});

type TextProps = Common &
  Omit<MantineTextInputProps, keyof Common | 'rightSection' | 'leftSection'> & {
    /** Inside the field at the right: 'weekly', 'days'. */
    unit?: string;
    /** Inside the field at the left: '$'. */
    sign?: string;
  };

export function TextInput({
  label,
  required,
  error,
  description,
  lockedReason,
  unit,
  sign,
  value,
  onChange,
  ...rest
}: TextProps) {
  const locked = lockedReason !== undefined;
  return (
    <MantineTextInput
      autoComplete="off"
      {...rest}
      {...inWrapper({ label, required, error, description, lockedReason })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      readOnly={locked}
      data-locked={locked || undefined}
      leftSection={locked ? <Icon of={IconLock} size={14} /> : sign}
      {...(sign && { leftSectionWidth: 24, leftSectionPointerEvents: 'none' as const })}
      rightSection={unit ? <span className={classes.unit}>{unit}</span> : undefined}
      rightSectionWidth={unit ? 'max-content' : undefined}
      rightSectionPointerEvents="none"
    />
  );
}

/** A calendar date in the browser's own date field; the value is YYYY-MM-DD or empty. */
export function DateInput(props: Omit<TextProps, 'type' | 'unit'>) {
  return <TextInput {...props} type="date" />;
}

export function TextArea({
  label,
  required,
  error,
  description,
  lockedReason,
  value,
  onChange,
  ...rest
}: Common & Omit<MantineTextareaProps, keyof Common>) {
  return (
    <MantineTextarea
      {...rest}
      {...inWrapper({ label, required, error, description, lockedReason })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      readOnly={lockedReason !== undefined}
    />
  );
}

export type Choice<Value extends string = string> = {
  value: Value;
  label: string;
  /** Shown, but not to be chosen. */
  disabled?: boolean;
  /** Related fields under one group name. */
  group?: string;
};

type Option = { value: string; label: string; disabled?: boolean };

/** The options for the browser's select, by group. */
function optionsOf(choices: readonly Choice[]): (Option | { group: string; items: Option[] })[] {
  const options: (Option | { group: string; items: Option[] })[] = [];
  for (const { value, label, disabled, group } of choices) {
    const option = { value, label, ...(disabled && { disabled }) };
    const last = options.at(-1);
    if (group === undefined) options.push(option);
    else if (last && 'items' in last && last.group === group) last.items.push(option);
    else options.push({ group, items: [option] });
  }
  return options;
}

type SelectProps<Value extends string> = Omit<Common, 'value' | 'onChange' | 'label'> & {
  label: string;
  /** The label is only announced, because a toolbar filter's value explains it. */
  hideLabel?: boolean;
  choices: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
} & Pick<NativeSelectProps, 'id' | 'name' | 'className' | 'style' | 'onBlur'>;

/** The browser's own select: the quickest by keyboard and the best on a phone. */
export function Select<Value extends string>({
  label,
  hideLabel,
  required,
  error,
  description,
  lockedReason,
  choices,
  value,
  onChange,
  ...rest
}: SelectProps<Value>) {
  const wrapper = inWrapper({ label, required, error, description, lockedReason });
  return (
    <MantineSelect
      {...rest}
      {...wrapper}
      label={hideLabel ? undefined : label}
      aria-label={hideLabel ? label : undefined}
      value={value}
      data={optionsOf(choices)}
      onChange={(event) => {
        const chosen = choices.find((choice) => choice.value === event.currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
      disabled={lockedReason !== undefined}
      rightSection={<Icon of={IconChevronDown} size={14} />}
    />
  );
}

/** Label, required mark and message around a control of any other kind. `control` gets the ids to carry. */
export function Field({
  id,
  label,
  required,
  error,
  description,
  children,
}: {
  id: string;
  label: string;
  required?: boolean;
  error?: string;
  description?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Input.Wrapper
      id={id}
      label={label}
      withAsterisk={required}
      error={messageOf(error)}
      description={error ? undefined : description}
      inputWrapperOrder={ORDER}
    >
      {children}
    </Input.Wrapper>
  );
}

export function FieldGrid({ columns = 2, children }: { columns?: 2 | 3 | 4; children: ReactNode }) {
  return (
    <div className={classes.grid} data-columns={columns}>
      {children}
    </div>
  );
}

/** Spans the whole width of a `FieldGrid`. */
export function WholeRow({ children }: { children: ReactNode }) {
  return <div className={classes.whole}>{children}</div>;
}
