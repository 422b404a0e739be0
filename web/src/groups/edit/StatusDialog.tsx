import type { StatusEffects } from '@openbenefits/contract/group-editing';
import type { GroupDetail } from '@openbenefits/contract/groups';
import { formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import type { RescissionGround } from '@openbenefits/domain/coverage/rescission';
import type { GroupStatus } from '@openbenefits/domain/groups/group-status';
import { problemsOfStatusChange, STATUS_ACTIONS, statusAction } from '@openbenefits/domain/groups/status-changes';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { RescissionFields } from '../../coverage/RescissionFields.tsx';
import { COVERAGE_LINE_LABEL, GROUP_STATUS_LABEL } from '../../domain-labels.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { monthName } from '../../ui/month-name.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DateField, TextAreaField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { toastQueued } from '../../changes/use-undo.ts';
import { toastError, toastGood } from '../../ui/toasts.ts';
import { words } from '../../words.ts';
import { today } from '../today.ts';
import classes from './StatusDialog.module.css';
import { refreshGroup } from './refresh-group.ts';
import { useSeenVersion } from './use-seen-version.ts';

type Values = {
  effectiveDate: string;
  reason: string;
  overrideReason: string;
  rescission: RescissionGround | undefined;
};
type Props = {
  group: GroupDetail;
  to: GroupStatus;
  /** What is proposed, as by delinquency; by default today and no reason. */
  initial?: { effectiveDate?: string; reason: string };
  onClose: () => void;
};

/** The effect of the status on coverage, in figures. */
function useEffects(
  to: GroupStatus,
  data: StatusEffects | undefined,
  lastDay: string,
): { label: string; value: React.ReactNode }[] {
  const { t } = useLingui();
  if (!data) return [];
  const number = (value: number) => value.toLocaleString('en-US');
  const premium = <MoneyText cents={data.monthlyPremium} unknownReason={t`This coverage has no rates`} />;
  if (to === 'terminated') {
    return [
      { label: t`Last day of coverage`, value: lastDay },
      { label: t`Subscribers who lose coverage`, value: number(data.subscribers) },
      { label: t`Dependents who lose coverage`, value: number(data.dependents) },
      ...data.byLine.map(({ line, people }) => {
        const name = COVERAGE_LINE_LABEL[line];
        return { label: t`People who lose ${name}`, value: number(people) };
      }),
      { label: t`Monthly premium that ends`, value: premium },
      ...(data.neverBegins > 0 ? [{ label: t`Future coverage canceled`, value: number(data.neverBegins) }] : []),
      ...(data.cobra === null ? [] : [{ label: t`Eligible for COBRA`, value: number(data.cobra) }]),
      ...(data.filesWaiting > 0 ? [{ label: t`Files waiting`, value: number(data.filesWaiting) }] : []),
    ];
  }
  if (to === 'suspended') {
    return [
      { label: t`Covered people who stay covered`, value: number(data.subscribers + data.dependents) },
      { label: t`Monthly premium with bills on hold`, value: premium },
      { label: t`New members, enrollment files and bills`, value: t`held` },
    ];
  }
  return data.subscribers > 0
    ? [{ label: t`Covered people who stay covered`, value: number(data.subscribers + data.dependents) }]
    : [];
}

function Explanation({ to, from }: { to: GroupStatus; from: GroupStatus }) {
  switch (to) {
    case 'terminated':
      return (
        <Trans>
          All coverage ends after the effective date. You can undo this under Recent activity until one of the members
          is changed.
        </Trans>
      );
    case 'suspended':
      return (
        <Trans>
          Coverage stays in force. New members, enrollment files and bills are held until the suspension is lifted.
        </Trans>
      );
    case 'active':
      return from === 'terminated' ? (
        <Trans>
          The group can have members again. Coverage terminated with the group stays terminated unless you reinstate it.
        </Trans>
      ) : (
        <Trans>The group becomes active. Members, files and bills are processed.</Trans>
      );
    case 'inactive':
      return <Trans>The group becomes inactive. You can reopen it later.</Trans>;
    case 'pending':
    case 'under_review':
      return <Trans>The group must be reviewed before it becomes active.</Trans>;
  }
}

type Preview = { data: StatusEffects | undefined; error: Error | null };

/** What the status would do on the day that is entered. */
function usePreview(group: GroupDetail, to: GroupStatus, effectiveDate: string): Preview {
  const { data, error } = useQuery(
    orpc.groups.statusPreview.queryOptions({
      input: { id: group.id, to, effectiveDate },
      enabled: parseCalendarDate(effectiveDate) !== undefined,
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );
  return { data, error };
}

/** Undoes the coverage terminations of the group's termination; later changes stay. */
async function bringBackCoverage(changeId: string): Promise<void> {
  try {
    const { queued } = await api.changes.undo({
      id: changeId,
      skipBlocked: true,
      idempotencyKey: `${changeId}-back`,
    });
    if (queued) toastQueued();
  } catch (error) {
    toastError(error);
  }
}

function useStatusForm({ group, to, initial, onClose }: Props) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const { version, onError } = useSeenVersion(group);
  const [bringBack, setBringBack] = useState(false);
  // The query runs before the form exists, so it uses the form's date.
  const [day, setDay] = useState<string>(initial?.effectiveDate ?? today());
  const preview = usePreview(group, to, day);
  const send = async ({ effectiveDate, reason, overrideReason, rescission }: Values): Promise<void> => {
    const input = {
      id: group.id,
      version,
      to,
      effectiveDate,
      reason,
      ...(overrideReason !== '' && { overrideReason }),
      ...(rescission && { rescission }),
    };
    let planned: boolean;
    try {
      ({ planned } = await api.groups.changeStatus({ ...input, idempotencyKey: keys.keyFor(input) }));
    } catch (error) {
      await onError(error);
      throw error;
    }
    const ended = preview.data?.endedWith;
    if (bringBack && ended) await bringBackCoverage(ended.changeId);
    keys.settle();
    await refreshGroup();
    const label = GROUP_STATUS_LABEL[to];
    const date = parseCalendarDate(effectiveDate);
    const on = date ? formatDate(date) : '';
    if (!planned) toastGood(t`The group is now ${label}`);
    else if (to === 'terminated') toastGood(t`Termination scheduled`, t`Last day of coverage: ${on}.`);
    else toastGood(t`${label} is scheduled for ${on}`);
    onClose();
  };
  const form = useForm<Values>({
    initial: { effectiveDate: day, reason: initial?.reason ?? '', overrideReason: '', rescission: undefined },
    problemsOf: (values) => problemsOfStatusChange({ to, ...values }, group, today()),
    send,
  });
  const effectiveDate = form.field('effectiveDate');
  return {
    form,
    preview,
    bringBack: { checked: bringBack, set: setBringBack },
    effectiveDate: {
      ...effectiveDate,
      onChange: (value: string) => {
        setDay(value);
        effectiveDate.onChange(value);
      },
    },
  };
}

function Fields({ to, status }: { to: GroupStatus; status: ReturnType<typeof useStatusForm> }) {
  const { t } = useLingui();
  const { form, preview, bringBack } = status;
  const ended = preview.data?.endedWith;
  const paidMonths = preview.data?.paidMonths ?? [];
  const kept = preview.data?.keptThrough ? monthName(preview.data.keptThrough) : undefined;
  const people = ended?.people.toLocaleString('en-US') ?? '';
  return (
    <div className={classes.fields}>
      <DateField
        field={status.effectiveDate}
        label={t`Effective date`}
        required
        description={
          to === 'terminated'
            ? t`The last day of coverage. A future date schedules the termination.`
            : t`A future date schedules the change for that day.`
        }
      />
      <TextAreaField field={form.field('reason')} label={t`Reason`} required />
      {kept !== undefined && (
        <p className={classes.note}>
          <Trans>
            This is further back than the group's retro window. The next bill does not credit the months through {kept},
            unless premium was not paid.
          </Trans>
        </p>
      )}
      {preview.data?.beyondRetro && (
        <TextAreaField field={form.field('overrideReason')} label={t`Reason for exceeding the retro term`} required />
      )}
      {paidMonths.length > 0 && (
        <RescissionFields
          months={paidMonths}
          ground={form.values.rescission}
          onChange={(rescission) => form.set('rescission', rescission)}
          errorAt={form.errorAt}
          onLater={(day) => {
            form.set('rescission', undefined);
            status.effectiveDate.onChange(day);
          }}
        />
      )}
      {ended && (
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={bringBack.checked}
            onChange={(event) => bringBack.set(event.currentTarget.checked)}
          />
          {t`Reinstate coverage for the ${people} people terminated with the group on ${formatDate(ended.effectiveDate)}`}
        </label>
      )}
    </div>
  );
}

/** Changes a status with reason and effective date, with a preview. */
export function StatusDialog(props: Props) {
  const { t } = useLingui();
  const { group, to, onClose } = props;
  const status = useStatusForm(props);
  const { form, preview } = status;
  const { effectiveDate, reason, overrideReason } = form.values;
  const date = parseCalendarDate(effectiveDate);
  const action = statusAction(group.status, to);
  const verb = action ? words(STATUS_ACTIONS[action].label) : GROUP_STATUS_LABEL[to];
  const effects = useEffects(to, preview.data, date ? formatDate(date) : '');
  const { companyName: name } = group;
  return (
    <ConfirmDialog
      opened
      title={t`${verb}: ${name}`}
      confirmLabel={verb}
      destructive={to === 'terminated' || to === 'suspended' || to === 'inactive'}
      busy={form.busy}
      isDirty={reason !== (props.initial?.reason ?? '') || overrideReason.trim() !== ''}
      error={form.formError ?? preview.error ?? undefined}
      disabledReason={date && !preview.data && !preview.error ? t`Calculating the effect` : undefined}
      effects={effects}
      onCancel={onClose}
      onConfirm={form.submit}
      fields={<Fields to={to} status={status} />}
    >
      <Explanation to={to} from={group.status} />
    </ConfirmDialog>
  );
}
