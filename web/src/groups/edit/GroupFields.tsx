import type { GroupField, GroupForm } from '@openbenefits/domain/groups/group-edit';
import { groupFieldLabel } from '@openbenefits/domain/groups/field-label';
import {
  COBRA_LOCKED_TEXT,
  ENROLLMENT_PERIODS,
  INDUSTRIES,
  isCobraForced,
  NOTIFICATION_LEVELS,
} from '@openbenefits/domain/groups/group-terms';
import { unissuedPrefix } from '@openbenefits/domain/groups/tax-id';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import {
  BILLING_METHOD_LABEL,
  GROUP_TYPE_LABEL,
  PAYMENT_METHOD_LABEL,
  WAITING_PERIOD_START_LABEL,
} from '../../domain-labels.ts';
import { type Choice, DateInput, Select, TextArea, TextInput } from '../../ui/Fields.tsx';
import { words } from '../../words.ts';
import { ENROLLMENT_PERIOD_LABEL, NOTIFICATION_LABEL } from '../detail/group-words.ts';
import { parseWhole } from '../setup/whole-number.ts';
import { fieldIdOf } from './group-form.ts';
import { Toggle } from '../../ui/Toggle.tsx';
import type { GroupFormState } from './use-group-form.ts';

type Of<Kind> = { [Field in GroupField]: GroupForm[Field] extends Kind ? Field : never }[GroupField];
type Common = { form: GroupFormState; label?: string; description?: ReactNode; required?: boolean };

function useCommon({ form, label, description, required }: Common, field: GroupField) {
  return {
    id: fieldIdOf(field),
    label: label ?? words(groupFieldLabel(field)),
    error: form.errors.get(field),
    description,
    required: required === true,
  };
}

export function TextField({
  field,
  maxLength,
  placeholder,
  inputMode,
  ...common
}: Common & {
  field: Of<string>;
  maxLength?: number;
  placeholder?: string;
  inputMode?: 'numeric' | 'tel' | 'email' | 'url';
}) {
  const { form } = common;
  return (
    <TextInput
      {...useCommon(common, field)}
      value={form.values[field]}
      onChange={(value) => form.set(field, value)}
      spellCheck={false}
      {...(maxLength && { maxLength })}
      {...(placeholder && { placeholder })}
      {...(inputMode && { inputMode })}
    />
  );
}

/** Only a new number is typed here; the one on record is told by its last four digits. */
export function TaxIdField(common: Common) {
  const { t } = useLingui();
  const { form } = common;
  const isKept = form.values.taxId === form.base.taxId;
  const { base } = form;
  const unissued = unissuedPrefix(form.values.taxId);
  const kept = base.taxId ? t`On record: ${base.taxId}. Enter nine digits to replace it.` : undefined;
  return (
    <TextInput
      {...useCommon(
        {
          ...common,
          description: unissued
            ? t`No tax ID beginning with ${unissued} has been issued so far. Check the number; it is taken as it is.`
            : kept,
        },
        'taxId',
      )}
      value={isKept ? '' : form.values.taxId}
      onChange={(value) => form.set('taxId', value)}
      inputMode="numeric"
      placeholder="12-3456789"
      spellCheck={false}
    />
  );
}

export function DateField({ field, ...common }: Common & { field: Of<string> }) {
  const { form } = common;
  return (
    <DateInput {...useCommon(common, field)} value={form.values[field]} onChange={(value) => form.set(field, value)} />
  );
}

