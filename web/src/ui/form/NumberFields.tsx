import {
  dollarsText,
  type Entered,
  enteredFractionalPercent,
  enteredMoney,
  enteredPercent,
  enteredWhole,
} from '@openbenefits/domain/entered-numbers';
import type { Cents } from '@openbenefits/domain/money';
import { useState } from 'react';
import { words } from '../../words.ts';
import { TextInput } from '../Fields.tsx';
import type { FieldBinding, FieldProps } from './field.ts';

/**
 * An integer. Typed text stays until the field is left, then the parsed number is shown. `blank`: an untouched 0 is
 * shown as empty, if 0 means no answer yet.
 */
export function WholeNumberField({
  field,
  fallback = 0,
  blank = false,
  placeholder,
  ...rest
}: FieldProps<number> & { fallback?: number; blank?: boolean; unit?: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [touched, setTouched] = useState(false);
  const { value, onChange, onBlur, ...tie } = field;
  return (
    <TextInput
      {...rest}
      {...tie}
      {...(placeholder && { placeholder })}
      inputMode="numeric"
      spellCheck={false}
      value={typed ?? (blank && value === 0 && !touched ? '' : String(value))}
      onChange={(text) => {
        setTyped(text);
        onChange(enteredWhole(text, fallback));
      }}
      onBlur={() => {
        if (typed !== null) setTouched(true);
        setTyped(null);
        onBlur?.();
      }}
    />
  );
}

/**
 * A number parsed while typing. If it cannot be parsed, the field says why and keeps the text, and the form has NaN,
 * which every rule rejects.
 */
function useEntered<Value extends number>(
  { value, onChange, onBlur, error, id }: FieldBinding<Value | null>,
  read: (text: string) => Entered<Value>,
  write: (value: Value | null) => string,
) {
  const [typed, setTyped] = useState<string | null>(null);
  const entered = typed === null ? undefined : read(typed);
  const [left, setLeft] = useState(false);
  const problem = entered && 'problem' in entered ? entered.problem : undefined;
  return {
    id,
    value: typed ?? write(value),
    error: problem !== undefined && (left || error !== undefined) ? words(problem) : error,
    onChange: (text: string) => {
      const now = read(text);
      setTyped(text);
      if ('value' in now) setLeft(false);
      onChange('value' in now ? now.value : (Number.NaN as Value));
    },
    onBlur: () => {
      if (problem === undefined) setTyped(null);
      setLeft(problem !== undefined);
      onBlur?.();
    },
  };
}

type Optional<Value> = Omit<FieldProps<Value | null>, 'field'> & {
  field: FieldBinding<Value | null>;
  ariaLabel?: string;
};

/** Dollars as people type them, integer cents in and out; empty is null. */
export function MoneyField({ field, placeholder, ariaLabel, ...rest }: Optional<Cents>) {
  return (
    <TextInput
      {...rest}
      {...useEntered(field, enteredMoney, dollarsText)}
      {...(placeholder && { placeholder })}
      {...(ariaLabel && { 'aria-label': ariaLabel })}
      inputMode="decimal"
      spellCheck={false}
      sign="$"
    />
  );
}

/** A whole percentage (60 is 60 %) as in domain; empty is null. */
export function PercentField({
  field,
  placeholder,
  ariaLabel,
  hasDecimals = false,
  ...rest
}: Optional<number> & { hasDecimals?: boolean }) {
  const read = hasDecimals ? enteredFractionalPercent : enteredPercent;
  return (
    <TextInput
      {...rest}
      {...useEntered(field, read, (value) => (value === null ? '' : String(value)))}
      {...(placeholder && { placeholder })}
      {...(ariaLabel && { 'aria-label': ariaLabel })}
      inputMode={hasDecimals ? 'decimal' : 'numeric'}
      spellCheck={false}
      unit="%"
    />
  );
}
