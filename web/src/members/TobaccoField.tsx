import type { TobaccoAnswer } from '@openbenefits/domain/members/tobacco-use';
import { useLingui } from '@lingui/react/macro';
import { TOBACCO_LABEL } from '../domain-labels.ts';
import type { FieldBinding } from '../ui/form/field.ts';
import { SelectField } from '../ui/form/SelectField.tsx';

/** What a person who is being enrolled attests about tobacco; rates without tobacco use apply where nothing is attested. */
export function TobaccoField({ field }: { field: FieldBinding<string> }) {
  const { t } = useLingui();
  const choices: { value: TobaccoAnswer; label: string }[] = [
    { value: '', label: t`No attestation` },
    { value: 'no', label: TOBACCO_LABEL.no },
    { value: 'yes', label: TOBACCO_LABEL.yes },
  ];
  return <SelectField field={field} label={t`Tobacco use`} choices={choices} />;
}
