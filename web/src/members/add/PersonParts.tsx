import { lawfulDayWords } from '@openbenefits/domain/members/new-member';
import { parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { DateInput, FieldGrid, Select, TextInput } from '../../ui/Fields.tsx';
import { words } from '../../words.ts';
import { FormPart } from '../FormPart.tsx';
import { SsnInput } from '../SsnInput.tsx';
import { useFormField, useMemberForm } from './form-context.ts';

type TextName = 'firstName' | 'lastName' | 'email' | 'phone';

function Text({
  name,
  ...rest
}: { name: TextName } & Omit<ComponentProps<typeof TextInput>, 'value' | 'onChange' | 'name'>) {
  const { state, dispatch } = useMemberForm();
  return (
    <TextInput
      {...useFormField(name)}
      spellCheck={false}
      maxLength={200}
      {...rest}
      value={state.form[name]}
      onChange={(value) => dispatch({ type: 'text', name, value })}
    />
  );
}

export function PersonalInformation() {
  const { t } = useLingui();
  return (
    <FormPart title={t`Personal information`}>
      <FieldGrid>
        <Text name="firstName" label={t`First Name`} required dir="auto" data-autofocus />
        <Text name="lastName" label={t`Last Name`} required dir="auto" />
        <Text name="email" type="email" label={t`Email`} required />
        <Text name="phone" type="tel" label={t`Phone`} placeholder="(555) 123-4567" />
      </FieldGrid>
    </FormPart>
  );
}

function Place({
  name,
  label,
  none,
  places,
}: {
  name: 'class' | 'billingLocation';
  label: string;
  none: string;
  places: readonly { code: string; name: string }[];
}) {
  const { state, dispatch } = useMemberForm();
  const choices = [
    { value: '', label: none },
    ...places.map(({ code, name: called }) => ({ value: code, label: `${code} · ${words(called)}` })),
  ];
  return (
    <Select
      {...useFormField(name)}
      label={label}
      required
      choices={choices}
      value={state.form[name]}
      onChange={(value) => dispatch({ type: 'text', name, value })}
    />
  );
}

export function Employment() {
  const { t } = useLingui();
  const { state, dispatch, ground } = useMemberForm();
  const { ssn, hireDate } = state.form;
  const hire = parseCalendarDate(hireDate);
  const isPlausible = hire !== undefined && hire >= '1900-01-01' && hire < '2200-01-01';
  return (
    <FormPart title={t`Employment`}>
      <FieldGrid>
        <SsnInput
          {...useFormField('ssn')}
          required
          value={ssn}
          onChange={(value) => dispatch({ type: 'text', name: 'ssn', value })}
        />
        <Place name="billingLocation" label={t`Billing Location`} none={t`Select location`} places={ground.locations} />
        <Place name="class" label={t`Class`} none={t`Select class`} places={ground.classes} />
        <DateInput
          {...useFormField('hireDate')}
          label={t`Hire Date`}
          required
          value={hireDate}
          onChange={(value) => dispatch({ type: 'text', name: 'hireDate', value })}
          description={isPlausible ? lawfulDayWords(hire, ground.terms) : undefined}
        />
      </FieldGrid>
    </FormPart>
  );
}
