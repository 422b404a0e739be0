import {
  DEPENDENT_RELATIONSHIPS,
  type DependentForm,
  type EnrolledLine,
  ENROLLED_LINES,
  plansFor,
} from '@openbenefits/domain/members/new-member';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconTrash } from '@tabler/icons-react';
import { COVERAGE_LINE_LABEL, RELATIONSHIP_LABEL } from '../../domain-labels.ts';
import { IconButton } from '../../ui/Button.tsx';
import { DateInput, FieldGrid, Select, TextInput } from '../../ui/Fields.tsx';
import classes from './DependentCard.module.css';
import { useFormField, useMemberForm } from './form-context.ts';

type Props = { index: number; dependent: DependentForm };

function PlanRow({ index, dependent, line }: Props & { line: EnrolledLine }) {
  const { t } = useLingui();
  const { state, dispatch, ground } = useMemberForm();
  const { form } = state;
  const { selected, startDate, endDate } = dependent.plans[line];
  const at = `dependentDetails.${index}.plans.${line}.`;
  const set = (name: 'selected' | 'startDate' | 'endDate') => (value: string) =>
    dispatch({ type: 'dependentPlan', index, line, name, value });
  const own = form.plans[line].selected;
  // Same names without prices; an allowance is no choice for a dependent (specification 1, section 9). Only the
  // subscriber's own plan can be taken.
  const plans = plansFor(ground, line, form.class, form.billingLocation).filter(
    ({ networkType }) => networkType !== 'ICHRA',
  );
  const name = COVERAGE_LINE_LABEL[line];
  const fields = [useFormField(`${at}selected`), useFormField(`${at}startDate`), useFormField(`${at}endDate`)] as const;
  return (
    <>
      <Select
        {...fields[0]}
        label={t`${name} Plan`}
        choices={[
          { value: '', label: t`None` },
          ...plans.map((plan) => ({ value: plan.id, label: plan.name, disabled: plan.id !== own })),
        ]}
        value={selected}
        onChange={set('selected')}
      />
      {selected === '' ? (
        <>
          <span aria-hidden="true" />
          <span aria-hidden="true" />
        </>
      ) : (
        <>
          <DateInput
            {...fields[1]}
            label={t`${name} Start Date`}
            required
            value={startDate}
            onChange={set('startDate')}
          />
          <DateInput
            {...fields[2]}
            label={t`${name} End Date`}
            description={t`Optional, the last day`}
            value={endDate}
            onChange={set('endDate')}
          />
        </>
      )}
    </>
  );
}

export function DependentCard({ index, dependent, onRemove }: Props & { onRemove: () => void }) {
  const { t } = useLingui();
  const { dispatch, ground } = useMemberForm();
  const at = `dependentDetails.${index}.`;
  const set = (name: 'name' | 'dateOfBirth' | 'relationship') => (value: string) =>
    dispatch({ type: 'dependent', index, name, value });
  const number = index + 1;
  const choices = [
    { value: '', label: t`Select relationship` },
    ...DEPENDENT_RELATIONSHIPS.map((value) => ({ value: value as string, label: RELATIONSHIP_LABEL[value] })),
  ];
  return (
    <fieldset className={classes.card}>
      <legend>
        <Trans>Dependent {number}</Trans>
      </legend>
      <div className={classes.remove}>
        <IconButton icon={IconTrash} size="small" label={t`Remove dependent ${number}`} onClick={onRemove} />
      </div>
      <FieldGrid columns={3}>
        <TextInput
          {...useFormField(`${at}name`)}
          label={t`Full Name`}
          required
          dir="auto"
          maxLength={200}
          spellCheck={false}
          value={dependent.name}
          onChange={set('name')}
        />
        <DateInput
          {...useFormField(`${at}dateOfBirth`)}
          label={t`Date of Birth`}
          required
          max={ground.today}
          value={dependent.dateOfBirth}
          onChange={set('dateOfBirth')}
        />
        <Select
          {...useFormField(`${at}relationship`)}
          label={t`Relationship`}
          required
          choices={choices}
          value={dependent.relationship}
          onChange={set('relationship')}
        />
        {ENROLLED_LINES.map((line) => (
          <PlanRow key={line} index={index} dependent={dependent} line={line} />
        ))}
      </FieldGrid>
    </fieldset>
  );
}
