import type { GroupField } from '@openbenefits/domain/groups/group-fields';
import { GroupFieldInput } from '../fields/GroupFieldInput.tsx';
import { CobraField, IndustryField, TaxIdField } from '../fields/SpecialFields.tsx';
import type { GroupFormState } from './use-group-form.ts';

/** A field of the group's edit form by its name; special fields have their own control. */
export function EditField({ form, name, label }: { form: GroupFormState; name: GroupField; label?: string }) {
  switch (name) {
    case 'taxId':
      return (
        <TaxIdField
          field={form.field(name)}
          door="edit"
          kept={form.base.taxId}
          others={form.sharedTaxId.others}
          reason={form.sharedTaxId.reason}
        />
      );
    case 'industry':
      return <IndustryField field={form.field(name)} current={form.base.industry} />;
    case 'cobraEnabled':
      return <CobraField field={form.field(name)} employeeCount={form.values.employeeCount} />;
    default:
      return <GroupFieldInput name={name} field={form.field(name)} door="edit" label={label} />;
  }
}
