import { formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import {
  asksForReason,
  checkDependent,
  checkStart,
  DEPENDENT_RELATIONSHIPS,
  type DependentForm,
  type EnrolledLine,
  ENROLLED_LINES,
  hasReason,
  Problems,
} from '@openbenefits/domain/members/new-member';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../api.ts';
import { COVERAGE_LINE_LABEL, RELATIONSHIP_LABEL } from '../../domain-labels.ts';
import { today } from '../../groups/today.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { DateInput, FieldGrid, Select, TextArea, TextInput, WholeRow } from '../../ui/Fields.tsx';
import { words } from '../../words.ts';
import { BLANK_DEPENDENT, isFilled } from '../add/member-form.ts';
import { MemberLoading } from '../MemberLoading.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useCoverageGround } from './ChangePlanDialog.tsx';
import classes from './Edit.module.css';
import { useChange } from './use-change.ts';

type Props = { member: { id: string; groupId: string; name: string }; onClose: () => void };

/** A dependent of a subscriber who is in the group already; covered by the subscriber's plans. */
export function AddDependentDialog({ member, onClose }: Props) {
  const { t } = useLingui();
  const { name, groupId, id: memberId } = member;
  const { record, ground, error, retry } = useCoverageGround(member);
  const [dependent, setDependent] = useState<DependentForm>(BLANK_DEPENDENT);
  const [overrideReason, setReason] = useState('');
  const [attempted, setAttempted] = useState(false);
  const { busy, problem, send, forget } = useChange(api.members.addDependent, {
    title: t`Dependent added`,
    name: dependent.name,
    onDone: onClose,
  });
  const title = t`Add dependent of ${name}`;
  if (!record || !ground) {
    return (
      <Dialog opened onClose={onClose} title={title} size={880}>
        {error ? <ErrorState error={error} onRetry={retry} /> : <MemberLoading />}
      </Dialog>
    );
  }
  const held = (line: EnrolledLine) => {
    const start = dependent.plans[line].startDate;
    const span = record.coverage.find((one) => one.line === line && (one.until === null || one.until > start));
    return span && { planId: span.planId, from: span.from, planName: span.planName };
  };
  const found = new Problems();
  checkDependent(found, '', dependent, ground, held);
  for (const line of ENROLLED_LINES) {
    const start = parseCalendarDate(dependent.plans[line].startDate);
    if (dependent.plans[line].selected !== '' && start)
      checkStart(found, `plans.${line}.startDate`, start, undefined, ground, hasReason(overrideReason));
  }
  const errorAt = (path: string): string | undefined => {
    const known = attempted ? found.list.find((one) => one.path === path)?.message : undefined;
    return known === undefined ? (problem?.fields.get(path) ?? problem?.fields.get(`dependent.${path}`)) : words(known);
  };
  const change = (next: Partial<DependentForm>) => {
    setDependent({ ...dependent, ...next });
    forget();
  };
  const setPlan = (line: EnrolledLine, next: Partial<DependentForm['plans']['medical']>) =>
    change({ plans: { ...dependent.plans, [line]: { ...dependent.plans[line], ...next } } });
  const choose = (line: EnrolledLine, selected: string) => {
    const since = held(line)?.from ?? ground.today;
    setPlan(
      line,
      selected === ''
        ? BLANK_DEPENDENT.plans[line]
        : { selected, startDate: since > ground.today ? since : ground.today },
    );
  };
  return (
    <FormDialog
      title={title}
      size={880}
      saveLabel={t`Add Dependent`}
      busy={busy}
      problem={problem && problem.fields.size === 0 ? problem : undefined}
      isDirty={isFilled(dependent)}
      onSave={() => {
        setAttempted(true);
        if (found.list.length === 0) void send({ groupId, memberId, dependent, overrideReason });
      }}
      onClose={onClose}
    >
      <p className={classes.note}>
        <Trans>
          Dependents are covered by the subscriber's plan on each line. The SSN can be added in the dependent's own
          record.
        </Trans>
      </p>
      <FieldGrid columns={3}>
        <TextInput
          label={t`Full Name`}
          required
          dir="auto"
          data-autofocus
          maxLength={200}
          spellCheck={false}
          value={dependent.name}
          onChange={(value) => change({ name: value })}
          error={errorAt('name')}
        />
        <DateInput
          label={t`Date of Birth`}
          required
          max={today()}
          value={dependent.dateOfBirth}
          onChange={(value) => change({ dateOfBirth: value })}
          error={errorAt('dateOfBirth')}
        />
        <Select
          label={t`Relationship`}
          required
          choices={[
            { value: '', label: t`Select relationship` },
            ...DEPENDENT_RELATIONSHIPS.map((value) => ({ value: value as string, label: RELATIONSHIP_LABEL[value] })),
          ]}
          value={dependent.relationship}
          onChange={(value) => change({ relationship: value })}
          error={errorAt('relationship')}
        />
        {ENROLLED_LINES.map((line) => {
          const own = held(line);
          const { selected, startDate, endDate } = dependent.plans[line];
          const label = COVERAGE_LINE_LABEL[line];
          return [
            <Select
              key={line}
              label={t`${label} Plan`}
              choices={[{ value: '', label: t`None` }, ...(own ? [{ value: own.planId, label: own.planName }] : [])]}
              value={selected}
              onChange={(value) => choose(line, value)}
              error={errorAt(`plans.${line}.selected`)}
              description={
                own ? t`The subscriber's plan since ${formatDate(own.from)}` : t`The subscriber has no coverage here`
              }
            />,
            selected === '' ? (
              <span key={`${line} start`} aria-hidden="true" />
            ) : (
              <DateInput
                key={`${line} start`}
                label={t`${label} Start Date`}
                required
                value={startDate}
                onChange={(value) => setPlan(line, { startDate: value })}
                error={errorAt(`plans.${line}.startDate`)}
              />
            ),
            selected === '' ? (
              <span key={`${line} end`} aria-hidden="true" />
            ) : (
              <DateInput
                key={`${line} end`}
                label={t`${label} End Date`}
                description={t`Optional, the last day`}
                value={endDate}
                onChange={(value) => setPlan(line, { endDate: value })}
                error={errorAt(`plans.${line}.endDate`)}
              />
            ),
          ];
        })}
        {(overrideReason !== '' || found.list.some(asksForReason)) && (
          <WholeRow>
            <TextArea
              label={t`Reason for an earlier start`}
              value={overrideReason}
              onChange={setReason}
              rows={2}
              maxLength={500}
            />
          </WholeRow>
        )}
      </FieldGrid>
    </FormDialog>
  );
}
