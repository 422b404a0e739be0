import type { Plan } from '@openbenefits/contract/plans';
import { type EnrolledLine, plansFor } from '@openbenefits/domain/members/new-member';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { FieldGrid, TextInput, WholeRow } from '../../ui/Fields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { DateField, TextAreaField } from '../../ui/form/TextField.tsx';
import { FormPart } from '../FormPart.tsx';
import { useFormField, useMemberForm, useTextField } from './form-context.ts';
import { dependentsCount } from './member-form.ts';
import { employeeRate, shortMoney } from './monthly-cost.ts';

/** 'Premium PPO Plus - $645/month': the employee-only rate; the footer has the family's. */
function usePlanLabel(): (plan: Plan) => string {
  const { t } = useLingui();
  return (plan) => {
    const rate = employeeRate(plan);
    const price = rate === undefined ? t`variable` : t`${shortMoney(rate)}/month`;
    return `${plan.name} - ${price}`;
  };
}

function PlanOfLine({ line, label, dateLabel }: { line: EnrolledLine; label: string; dateLabel: string }) {
  const { t } = useLingui();
  const { state, dispatch, ground } = useMemberForm();
  const { form } = state;
  const { selected, enrollmentDate } = form.plans[line];
  const labelOf = usePlanLabel();
  const offered = plansFor(ground, line, form.class, form.billingLocation);
  const chosen = ground.plans.find(({ id }) => id === selected);
  // A plan that the class is not offered stays in sight, with the words that say so.
  const plans = chosen && !offered.includes(chosen) ? [...offered, chosen] : offered;
  const none = { value: '', label: line === 'medical' ? t`Select plan` : t`None` };
  const date = useFormField(`plans.${line}.enrollmentDate`, enrollmentDate, (value) =>
    dispatch({ type: 'enrollmentDate', line, value }),
  );
  const shown = plans.some(({ id }) => id === selected) ? selected : '';
  const plan = useFormField(`plans.${line}.selected`, shown, (planId) => dispatch({ type: 'plan', line, planId }));
  return (
    <>
      <SelectField
        field={plan}
        label={label}
        required={line === 'medical'}
        choices={[none, ...plans.map((one) => ({ value: one.id, label: labelOf(one) }))]}
      />
      {line === 'medical' || selected !== '' ? (
        <DateField field={date} label={dateLabel} required />
      ) : (
        <span aria-hidden="true" />
      )}
    </>
  );
}

/** 0 to 10; anything but a number becomes 0 when the field is left (specification 1, section 5). */
function DependentsCount({ onCount }: { onCount: (count: number) => void }) {
  const { t } = useLingui();
  const { state } = useMemberForm();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? String(state.form.dependentDetails.length);
  const field = useFormField('dependentDetails', shown, (text) => {
    setTyped(text);
    if (text.trim() !== '') onCount(dependentsCount(text));
  });
  const tooMany = typed !== null && Number.parseInt(typed, 10) > 10;
  return (
    <TextInput
      {...field}
      label={t`Number of Dependents`}
      type="number"
      min={0}
      max={10}
      error={tooMany ? t`Enter at most 10 dependents.` : undefined}
      onBlur={() => {
        if (typed?.trim() === '') onCount(0);
        setTyped(null);
      }}
    />
  );
}

/** Shown only if a date breaks the waiting period or the group's window, or a reason was already entered. */
function OverrideReason({ needed }: { needed: boolean }) {
  const { t } = useLingui();
  const { state } = useMemberForm();
  const field = useTextField('overrideReason');
  if (!needed && state.form.overrideReason === '') return null;
  return (
    <WholeRow>
      <TextAreaField
        field={field}
        label={t`Reason for an earlier start`}
        description={t`Enter a reason to start coverage before the waiting period ends or earlier than the group's retro window. The reason is kept in the history and the audit log.`}
      />
    </WholeRow>
  );
}

export function Benefits({ onCount, needsReason }: { onCount: (count: number) => void; needsReason: boolean }) {
  const { t } = useLingui();
  return (
    <FormPart title={t`Benefits`}>
      <FieldGrid>
        <PlanOfLine line="medical" label={t`Medical Plan`} dateLabel={t`Medical Enrollment Date`} />
        <PlanOfLine line="dental" label={t`Dental Plan`} dateLabel={t`Dental Enrollment Date`} />
        <PlanOfLine line="vision" label={t`Vision Plan`} dateLabel={t`Vision Enrollment Date`} />
        <OverrideReason needed={needsReason} />
        <DependentsCount onCount={onCount} />
      </FieldGrid>
    </FormPart>
  );
}
