import { Toggle } from '../Toggle.tsx';
import type { FieldProps } from './field.ts';

/** On or off. Locked, it stays reachable and says why it cannot be changed. */
export function ToggleField({
  field,
  label,
  note,
  lockedReason,
}: Pick<FieldProps<boolean>, 'field' | 'label' | 'lockedReason'> & { note?: string }) {
  return (
    <Toggle
      id={field.id}
      label={label}
      checked={field.value}
      onChange={field.onChange}
      lockedReason={lockedReason}
      {...(note && { note })}
      error={field.error}
    />
  );
}