/** What is typed stays as typed until the field is left. `blank`: 0 means that nobody has said. */
export function NumberField({
  field,
  unit,
  blank = false,
  ...common
}: Common & { field: Of<number>; unit?: string; blank?: boolean }) {
  const { form } = common;
  const [typed, setTyped] = useState<string | null>(null);
  const value = form.values[field];
  return (
    <TextInput
      {...useCommon(common, field)}
      {...(unit && { unit })}
      inputMode="numeric"
      value={typed ?? (blank && value === 0 ? '' : String(value))}
      onChange={(text) => {
        setTyped(text);
        form.set(field, parseWhole(text));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

function ChoiceField({ field, choices, ...common }: Common & { field: Of<string>; choices: readonly Choice[] }) {
  const { form } = common;
  return (
    <Select
      {...useCommon(common, field)}
      choices={choices}
      value={form.values[field]}
      onChange={(value) => form.set(field, value)}
    />
  );
}

const choicesOf = (labels: Readonly<Record<string, string>>): Choice[] =>
  Object.keys(labels).map((value) => ({ value, label: labels[value] ?? value }));

export const GroupTypeField = (common: Common) => (
  <ChoiceField {...common} field="groupType" choices={choicesOf(GROUP_TYPE_LABEL)} />
);
export const BillingMethodField = (common: Common) => (
  <ChoiceField {...common} field="billingMethod" choices={choicesOf(BILLING_METHOD_LABEL)} />
);
export const PaymentMethodField = (common: Common) => (
  <ChoiceField {...common} field="paymentMethod" choices={choicesOf(PAYMENT_METHOD_LABEL)} />
);
export const WaitingStartField = (common: Common) => (
  <ChoiceField {...common} field="waitingPeriodStart" choices={choicesOf(WAITING_PERIOD_START_LABEL)} />
);

/** The four of specification 1, section 2.8, first; whatever the group has is among the options. */
export function IndustryField(common: Common) {
  const { t } = useLingui();
  const { industry } = common.form.base;
  const own = industry !== '' && !(INDUSTRIES as readonly string[]).includes(industry) ? [industry] : [];
  return (
    <ChoiceField
      {...common}
      field="industry"
      choices={[
        { value: '', label: t`Not specified` },
        ...[...INDUSTRIES, ...own].map((value) => ({ value, label: words(value) })),
      ]}
    />
  );
}

export function EnrollmentPeriodField(common: Common) {
  const { t, i18n } = useLingui();
  return (
    <ChoiceField
      {...common}
      label={t`Enrollment period`}
      field="enrollmentPeriod"
      choices={ENROLLMENT_PERIODS.map((value) => ({ value, label: i18n._(ENROLLMENT_PERIOD_LABEL[value]) }))}
    />
  );
}

export function NotificationsField(common: Common) {
  const { t, i18n } = useLingui();
  return (
    <ChoiceField
      {...common}
      label={t`Notifications`}
      field="notificationLevel"
      choices={NOTIFICATION_LEVELS.map((value) => ({ value, label: i18n._(NOTIFICATION_LABEL[value]) }))}
    />
  );
}

/**
 * The street in the first line, whatever is needed beside it in the second (specification 1, section 2.8: an address
 * textarea).
 */
export function AddressField({ form }: { form: GroupFormState }) {
  const { t } = useLingui();
  const { addressLine1, addressLine2 } = form.values;
  return (
    <TextArea
      id={fieldIdOf('addressLine1')}
      label={t`Address`}
      required
      rows={2}
      description={t`Street in the first line, suite or building in the second.`}
      error={form.errors.get('addressLine1') ?? form.errors.get('addressLine2')}
      value={addressLine2 === '' ? addressLine1 : `${addressLine1}\n${addressLine2}`}
      onChange={(text) => {
        const [first = '', ...rest] = text.split('\n');
        form.set('addressLine1', first);
        form.set('addressLine2', rest.join(', '));
      }}
    />
  );
}

/** Locked on from 20 employees, with the specified words. */
export function CobraField({ form }: { form: GroupFormState }) {
  const { t } = useLingui();
  const forced = isCobraForced(form.values.employeeCount);
  return (
    <Toggle
      id={fieldIdOf('cobraEnabled')}
      label={t`COBRA Enabled`}
      checked={form.values.cobraEnabled || forced}
      onChange={(value) => form.set('cobraEnabled', value)}
      lockedReason={forced ? words(COBRA_LOCKED_TEXT) : undefined}
      note={t`Former employees may keep their coverage at their own cost.`}
    />
  );
}
