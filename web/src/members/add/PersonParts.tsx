import { parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { lawfulDayWords, plansByAge } from '@openbenefits/domain/members/new-member';
import { useLingui } from '@lingui/react/macro';
import { FieldGrid } from '../../ui/Fields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { SsnField } from '../../ui/form/SsnField.tsx';
import { DateField, PhoneField, TextField } from '../../ui/form/TextField.tsx';
import { words } from '../../words.ts';
import { FormPart } from '../FormPart.tsx';
import { TobaccoField } from '../TobaccoField.tsx';
import { useMemberForm, useTextField } from './form-context.ts';

const LONGEST = 200;

export function PersonalInformation() {
  const { t } = useLingui();
  const { state, ground } = useMemberForm();
  const [firstName, lastName] = [useTextField('firstName'), useTextField('lastName')];
  const [email, phone, birth] = [useTextField('email'), useTextField('phone'), useTextField('dateOfBirth')];
  const tobacco = useTextField('usesTobacco');
  const byAge = plansByAge(ground, state.form)
    .map(({ name }) => name)
    .join(', ');
  return (
    <FormPart title={t`Personal information`}>
      <FieldGrid>
        <TextField field={firstName} label={t`First Name`} required dir="auto" isFirst maxLength={LONGEST} />
        <TextField field={lastName} label={t`Last Name`} required dir="auto" maxLength={LONGEST} />
        <TextField field={email} type="email" label={t`Email`} required maxLength={LONGEST} />
        <PhoneField field={phone} label={t`Phone`} placeholder="(555) 123-4567" maxLength={LONGEST} />
        <DateField
          field={birth}
          label={t`Date of Birth`}
          required={byAge !== ''}
          max={ground.today}
          description={byAge === '' ? undefined : t`The rates of ${byAge} depend on age.`}
        />
        {byAge !== '' && <TobaccoField field={tobacco} />}
      </FieldGrid>
    </FormPart>
  );
}

const placesOf = (none: string, places: readonly { code: string; name: string }[]) => [
  { value: '', label: none },
  ...places.map(({ code, name }) => ({ value: code, label: `${code} · ${words(name)}` })),
];

export function Employment() {
  const { t } = useLingui();
  const { state, ground } = useMemberForm();
  const [ssn, location] = [useTextField('ssn'), useTextField('billingLocation')];
  const [employeeClass, hireDate] = [useTextField('class'), useTextField('hireDate')];
  const hire = parseCalendarDate(state.form.hireDate);
  const isPlausible = hire !== undefined && hire >= '1900-01-01' && hire < '2200-01-01';
  return (
    <FormPart title={t`Employment`}>
      <FieldGrid>
        <SsnField field={ssn} required />
        <SelectField
          field={location}
          label={t`Billing Location`}
          required
          choices={placesOf(t`Select location`, ground.locations)}
        />
        <SelectField
          field={employeeClass}
          label={t`Class`}
          required
          choices={placesOf(t`Select class`, ground.classes)}
        />
        <DateField
          field={hireDate}
          label={t`Hire Date`}
          required
          description={isPlausible ? lawfulDayWords(hire, ground.terms) : undefined}
        />
      </FieldGrid>
    </FormPart>
  );
}
