import { COBRA_LOCKED_TEXT, INDUSTRIES, isCobraForced } from '@openbenefits/domain/groups/group-terms';
import { unissuedPrefix } from '@openbenefits/domain/groups/tax-id';
import { useLingui } from '@lingui/react/macro';
import type { FieldBinding } from '../../ui/form/field.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextAreaField } from '../../ui/form/TextField.tsx';
import { ToggleField } from '../../ui/form/ToggleField.tsx';
import { words } from '../../words.ts';
import { type Door, GroupFieldInput, groupFieldTitle } from './GroupFieldInput.tsx';
import { SharedTaxIdNote } from './SharedTaxIdNote.tsx';
import type { GroupWithTaxId } from './use-shared-tax-id.ts';

type TaxIdProps = {
  field: FieldBinding<string>;
  door: Door;
  /** The tax ID on record by its last digits; what is typed replaces it. */
  kept?: string;
  /** Other groups with the tax ID, and the reason for using it twice. */
  others: readonly GroupWithTaxId[];
  reason: FieldBinding<string>;
};

export function TaxIdField({ field, door, kept, others, reason }: TaxIdProps) {
  const { t } = useLingui();
  const unissued = unissuedPrefix(field.value);
  const onRecord = kept ? t`On record: ${kept}. Enter nine digits to replace it.` : undefined;
  return (
    <div>
      <GroupFieldInput
        name="taxId"
        door={door}
        field={{
          ...field,
          value: kept !== undefined && field.value === kept ? '' : field.value,
        }}
        description={
          unissued
            ? t`No tax IDs starting with ${unissued} have been issued yet. Check the number. You can still save it.`
            : onRecord
        }
      />
      <SharedTaxIdNote others={others} reason={reason} />
    </div>
  );
}

/** The four of specification 1, section 2.8, first; whatever the group has is among the options. */
export function IndustryField({ field, current }: { field: FieldBinding<string>; current: string }) {
  const { t } = useLingui();
  const own = current !== '' && !(INDUSTRIES as readonly string[]).includes(current) ? [current] : [];
  return (
    <SelectField
      field={field}
      label={groupFieldTitle('industry', 'edit')}
      choices={[
        { value: '', label: t`Not specified` },
        ...[...INDUSTRIES, ...own].map((value) => ({ value, label: words(value) })),
      ]}
    />
  );
}

type Lines = { addressLine1: FieldBinding<string>; addressLine2: FieldBinding<string> };

/** Street and suite in one box of two lines (specification 1, section 2.8: an address textarea). */
export function AddressLinesField({ addressLine1: first, addressLine2: second }: Lines) {
  const { t } = useLingui();
  return (
    <TextAreaField
      field={{
        id: first.id,
        value: second.value === '' ? first.value : `${first.value}\n${second.value}`,
        onChange: (text) => {
          const [street = '', ...rest] = text.split('\n');
          first.onChange(street);
          second.onChange(rest.join(', '));
        },
        error: first.error ?? second.error,
      }}
      label={t`Address`}
      required
      description={t`Enter the street on the first line and the suite or building on the second.`}
    />
  );
}

/** Locked on from 20 employees, with the specified words. */
export function CobraField({ field, employeeCount }: { field: FieldBinding<boolean>; employeeCount: number }) {
  const { t } = useLingui();
  const isForced = isCobraForced(employeeCount);
  return (
    <ToggleField
      field={{ ...field, value: field.value || isForced }}
      label={t`COBRA Enabled`}
      lockedReason={isForced ? words(COBRA_LOCKED_TEXT) : undefined}
      note={t`Former employees may keep their coverage at their own cost.`}
    />
  );
}
