import { COBRA_LOCKED_TEXT, INDUSTRIES, isCobraForced } from '@openbenefits/domain/groups/group-terms';
import { unissuedPrefix } from '@openbenefits/domain/groups/tax-id';
import { useLingui } from '@lingui/react/macro';
import type { FieldBinding } from '../../ui/form/field.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextAreaField } from '../../ui/form/TextField.tsx';
import { ToggleField } from '../../ui/form/ToggleField.tsx';
import { words } from '../../words.ts';
import { type Door, GroupFieldInput, groupFieldTitle } from './GroupFieldInput.tsx';

/** `kept`: the tax ID on record by its last digits; what is typed replaces it. */
export function TaxIdField({ field, door, kept }: { field: FieldBinding<string>; door: Door; kept?: string }) {
  const { t } = useLingui();
  const unissued = unissuedPrefix(field.value);
  const onRecord = kept ? t`On record: ${kept}. Enter nine digits to replace it.` : undefined;
  return (
    <GroupFieldInput
      name="taxId"
      door={door}
      field={{
        ...field,
        value: kept !== undefined && field.value === kept ? '' : field.value,
      }}
      description={
        unissued
          ? t`No tax ID beginning with ${unissued} has been issued so far. Check the number; it is taken as it is.`
          : onRecord
      }
    />
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
      description={t`Street in the first line, suite or building in the second.`}
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
