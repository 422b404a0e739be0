import { COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage-line';
import { formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { asksForReason, hasReason } from '@openbenefits/domain/members/given-reason';
import { checkStart, plansFor, Problems } from '@openbenefits/domain/members/new-member';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../api.ts';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { today } from '../../groups/today.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FieldGrid, WholeRow } from '../../ui/Fields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { DateField, TextAreaField } from '../../ui/form/TextField.tsx';
import { employeeRate, shortMoney } from '../add/monthly-cost.ts';
import { MemberLoading } from '../MemberLoading.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import classes from './Edit.module.css';
import { PlanChangePrice } from './PlanChangePrice.tsx';
import { useMemberForm } from './use-member-form.ts';

type Props = { member: { id: string; groupId: string; name: string }; onClose: () => void };

type Entries = { line: CoverageLine; planId: string; from: string; overrideReason: string };

/** The data for a change of coverage: the record and the group's offerings. */
export function useCoverageGround({ id, groupId }: Props['member']) {
  const record = useQuery(
    orpc.members.forEdit.queryOptions({ input: { groupId, memberId: id }, gcTime: 0, refetchOnWindowFocus: false }),
  );
  const form = useQuery(orpc.members.addForm.queryOptions({ input: { groupId }, refetchOnWindowFocus: false }));
  const retry = () => void Promise.all([record.refetch(), form.refetch()]);
  return {
    record: record.data,
    ground: form.data && { ...form.data, today: today() },
    error: record.error ?? form.error,
    retry,
  };
}

type Ground = NonNullable<ReturnType<typeof useCoverageGround>['ground']>;
type Record = NonNullable<ReturnType<typeof useCoverageGround>['record']>;

function useEntries({ member, record, ground, onClose }: Props & { record: Record; ground: Ground }) {
  const { t } = useLingui();
  const { name, groupId, id: memberId } = member;
  return useMemberForm<Entries, Entries & { groupId: string; memberId: string }>({
    initial: { line: 'medical', planId: '', from: today(), overrideReason: '' },
    problemsOf: (entries) => {
      const found = new Problems();
      found.date('from', entries.from, 'the first day of the plan', true);
      const from = parseCalendarDate(entries.from);
      const hired = parseCalendarDate(record.values.hireDate);
      if (from) checkStart(found, 'from', from, hired, ground, hasReason(entries.overrideReason));
      return found.list;
    },
    // A day that is there is looked at at once.
    isSeen: (path, { from }) => path === 'from' && parseCalendarDate(from) !== undefined,
    write: api.members.changePlan,
    inputOf: (entries) => ({ groupId, memberId, ...entries }),
    title: t`Plan changed`,
    nameOf: () => name,
    onDone: onClose,
  });
}

function ChangePlanForm({
  title,
  record,
  ground,
  ...props
}: Props & { title: string; record: Record; ground: Ground }) {
  const { t } = useLingui();
  const form = useEntries({ record, ground, ...props });
  const { line, planId, overrideReason } = form.values;
  const now = record.coverage.filter((one) => one.line === line);
  const plans = plansFor(ground, line, record.values.class, record.values.billingLocation);
  const labelOf = (plan: (typeof plans)[number]): string => {
    const rate = employeeRate(plan);
    const price = rate === undefined ? t`variable` : t`${shortMoney(rate)}/month`;
    return `${plan.name} - ${price}`;
  };
  return (
    <FormDialog
      title={title}
      saveLabel={t`Change Plan`}
      busy={form.busy}
      disabledReason={planId === '' ? t`Choose the plan` : undefined}
      problem={form.formProblem}
      isDirty={planId !== ''}
      onSave={form.submit}
      onClose={props.onClose}
    >
      <p className={classes.note}>
        <Trans>
          Dependents with this coverage line move to the new plan on the same date. Other coverage lines do not change.
        </Trans>
      </p>
      {(line === 'life' || line === 'disability') && record.values.salary === '' && (
        <p className={classes.note}>
          <Trans>Plans rated by salary need the annual salary of the member. Enter it with Edit first.</Trans>
        </p>
      )}
      <FieldGrid>
        <SelectField
          field={{ ...form.field('line'), onChange: (value) => form.update({ line: value, planId: '' }) }}
          label={t`Coverage`}
          choices={COVERAGE_LINES.map((value) => ({ value, label: COVERAGE_LINE_LABEL[value] }))}
          description={
            now.length === 0
              ? t`Not covered`
              : now.map(({ planName, from: since }) => t`${planName} from ${formatDate(since)}`).join(', ')
          }
        />
        <SelectField
          field={form.field('planId')}
          label={t`New plan`}
          required
          choices={[
            { value: '', label: t`Select plan` },
            ...plans.map((plan) => ({ value: plan.id, label: labelOf(plan) })),
          ]}
        />
        <DateField field={form.field('from')} label={t`Effective date`} required />
        <WholeRow>
          <PlanChangePrice member={props.member} line={line} planId={planId} from={form.values.from} />
        </WholeRow>
        {(overrideReason !== '' || form.known.some(asksForReason)) && (
          <WholeRow>
            <TextAreaField field={form.field('overrideReason')} label={t`Reason for an earlier start`} />
          </WholeRow>
        )}
      </FieldGrid>
    </FormDialog>
  );
}

/** From a day on a line is covered by another plan, or begins; dependents follow. */
export function ChangePlanDialog({ member, onClose }: Props) {
  const { t } = useLingui();
  const { record, ground, error, retry } = useCoverageGround(member);
  const { name } = member;
  const title = t`Change plan of ${name}`;
  if (record && ground)
    return <ChangePlanForm title={title} member={member} record={record} ground={ground} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={title} size={640}>
      {error ? <ErrorState error={error} onRetry={retry} /> : <MemberLoading />}
    </Dialog>
  );
}
