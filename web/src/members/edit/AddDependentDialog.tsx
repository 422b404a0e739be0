import { type CalendarDate, formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { asksForReason, hasReason } from '@openbenefits/domain/members/given-reason';
import {
  checkDependent,
  checkStart,
  DEPENDENT_RELATIONSHIPS,
  type DependentForm,
  type EnrolledLine,
  ENROLLED_LINES,
  Problems,
} from '@openbenefits/domain/members/new-member';
import type { TobaccoAnswer } from '@openbenefits/domain/members/tobacco-use';
import { Trans, useLingui } from '@lingui/react/macro';
import { api } from '../../api.ts';
import { COVERAGE_LINE_LABEL, RELATIONSHIP_LABEL } from '../../domain-labels.ts';
import { today } from '../../groups/today.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FieldGrid, WholeRow } from '../../ui/Fields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { DateField, TextAreaField, TextField } from '../../ui/form/TextField.tsx';
import { BLANK_DEPENDENT, isFilled } from '../add/member-form.ts';
import { TobaccoField } from '../TobaccoField.tsx';
import { MemberLoading } from '../MemberLoading.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useCoverageGround } from './ChangePlanDialog.tsx';
import classes from './Edit.module.css';
import { useMemberForm } from './use-member-form.ts';

type Props = { member: { id: string; groupId: string; name: string }; onClose: () => void };

type Record = NonNullable<ReturnType<typeof useCoverageGround>['record']>;
type Ground = NonNullable<ReturnType<typeof useCoverageGround>['ground']>;
type Entries = { dependent: DependentForm; overrideReason: string };
type Held = { planId: string; from: CalendarDate; planName: string };

/** The subscriber's coverage on a line when the dependent's starts. */
function heldBy(record: Record, { plans }: DependentForm, line: EnrolledLine): Held | undefined {
  const start = plans[line].startDate;
  const span = record.coverage.find((one) => one.line === line && (one.until === null || one.until > start));
  return span && { planId: span.planId, from: span.from, planName: span.planName };
}

function problemsOf(record: Record, ground: Ground, { dependent, overrideReason }: Entries) {
  const found = new Problems();
  checkDependent(found, '', dependent, ground, (line) => heldBy(record, dependent, line));
  for (const line of ENROLLED_LINES) {
    const start = parseCalendarDate(dependent.plans[line].startDate);
    if (dependent.plans[line].selected !== '' && start)
      checkStart(found, `plans.${line}.startDate`, start, undefined, ground, hasReason(overrideReason));
  }
  return found.list.map((problem) => ({ ...problem, path: `dependent.${problem.path}` }));
}

function useDependent({ member, record, ground, onClose }: Props & { record: Record; ground: Ground }) {
  const { t } = useLingui();
  const { groupId, id: memberId } = member;
  const form = useMemberForm<Entries, Entries & { groupId: string; memberId: string }>({
    initial: { dependent: BLANK_DEPENDENT, overrideReason: '' },
    problemsOf: (entries) => problemsOf(record, ground, entries),
    write: api.members.addDependent,
    inputOf: (entries) => ({ groupId, memberId, ...entries }),
    title: t`Dependent added`,
    nameOf: ({ dependent }) => dependent.name,
    onDone: onClose,
  });
  const { dependent } = form.values;
  const change = (more: Partial<DependentForm>) => form.set('dependent', { ...dependent, ...more });
  const setPlan = (line: EnrolledLine, more: Partial<DependentForm['plans']['medical']>) =>
    change({ plans: { ...dependent.plans, [line]: { ...dependent.plans[line], ...more } } });
  return {
    form,
    dependent,
    at: (name: 'name' | 'dateOfBirth' | 'relationship') =>
      form.bind(`dependent.${name}`, dependent[name], (value) => change({ [name]: value })),
    tobacco: form.bind<string>('dependent.usesTobacco', dependent.usesTobacco ?? '', (value) =>
      change({ usesTobacco: value as TobaccoAnswer }),
    ),
    dateOf: (line: EnrolledLine, name: 'startDate' | 'endDate') =>
      form.bind(`dependent.plans.${line}.${name}`, dependent.plans[line][name], (value) =>
        setPlan(line, { [name]: value }),
      ),
    planOf: (line: EnrolledLine) =>
      form.bind(`dependent.plans.${line}.selected`, dependent.plans[line].selected, (selected) => {
        const since = heldBy(record, dependent, line)?.from ?? ground.today;
        const startDate = since > ground.today ? since : ground.today;
        setPlan(line, selected === '' ? BLANK_DEPENDENT.plans[line] : { selected, startDate });
      }),
  };
}

function LineFields({
  line,
  own,
  entries,
}: {
  line: EnrolledLine;
  own: Held | undefined;
  entries: ReturnType<typeof useDependent>;
}) {
  const { t } = useLingui();
  const label = COVERAGE_LINE_LABEL[line];
  const isChosen = entries.dependent.plans[line].selected !== '';
  return (
    <>
      <SelectField
        field={entries.planOf(line)}
        label={t`${label} Plan`}
        choices={[{ value: '', label: t`None` }, ...(own ? [{ value: own.planId, label: own.planName }] : [])]}
        description={
          own ? t`The subscriber's plan since ${formatDate(own.from)}` : t`The subscriber has no coverage here`
        }
      />
      {isChosen ? (
        <>
          <DateField field={entries.dateOf(line, 'startDate')} label={t`${label} Start Date`} required />
          <DateField
            field={entries.dateOf(line, 'endDate')}
            label={t`${label} End Date`}
            description={t`Optional. The last day of coverage.`}
          />
        </>
      ) : (
        <>
          <span aria-hidden="true" />
          <span aria-hidden="true" />
        </>
      )}
    </>
  );
}

function AddDependentForm({ title, ...props }: Props & { title: string; record: Record; ground: Ground }) {
  const { t } = useLingui();
  const entries = useDependent(props);
  const { form, dependent, at } = entries;
  return (
    <FormDialog
      title={title}
      size={880}
      saveLabel={t`Add Dependent`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={isFilled(dependent)}
      onSave={form.submit}
      onClose={props.onClose}
    >
      <p className={classes.note}>
        <Trans>
          Dependents have the subscriber's plan on each coverage line. You can add the SSN in the dependent's record.
        </Trans>
      </p>
      <FieldGrid columns={3}>
        <TextField field={at('name')} label={t`Full Name`} required dir="auto" isFirst maxLength={200} />
        <DateField field={at('dateOfBirth')} label={t`Date of Birth`} required max={today()} />
        <SelectField
          field={at('relationship')}
          label={t`Relationship`}
          required
          choices={[
            { value: '', label: t`Select relationship` },
            ...DEPENDENT_RELATIONSHIPS.map((value) => ({ value: value as string, label: RELATIONSHIP_LABEL[value] })),
          ]}
        />
        <TobaccoField field={entries.tobacco} />
        <span aria-hidden="true" />
        <span aria-hidden="true" />
        {ENROLLED_LINES.map((line) => (
          <LineFields key={line} line={line} own={heldBy(props.record, dependent, line)} entries={entries} />
        ))}
        {(form.values.overrideReason !== '' || form.known.some(asksForReason)) && (
          <WholeRow>
            <TextAreaField field={form.field('overrideReason')} label={t`Reason for an earlier start`} />
          </WholeRow>
        )}
      </FieldGrid>
    </FormDialog>
  );
}

/** Adds a dependent to an existing subscriber, with the subscriber's plans. */
export function AddDependentDialog({ member, onClose }: Props) {
  const { t } = useLingui();
  const { name } = member;
  const { record, ground, error, retry } = useCoverageGround(member);
  const title = t`Add dependent of ${name}`;
  if (record && ground)
    return <AddDependentForm title={title} member={member} record={record} ground={ground} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={title} size={880}>
      {error ? <ErrorState error={error} onRetry={retry} /> : <MemberLoading />}
    </Dialog>
  );
}
