import { DateInput, TextArea, TextInput } from '../Fields.tsx';
import type { FieldProps } from './field.ts';

type InputMode = 'numeric' | 'decimal' | 'tel' | 'email' | 'url';
type TextProps = FieldProps<string> & {
  type?: 'text' | 'email' | 'tel';
  inputMode?: InputMode;
  maxLength?: number;
  autoCapitalize?: string;
  /** 'auto' for names, which may be written from right to left. */
  dir?: 'auto';
  /** A dialog that opens puts the keyboard here. */
  isFirst?: boolean;
  /** Announced instead of the label if equal labels in a row need more text. */
  ariaLabel?: string;
};

export function TextField({ field, isFirst, ariaLabel, placeholder, ...rest }: TextProps) {
  return (
    <TextInput
      spellCheck={false}
      {...rest}
      {...field}
      {...(placeholder && { placeholder })}
      {...(ariaLabel && { 'aria-label': ariaLabel })}
      {...(isFirst && { 'data-autofocus': true })}
    />
  );
}

export function TextAreaField({
  field,
  placeholder,
  rows = 2,
  maxLength = 500,
  ...rest
}: FieldProps<string> & { rows?: number; maxLength?: number }) {
  return <TextArea {...rest} {...field} {...(placeholder && { placeholder })} rows={rows} maxLength={maxLength} />;
}

/** A calendar date in the browser's own date field; the value is YYYY-MM-DD or empty. */
export function DateField({ field, placeholder: _none, ...rest }: FieldProps<string> & { max?: string }) {
  return <DateInput {...rest} {...field} />;
}

/** Accepts a number in any format; the domain rules (`phone.ts`) validate it. */
export function PhoneField(props: FieldProps<string> & { maxLength?: number }) {
  return <TextField {...props} type="tel" inputMode="tel" />;
}
