import type { StatusEffects } from '@openbenefits/contract/group-editing';
import type { GroupDetail } from '@openbenefits/contract/groups';
import { formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import type { GroupStatus } from '@openbenefits/domain/groups/group-status';
import { problemsOfStatusChange, STATUS_ACTIONS, statusAction } from '@openbenefits/domain/groups/status-changes';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { COVERAGE_LINE_LABEL, GROUP_STATUS_LABEL } from '../../domain-labels.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
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

type Values = { effectiveDate: string; reason: string; overrideReason: string };
type Props = { group: GroupDetail; to: GroupStatus; onClose: () => void };

/** The effect of the status on coverage, in figures. */
function useEffects(
  to: GroupStatus,
  data: StatusEffects | undefined,
  lastDay: string,
): { label: string; value: React.ReactNode }[] {
  const { t } = useLingui();
  if (!data) return [];
  const number = (value: number) => value.toLocaleString('en-US');
  const premium = <MoneyText cents={data.monthlyPremium} unknownReason={t`None of this coverage has a rate`} />;
  if (to === 'terminated') {
    return [
      { label: t`Last day of coverage`, value: lastDay },
      { label: t`Subscribers who lose coverage`, value: number(data.subscribers) },
      { label: t`Dependents who lose coverage`, value: number(data.dependents) },
      ...data.byLine.map(({ line, people }) => {
        const name = COVERAGE_LINE_LABEL[line];
        return { label: t`People whose ${name} ends`, value: number(people) };
      }),
      { label: t`Monthly premium that ends`, value: premium },
      ...(data.neverBegins > 0
        ? [{ label: t`Coverage that has not begun and never will`, value: number(data.neverBegins) }]
        : []),
      ...(data.cobra === null ? [] : [{ label: t`Eligible for COBRA`, value: number(data.cobra) }]),
      ...(data.filesWaiting > 0 ? [{ label: t`Files that wait`, value: number(data.filesWaiting) }] : []),
    ];
  }
  if (to === 'suspended') {
    return [
      { label: t`Covered people, who stay covered`, value: number(data.subscribers + data.dependents) },
      { label: t`Monthly premium whose bills are held`, value: premium },
      { label: t`New members, enrollment files and bills`, value: t`held` },
    ];
  }
  return data.subscribers > 0
    ? [{ label: t`Covered people, who stay covered`, value: number(data.subscribers + data.dependents) }]
    : [];
}

function Explanation({ to, from }: { to: GroupStatus; from: GroupStatus }) {
  switch (to) {
    case 'terminated':
      return (
        <Trans>
          Everybody's coverage ends after the effective date. It can be undone under Recent activity as long as nobody
          was changed since.
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
          The group can have members again. Coverage that ended with it stays ended unless you bring it back.
        </Trans>
      ) : (
        <Trans>The group is in force: members, files and bills go on.</Trans>
      );
    case 'inactive':
      return <Trans>The group is set aside. It can be reopened.</Trans>;
    case 'pending':
    case 'under_review':
      return <Trans>The group waits for review before it is in force.</Trans>;
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

function useStatusForm({ group, to, onClose }: Props) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const { version, onError } = useSeenVersion(group);
  const [bringBack, setBringBack] = useState(false);
  // The query runs before the form exists, so it uses the form's date.
  const [day, setDay] = useState<string>(today());
  const preview = usePreview(group, to, day);
  const send = async ({ effectiveDate, reason, overrideReason }: Values): Promise<void> => {
    const input = {
      id: group.id,
      version,
      to,
      effectiveDate,
      reason,
      ...(overrideReason !== '' && { overrideReason }),
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
    toastGood(
      planned ? t`${label} is planned` : t`The group is now ${label}`,
      planned && date ? t`From ${formatDate(date)} on.` : undefined,
    );
    onClose();
  };
  const form = useForm<Values>({
    initial: { effectiveDate: day, reason: '', overrideReason: '' },
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
  const people = ended?.people.toLocaleString('en-US') ?? '';
  return (
    <div className={classes.fields}>
      <DateField
        field={status.effectiveDate}
        label={t`Effective date`}
        required
        description={
          to === 'terminated'
            ? t`The last day of coverage. A date ahead is planned; coverage ends on it.`
            : t`A date ahead is planned and applied on the day.`
        }
      />
      <TextAreaField field={form.field('reason')} label={t`Reason`} required />
      {preview.data?.beyondRetro && (
        <TextAreaField
          field={form.field('overrideReason')}
          label={t`Why it goes further back than the retro term`}
          required
        />
      )}
      {ended && (
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={bringBack.checked}
            onChange={(event) => bringBack.set(event.currentTarget.checked)}
          />
          {t`Bring back the coverage of ${people} people that ended with the group on ${formatDate(ended.effectiveDate)}`}
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
      isDirty={reason.trim() !== '' || overrideReason.trim() !== ''}
      error={form.formError ?? preview.error ?? undefined}
      disabledReason={date && !preview.data && !preview.error ? t`Working out what it would do` : undefined}
      effects={effects}
      onCancel={onClose}
      onConfirm={form.submit}
      fields={<Fields to={to} status={status} />}
    >
      <Explanation to={to} from={group.status} />
    </ConfirmDialog>
  );
}
