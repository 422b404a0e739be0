import { type ReactNode, useState } from 'react';
import { DateInput, Select, TextInput } from '../../ui/Fields.tsx';
import classes from './SetupFields.module.css';
import { useField, useWizard } from './wizard-context.ts';
import type { Fields } from './wizard-form.ts';
import { parseWhole } from './whole-number.ts';

type Named<Kind> = { [Name in keyof Fields]: Fields[Name] extends Kind ? Name : never }[keyof Fields];
type TextName = { [Name in keyof Fields]: string extends Fields[Name] ? Name : never }[keyof Fields];

type Common = { label: string; required?: boolean; description?: ReactNode };

/** Any text field of the form at its path. */
export function PathText({
  path,
  ...rest
}: Common & {
  path: string;
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  placeholder?: string;
  inputMode?: 'numeric' | 'tel' | 'email' | 'url';
  autoCapitalize?: string;
}) {
  return <TextInput {...useField(path)} spellCheck={false} {...rest} />;
}

export function FormText({
  name,
  ...rest
}: Common & {
  name: TextName;
  maxLength?: number;
  placeholder?: string;
  inputMode?: 'numeric' | 'tel' | 'email' | 'url';
  autoCapitalize?: string;
}) {
  const { wizard, dispatch } = useWizard();
  return (
    <PathText
      path={name}
      value={wizard.form.fields[name]}
      onChange={(value) => dispatch({ type: 'field', name, value })}
      {...rest}
    />
  );
}

export function FormDate({ name, ...rest }: Common & { name: TextName }) {
  const { wizard, dispatch } = useWizard();
  return (
    <DateInput
      {...useField(name)}
      {...rest}
      value={wizard.form.fields[name]}
      onChange={(value) => dispatch({ type: 'field', name, value })}
    />
  );
}

/**
 * An integer. What is typed stays as typed until the field is left, then the number that was read shows. `blank`: an
 * untouched 0 shows as nothing, where 0 only means that nobody has answered yet.
 */
export function FormNumber({
  name,
  fallback = 0,
  blank = false,
  ...rest
}: Common & { name: Named<number>; fallback?: number; blank?: boolean; unit?: string }) {
  const { wizard, dispatch } = useWizard();
  const [typed, setTyped] = useState<string | null>(null);
  const [touched, setTouched] = useState(false);
  const value = wizard.form.fields[name];
  const shown = typed ?? (blank && value === 0 && !touched ? '' : String(value));
  return (
    <TextInput
      {...useField(name)}
      {...rest}
      inputMode="numeric"
      value={shown}
      onChange={(text) => {
        setTyped(text);
        dispatch({ type: 'field', name, value: parseWhole(text, fallback) });
      }}
      onBlur={() => {
        if (typed !== null) setTouched(true);
        setTyped(null);
      }}
    />
  );
}

type ChoiceName = 'group_type' | 'waiting_period_start' | 'billing_method' | 'payment_method';

/** One of a closed list, in the order of `labels`. `none`: the words for no choice yet. */
export function FormSelect<Name extends ChoiceName>({
  name,
  labels,
  none,
  ...rest
}: Common & { name: Name; labels: Readonly<Record<Exclude<Fields[Name], ''>, string>>; none?: string }) {
  const { wizard, dispatch } = useWizard();
  const values = Object.keys(labels) as Exclude<Fields[Name], ''>[];
  const choices = [
    ...(none === undefined ? [] : [{ value: '', label: none }]),
    ...values.map((value) => ({ value: value as string, label: labels[value] })),
  ];
  return (
    <Select
      {...useField(name)}
      {...rest}
      choices={choices}
      value={wizard.form.fields[name]}
      // The choices above are the field's own values.
      onChange={(value) => dispatch({ type: 'field', name, value } as Parameters<typeof dispatch>[0])}
    />
  );
}

/** A titled part of a step. */
export function FormSection({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={classes.section}>
      <legend>{title}</legend>
      {aside && <div className={classes.aside}>{aside}</div>}
      {children}
    </fieldset>
  );
}

export function StepHeading({
  title,
  children,
  actions,
}: {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className={classes.heading}>
      <h2 id="setup-step" tabIndex={-1}>
        {title}
      </h2>
      {children && <p>{children}</p>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
