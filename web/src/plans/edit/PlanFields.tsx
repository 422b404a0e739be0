import { COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage-line';
import { NETWORK_TYPES, type NetworkType } from '@openbenefits/domain/plans/plan-status';
import { useLingui } from '@lingui/react/macro';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { FieldGrid } from '../../ui/Fields.tsx';
import type { FieldBinding } from '../../ui/form/field.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { DateField, TextField } from '../../ui/form/TextField.tsx';

/** What identifies a plan, as the dialogs hold it. */
export type PlanValues = {
  code: string;
  name: string;
  line: CoverageLine;
  networkType: NetworkType | null;
  carrierName: string;
  effectiveDate: string;
};

type Props = {
  fields: { readonly [Name in keyof PlanValues]: FieldBinding<PlanValues[Name]> };
  /** Why the line is fixed. */
  lineLocked?: string | undefined;
};

/** The fields of a plan: the type only where the line has one. */
export function PlanFields({ fields, lineLocked }: Props) {
  const { t } = useLingui();
  const { line, networkType: type } = fields;
  const isMedical = line.value === 'medical';
  return (
    <FieldGrid>
      <TextField field={fields.name} label={t`Plan name`} required maxLength={120} isFirst />
      <TextField
        field={fields.code}
        label={t`Plan code`}
        required
        maxLength={30}
        autoCapitalize="characters"
        description={t`Files use this code. It must be unique.`}
      />
      <SelectField
        field={line}
        label={t`Line`}
        required
        lockedReason={lineLocked}
        choices={COVERAGE_LINES.map((value) => ({ value, label: COVERAGE_LINE_LABEL[value] }))}
      />
      <SelectField
        field={{
          ...type,
          value: isMedical ? (type.value ?? '') : '',
          onChange: (value) => type.onChange(value || null),
        }}
        label={t`Type`}
        required={isMedical}
        lockedReason={isMedical ? undefined : t`Only medical plans have a type`}
        choices={[
          { value: '', label: isMedical ? t`Choose the type` : t`None` },
          ...NETWORK_TYPES.map((value) => ({ value, label: value })),
        ]}
      />
      <TextField
        field={fields.carrierName}
        label={t`Carrier`}
        required={type.value !== 'ICHRA'}
        maxLength={120}
        dir="auto"
      />
      <DateField field={fields.effectiveDate} label={t`Effective date`} required />
    </FieldGrid>
  );
}
