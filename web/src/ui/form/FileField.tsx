import { Field } from '../Fields.tsx';
import type { FieldProps } from './field.ts';
import classes from './FileField.module.css';

/** One file from the browser's file control; null if none is chosen. `accept`: as in HTML. */
export function FileField({
  field,
  label,
  required,
  description,
  accept,
}: Pick<FieldProps<File | null>, 'field' | 'label' | 'required' | 'description'> & { accept: string }) {
  const { id, error, onChange, onBlur } = field;
  return (
    <Field
      id={id}
      label={label}
      required={required === true}
      {...(error !== undefined && { error })}
      description={description}
    >
      <input
        id={id}
        type="file"
        className={classes.file}
        accept={accept}
        aria-required={required || undefined}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? (description ? `${id}-description` : undefined) : `${id}-error`}
        onChange={({ currentTarget }) => onChange(currentTarget.files?.[0] ?? null)}
        onBlur={onBlur}
      />
    </Field>
  );
}
