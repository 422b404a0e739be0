import { formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import {
  asksForReason,
  checkStart,
  type EnrolledLine,
  ENROLLED_LINES,
  hasReason,
  plansFor,
  Problems,
} from '@openbenefits/domain/members/new-member';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { today } from '../../groups/today.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { DateInput, FieldGrid, Select, TextArea, WholeRow } from '../../ui/Fields.tsx';
import { words } from '../../words.ts';
import { employeeRate, shortMoney } from '../add/monthly-cost.ts';
import { MemberLoading } from '../MemberLoading.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import classes from './Edit.module.css';
import { useChange } from './use-change.ts';

type Props = { member: { id: string; groupId: string; name: string }; onClose: () => void };

type Entries = { line: EnrolledLine; planId: string; from: string; overrideReason: string };

/** What a change of coverage needs: the record and what the group offers. */
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

/** From a day on a line is covered by another plan, or begins; dependents follow. */
export function ChangePlanDialog({ member, onClose }: Props) {
  const { t } = useLingui();
  const { name, groupId, id: memberId } = member;
  const { record, ground, error, retry } = useCoverageGround(member);
  const [entries, setEntries] = useState<Entries>({ line: 'medical', planId: '', from: today(), overrideReason: '' });
  const [attempted, setAttempted] = useState(false);
  const { busy, problem, send, forget } = useChange(api.members.changePlan, {
    title: t`Plan changed`,
    name,
    onDone: onClose,
  });
  const title = t`Change plan of ${name}`;
  if (!record || !ground) {
    return (
      <Dialog opened onClose={onClose} title={title} size={640}>
        {error ? <ErrorState error={error} onRetry={retry} /> : <MemberLoading />}
      </Dialog>
    );
  }
  const { line, planId, overrideReason } = entries;
  const from = parseCalendarDate(entries.from);
  const found = new Problems();
  found.date('from', entries.from, 'the first day of the plan', true);
  if (from)
    checkStart(found, 'from', from, parseCalendarDate(record.values.hireDate), ground, hasReason(overrideReason));
  const known = found.list[0]?.message;
  const fromError = (attempted || from) && known !== undefined ? words(known) : problem?.fields.get('from');
  const now = record.coverage.filter((one) => one.line === line);
  const plans = plansFor(ground, line, record.values.class, record.values.billingLocation);
  const labelOf = (plan: (typeof plans)[number]): string => {
    const rate = employeeRate(plan);
    const price = rate === undefined ? t`variable` : t`${shortMoney(rate)}/month`;
    return `${plan.name} - ${price}`;
  };
  const set = (change: Partial<Entries>) => {
    setEntries({ ...entries, ...change });
    forget();
  };
  const needsReason = overrideReason !== '' || found.list.some(asksForReason);
  return (
    <FormDialog
      title={title}
      saveLabel={t`Change Plan`}
      busy={busy}
      disabledReason={planId === '' ? t`Choose the plan` : undefined}
      problem={problem && problem.fields.size === 0 ? problem : undefined}
      isDirty={planId !== ''}
      onSave={() => {
        setAttempted(true);
        if (found.list.length === 0) void send({ groupId, memberId, line, planId, from: entries.from, overrideReason });
      }}
      onClose={onClose}
    >
      <p className={classes.note}>
        <Trans>
          Dependents who are covered on this line follow to the new plan on the same day. Other lines stay as they are.
        </Trans>
      </p>
      <FieldGrid>
        <Select
          label={t`Coverage`}
          choices={ENROLLED_LINES.map((value) => ({ value, label: COVERAGE_LINE_LABEL[value] }))}
          value={line}
          onChange={(value) => set({ line: value, planId: '' })}
          description={
            now.length === 0
              ? t`Not covered`
              : now.map(({ planName, from: since }) => t`${planName} from ${formatDate(since)}`).join(', ')
          }
        />
        <Select
          label={t`New plan`}
          required
          choices={[
            { value: '', label: t`Select plan` },
            ...plans.map((plan) => ({ value: plan.id, label: labelOf(plan) })),
          ]}
          value={planId}
          onChange={(value) => set({ planId: value })}
          error={problem?.fields.get('planId')}
        />
        <DateInput
          label={t`First day`}
          required
          value={entries.from}
          onChange={(value) => set({ from: value })}
          error={fromError}
        />
        {needsReason && (
          <WholeRow>
            <TextArea
              label={t`Reason for an earlier start`}
              value={overrideReason}
              onChange={(value) => set({ overrideReason: value })}
              rows={2}
              maxLength={500}
            />
          </WholeRow>
        )}
      </FieldGrid>
    </FormDialog>
  );
}
