import type { MemberForEdit } from '@openbenefits/contract/member-changes';
import { type EditedField, type MemberEdit, STATUSES_BY_HAND } from '@openbenefits/domain/members/member-edit';
import type { MemberStatus } from '@openbenefits/domain/members/member-status';
import { DEPENDENT_RELATIONSHIPS } from '@openbenefits/domain/members/new-member';
import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { MEMBER_STATUS_LABEL, RELATIONSHIP_LABEL } from '../../domain-labels.ts';
import { DateInput, FieldGrid, Select, TextInput, WholeRow } from '../../ui/Fields.tsx';
import { words } from '../../words.ts';
import { FormPart } from '../FormPart.tsx';

export type EditFieldsProps = {
  member: MemberForEdit;
  values: MemberEdit;
  errorAt: (field: EditedField) => string | undefined;
  set: (field: EditedField) => (value: string) => void;
};

type TextOf = EditFieldsProps & { name: EditedField; label: string } & Omit<
    ComponentProps<typeof TextInput>,
    'value' | 'onChange' | 'error' | 'label' | 'name' | 'values'
  >;

function Text({ name, member: _member, values, errorAt, set, ...rest }: TextOf) {
  return (
    <TextInput
      {...rest}
      error={errorAt(name)}
      spellCheck={false}
      maxLength={200}
      value={values[name]}
      onChange={set(name)}
    />
  );
}

function Person(props: EditFieldsProps) {
  const { t } = useLingui();
  return (
    <FormPart title={t`Personal information`}>
      <FieldGrid>
        <Text {...props} name="firstName" label={t`First Name`} dir="auto" required data-autofocus />
        <Text {...props} name="lastName" label={t`Last Name`} dir="auto" required />
        <Text {...props} name="middleName" label={t`Middle Name`} dir="auto" />
        <Text {...props} name="suffix" label={t`Suffix`} />
        <Text {...props} name="email" label={t`Email`} type="email" />
        <Text {...props} name="phone" label={t`Phone`} type="tel" placeholder="(555) 123-4567" />
        {props.member.subscriberId !== null && (
          <Select
            label={t`Relationship`}
            required
            error={props.errorAt('relationship')}
            choices={DEPENDENT_RELATIONSHIPS.map((value) => ({
              value: value as string,
              label: RELATIONSHIP_LABEL[value],
            }))}
            value={props.values.relationship}
            onChange={props.set('relationship')}
          />
        )}
      </FieldGrid>
    </FormPart>
  );
}

function Address(props: EditFieldsProps) {
  const { t } = useLingui();
  return (
    <FormPart title={t`Address`}>
      <FieldGrid>
        <WholeRow>
          <Text {...props} name="addressLine1" label={t`Address Line 1`} />
        </WholeRow>
        <Text {...props} name="addressLine2" label={t`Address Line 2`} />
        <Text {...props} name="city" label={t`City`} />
        <Text
          {...props}
          name="state"
          label={props.values.country ? t`State or Province` : t`State`}
          maxLength={props.values.country ? 40 : 2}
        />
        <Text {...props} name="zipCode" label={props.values.country ? t`Postal Code` : t`ZIP Code`} maxLength={10} />
        <Text {...props} name="country" label={t`Country, outside the United States`} maxLength={60} />
      </FieldGrid>
    </FormPart>
  );
}

type Coded = { code: string; name: string };
/** What the group offers, and what the member has already where that is no longer offered. */
const withCurrent = (offered: readonly Coded[], current: string, none: string) => [
  ...(current === '' ? [{ value: '', label: none }] : []),
  ...(current === '' || offered.some(({ code }) => code === current) ? [] : [{ value: current, label: current }]),
  ...offered.map(({ code, name }) => ({ value: code, label: `${code} · ${words(name)}` })),
];

function Employment(props: EditFieldsProps) {
  const { t } = useLingui();
  const { member, values, errorAt, set } = props;
  const byHand = STATUSES_BY_HAND.includes(member.status);
  const statuses: readonly MemberStatus[] = byHand ? STATUSES_BY_HAND : [member.status];
  return (
    <FormPart title={t`Employment`}>
      <FieldGrid>
        <Text {...props} name="employeeId" label={t`Employee ID`} />
        <Text {...props} name="jobTitle" label={t`Position`} />
        <Text {...props} name="department" label={t`Department`} />
        <DateInput
          label={t`Hire Date`}
          error={errorAt('hireDate')}
          value={values.hireDate}
          onChange={set('hireDate')}
        />
        <Select
          label={t`Class`}
          error={errorAt('class')}
          choices={withCurrent(member.classes, member.values.class, t`None`)}
          value={values.class}
          onChange={set('class')}
        />
        <Select
          label={t`Billing Location`}
          error={errorAt('billingLocation')}
          choices={withCurrent(member.locations, member.values.billingLocation, t`None`)}
          value={values.billingLocation}
          onChange={set('billingLocation')}
        />
        <Text {...props} name="salary" label={t`Annual Salary`} inputMode="decimal" />
        <Select
          label={t`Status`}
          error={errorAt('status')}
          choices={statuses.map((value) => ({ value: value as string, label: MEMBER_STATUS_LABEL[value] }))}
          value={values.status}
          onChange={set('status')}
          lockedReason={byHand ? undefined : t`This status follows from coverage. Terminate or reinstate changes it.`}
        />
        <Text {...props} name="emergencyContact" label={t`Emergency Contact`} />
      </FieldGrid>
    </FormPart>
  );
}

export function SubscriberFields(props: EditFieldsProps) {
  return (
    <>
      <Person {...props} />
      <Employment {...props} />
      <Address {...props} />
    </>
  );
}

/** A dependent has no employment of its own. */
export function DependentFields(props: EditFieldsProps) {
  return (
    <>
      <Person {...props} />
      <Address {...props} />
    </>
  );
}
