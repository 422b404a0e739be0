import {
  DEPENDENT_RELATIONSHIPS,
  type DependentForm,
  type EnrolledLine,
  ENROLLED_LINES,
  plansByAge,
  plansFor,
} from '@openbenefits/domain/members/new-member';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconTrash } from '@tabler/icons-react';
import { COVERAGE_LINE_LABEL, RELATIONSHIP_LABEL } from '../../domain-labels.ts';
import { IconButton } from '../../ui/Button.tsx';
import { FieldGrid } from '../../ui/Fields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { DateField, TextField } from '../../ui/form/TextField.tsx';
import { TobaccoField } from '../TobaccoField.tsx';
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
  const plan = useFormField(`${at}selected`, selected, set('selected'));
  const start = useFormField(`${at}startDate`, startDate, set('startDate'));
  const end = useFormField(`${at}endDate`, endDate, set('endDate'));
  return (
    <>
      <SelectField
        field={plan}
        label={t`${name} Plan`}
        choices={[
          { value: '', label: t`None` },
          ...plans.map((one) => ({ value: one.id, label: one.name, disabled: one.id !== own })),
        ]}
      />
      {selected === '' ? (
        <>
          <span aria-hidden="true" />
          <span aria-hidden="true" />
        </>
      ) : (
        <>
          <DateField field={start} label={t`${name} Start Date`} required />
          <DateField field={end} label={t`${name} End Date`} description={t`Optional. The last day of coverage.`} />
        </>
      )}
    </>
  );
}

export function DependentCard({ index, dependent, onRemove }: Props & { onRemove: () => void }) {
  const { t } = useLingui();
  const { state, dispatch, ground } = useMemberForm();
  const at = `dependentDetails.${index}.`;
  const set = (name: 'name' | 'dateOfBirth' | 'relationship' | 'usesTobacco') => (value: string) =>
    dispatch({ type: 'dependent', index, name, value });
  const fullName = useFormField(`${at}name`, dependent.name, set('name'));
  const birth = useFormField(`${at}dateOfBirth`, dependent.dateOfBirth, set('dateOfBirth'));
  const relationship = useFormField(`${at}relationship`, dependent.relationship, set('relationship'));
  const tobacco = useFormField<string>(`${at}usesTobacco`, dependent.usesTobacco ?? '', set('usesTobacco'));
  const isByAge = plansByAge(ground, state.form).length > 0;
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
        <TextField field={fullName} label={t`Full Name`} required dir="auto" maxLength={200} />
        <DateField field={birth} label={t`Date of Birth`} required max={ground.today} />
        <SelectField field={relationship} label={t`Relationship`} required choices={choices} />
        {isByAge && (
          <>
            <TobaccoField field={tobacco} />
            <span aria-hidden="true" />
            <span aria-hidden="true" />
          </>
        )}
        {ENROLLED_LINES.map((line) => (
          <PlanRow key={line} index={index} dependent={dependent} line={line} />
        ))}
      </FieldGrid>
    </fieldset>
  );
}
