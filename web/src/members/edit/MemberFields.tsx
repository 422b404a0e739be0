import type { MemberForEdit } from '@openbenefits/contract/member-changes';
import {
  changesDatedFields,
  type EditedField,
  type MemberEdit,
  needsIdentityReason,
  STATUSES_BY_HAND,
} from '@openbenefits/domain/members/member-edit';
import type { MemberStatus } from '@openbenefits/domain/members/member-status';
import { DEPENDENT_RELATIONSHIPS } from '@openbenefits/domain/members/new-member';
import { useLingui } from '@lingui/react/macro';
import { MEMBER_STATUS_LABEL, RELATIONSHIP_LABEL } from '../../domain-labels.ts';
import { FieldGrid, WholeRow } from '../../ui/Fields.tsx';
import type { FieldBinding } from '../../ui/form/field.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { DateField, PhoneField, TextAreaField, TextField } from '../../ui/form/TextField.tsx';
import { words } from '../../words.ts';
import { FormPart } from '../FormPart.tsx';

/** The fields of the edit dialog. The reason is asked for only where the edit changes who the member is. */
export type MemberEntries = MemberEdit & {
  readonly identityReason: string;
  readonly offeringReason: string;
  readonly appliesFrom: string;
};
type Props = {
  member: MemberForEdit;
  form: {
    readonly values: MemberEntries;
    readonly field: (name: EditedField | 'identityReason' | 'offeringReason' | 'appliesFrom') => FieldBinding<string>;
  };
};

const LONGEST = 200;

function Person({ member, form: { field, values } }: Props) {
  const { t } = useLingui();
  return (
    <FormPart title={t`Personal information`}>
      <FieldGrid>
        <TextField field={field('firstName')} label={t`First Name`} dir="auto" required isFirst maxLength={LONGEST} />
        <TextField field={field('lastName')} label={t`Last Name`} dir="auto" required maxLength={LONGEST} />
        <TextField field={field('middleName')} label={t`Middle Name`} dir="auto" maxLength={LONGEST} />
        <TextField field={field('suffix')} label={t`Suffix`} maxLength={LONGEST} />
        <TextField field={field('email')} label={t`Email`} type="email" maxLength={LONGEST} />
        <PhoneField field={field('phone')} label={t`Phone`} placeholder="(555) 123-4567" maxLength={LONGEST} />
        {member.subscriberId !== null && (
          <SelectField
            field={field('relationship')}
            label={t`Relationship`}
            required
            choices={DEPENDENT_RELATIONSHIPS.map((value) => ({
              value: value as string,
              label: RELATIONSHIP_LABEL[value],
            }))}
          />
        )}
        {needsIdentityReason(values, member.values) && (
          <WholeRow>
            <TextAreaField
              field={field('identityReason')}
              label={t`Reason for the identity change`}
              required
              description={t`The name no longer matches this member. The reason is kept in the change history.`}
            />
          </WholeRow>
        )}
      </FieldGrid>
    </FormPart>
  );
}

/** An address that may lie outside of the United States. */
function Address({ form: { field, values } }: Props) {
  const { t } = useLingui();
  const isAbroad = values.country !== '';
  return (
    <FormPart title={t`Address`}>
      <FieldGrid>
        <WholeRow>
          <TextField field={field('addressLine1')} label={t`Address Line 1`} maxLength={LONGEST} />
        </WholeRow>
        <TextField field={field('addressLine2')} label={t`Address Line 2`} maxLength={LONGEST} />
        <TextField field={field('city')} label={t`City`} maxLength={LONGEST} />
        <TextField
          field={field('state')}
          label={isAbroad ? t`State or Province` : t`State`}
          maxLength={isAbroad ? 40 : 2}
        />
        <TextField field={field('zipCode')} label={isAbroad ? t`Postal Code` : t`ZIP Code`} maxLength={10} />
        <TextField field={field('country')} label={t`Country (outside the United States)`} maxLength={60} />
      </FieldGrid>
    </FormPart>
  );
}

type Coded = { code: string; name: string };
/** The group's options, and the member's current one if it is no longer offered. */
const withCurrent = (offered: readonly Coded[], current: string, none: string) => [
  ...(current === '' ? [{ value: '', label: none }] : []),
  ...(current === '' || offered.some(({ code }) => code === current) ? [] : [{ value: current, label: current }]),
  ...offered.map(({ code, name }) => ({ value: code, label: `${code} · ${words(name)}` })),
];

function Employment({ member, form: { field, values } }: Props) {
  const { t } = useLingui();
  const offering = field('offeringReason');
  const byHand = STATUSES_BY_HAND.includes(member.status);
  const statuses: readonly MemberStatus[] = byHand ? STATUSES_BY_HAND : [member.status];
  return (
    <FormPart title={t`Employment`}>
      <FieldGrid>
        <TextField field={field('employeeId')} label={t`Employee ID`} maxLength={LONGEST} />
        <TextField field={field('jobTitle')} label={t`Position`} maxLength={LONGEST} />
        <TextField field={field('department')} label={t`Department`} maxLength={LONGEST} />
        <DateField field={field('hireDate')} label={t`Hire Date`} />
        <SelectField
          field={field('class')}
          label={t`Class`}
          choices={withCurrent(member.classes, member.values.class, t`None`)}
        />
        <SelectField
          field={field('billingLocation')}
          label={t`Billing Location`}
          choices={withCurrent(member.locations, member.values.billingLocation, t`None`)}
        />
        {(offering.error !== undefined || offering.value !== '') && (
          <WholeRow>
            <TextAreaField
              field={offering}
              label={t`Reason for keeping the plan`}
              required
              description={t`The reason is kept in the change history.`}
            />
          </WholeRow>
        )}
        <TextField field={field('salary')} label={t`Annual Salary`} inputMode="decimal" maxLength={LONGEST} />
        {changesDatedFields(values, member.values) && (
          <DateField
            field={field('appliesFrom')}
            label={t`Change applies from`}
            description={t`Premiums of earlier months keep the former class, location and salary. Blank: today.`}
          />
        )}
        <SelectField
          field={field('status')}
          label={t`Status`}
          choices={statuses.map((value) => ({ value: value as string, label: MEMBER_STATUS_LABEL[value] }))}
          lockedReason={
            byHand ? undefined : t`This status comes from coverage. To change it, terminate or reinstate the member.`
          }
        />
        <TextField field={field('emergencyContact')} label={t`Emergency Contact`} maxLength={LONGEST} />
      </FieldGrid>
    </FormPart>
  );
}

export function SubscriberFields(props: Props) {
  return (
    <>
      <Person {...props} />
      <Employment {...props} />
      <Address {...props} />
    </>
  );
}

/** Dependents have no employment. */
export function DependentFields(props: Props) {
  return (
    <>
      <Person {...props} />
      <Address {...props} />
    </>
  );
}
