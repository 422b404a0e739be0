import { useLingui } from '@lingui/react/macro';
import { type FocusEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { TextInput } from '../ui/Fields.tsx';

/** Dots instead of digits, the last four of a whole number excepted. */
export function maskedSsn(ssn: string): string {
  const digits = ssn.replace(/\D/g, '');
  return digits.length === 9 ? `•••-••-${digits.slice(-4)}` : ssn.replace(/\d/g, '•');
}

type Props = {
  id: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  onBlur?: () => void;
  required?: boolean;
  label?: string;
};

/** An SSN is in sight only while it is typed. It is kept nowhere but in the form. */
export function SsnInput({ value, onBlur, label, ...rest }: Props) {
  const { t } = useLingui();
  const [typing, setTyping] = useState(false);
  const show = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    // The digits are back before anything is typed, and all selected, as when any field is entered by keyboard.
    flushSync(() => setTyping(true));
    currentTarget.select();
  };
  return (
    <TextInput
      {...rest}
      label={label ?? t`SSN`}
      placeholder={t`XXX-XX-XXXX`}
      value={typing ? value : maskedSsn(value)}
      onFocus={show}
      onBlur={() => {
        setTyping(false);
        onBlur?.();
      }}
      inputMode="numeric"
      spellCheck={false}
      maxLength={20}
    />
  );
}
