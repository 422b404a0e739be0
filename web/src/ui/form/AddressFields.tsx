import { useLingui } from '@lingui/react/macro';
import { FieldGrid, WholeRow } from '../Fields.tsx';
import type { FieldBinding } from './field.ts';
import { TextField } from './TextField.tsx';

type AddressName = 'addressLine1' | 'addressLine2' | 'city' | 'state' | 'zipCode';
type Props = {
  fieldAt: (name: AddressName) => FieldBinding<string>;
  /** 'Street Address' if the address is a location. */
  firstLabel?: string;
  required?: boolean;
};

/** Two lines, city, state and ZIP code of an address in the United States. Belongs into a `FieldGrid`. */
export function AddressFields({ fieldAt, firstLabel, required = false }: Props) {
  const { t } = useLingui();
  return (
    <>
      <WholeRow>
        <FieldGrid>
          <TextField field={fieldAt('addressLine1')} label={firstLabel ?? t`Address Line 1`} required={required} />
          <TextField field={fieldAt('addressLine2')} label={t`Address Line 2`} />
        </FieldGrid>
      </WholeRow>
      <TextField field={fieldAt('city')} label={t`City`} required={required} />
      <TextField
        field={fieldAt('state')}
        label={t`State`}
        required={required}
        maxLength={2}
        placeholder="IL"
        autoCapitalize="characters"
      />
      <TextField
        field={fieldAt('zipCode')}
        label={t`ZIP Code`}
        required={required}
        inputMode="numeric"
        placeholder="62701"
      />
    </>
  );
}
