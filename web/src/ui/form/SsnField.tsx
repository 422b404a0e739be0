import { useLingui } from '@lingui/react/macro';
import { type FocusEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { TextInput } from '../Fields.tsx';
import type { FieldProps } from './field.ts';

/** Dots instead of digits, the last four of a whole number excepted. */
function maskedSsn(ssn: string): string {
  const digits = ssn.replace(/\D/g, '');
  return digits.length === 9 ? `•••-••-${digits.slice(-4)}` : ssn.replace(/\d/g, '•');
}

/** An SSN is in sight only while it is typed. It is kept nowhere but in the form. */
export function SsnField({ field, label, ...rest }: Omit<FieldProps<string>, 'label'> & { label?: string }) {
  const { t } = useLingui();
  const [typing, setTyping] = useState(false);
  const show = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    // The digits are back before anything is typed, and all selected, as when any field is entered by keyboard.
    flushSync(() => setTyping(true));
    currentTarget.select();
  };
  return (
    <TextInput
      placeholder={t`XXX-XX-XXXX`}
      {...rest}
      {...field}
      label={label ?? t`SSN`}
      value={typing ? field.value : maskedSsn(field.value)}
      onFocus={show}
      onBlur={() => {
        setTyping(false);
        field.onBlur?.();
      }}
      inputMode="numeric"
      spellCheck={false}
      maxLength={20}
    />
  );
}
