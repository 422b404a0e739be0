import type { StatusEffects } from '@openbenefits/contract/group-editing';
import type { GroupDetail } from '@openbenefits/contract/groups';
import { formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import type { GroupStatus } from '@openbenefits/domain/groups/group-status';
import { problemsOfStatusChange, STATUS_ACTIONS, statusAction } from '@openbenefits/domain/groups/status-changes';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { COVERAGE_LINE_LABEL, GROUP_STATUS_LABEL } from '../../domain-labels.ts';
import { problemOf } from '../../errors.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DateInput, TextArea } from '../../ui/Fields.tsx';
import { focusInvalid } from '../../ui/focus-return.ts';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { toastQueued } from '../../changes/use-undo.ts';
import { toastError, toastGood } from '../../ui/toasts.ts';
import { words } from '../../words.ts';
import { today } from '../today.ts';
import classes from './StatusDialog.module.css';
import { refreshGroup } from './refresh-group.ts';
import { useSeenVersion } from './use-seen-version.ts';

type Values = { effectiveDate: string; reason: string; overrideReason: string; bringBack: boolean };
type Props = { group: GroupDetail; to: GroupStatus; onClose: () => void };

/** What the status does, in figures; specific to what it does to coverage. */
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

/** A status with its reason, its effective date and what it does, before it is done. */
export function StatusDialog({ group, to, onClose }: Props) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const { version, onError } = useSeenVersion(group);
  const [values, setValues] = useState<Values>({
    effectiveDate: today(),
    reason: '',
    overrideReason: '',
    bringBack: false,
  });
  const [asked, setAsked] = useState(false);
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }));
  const { effectiveDate, reason, overrideReason, bringBack } = values;
  const date = parseCalendarDate(effectiveDate);
  const preview = useQuery(
    orpc.groups.statusPreview.queryOptions({
      input: { id: group.id, to, effectiveDate },
      enabled: date !== undefined,
      placeholderData: keepPreviousData,
      staleTime: 0,
    }),
  );
  const { data } = preview;
  const problems = problemsOfStatusChange({ to, ...values }, group, today());
  const change = useMutation({
    mutationFn: async () => {
      const input = {
        id: group.id,
        version,
        to,
        effectiveDate,
        reason,
        ...(overrideReason !== '' && { overrideReason }),
      };
      const done = await api.groups.changeStatus({ ...input, idempotencyKey: keys.keyFor(input) });
      const ended = data?.endedWith;
      if (bringBack && ended) {
        const undo = { id: ended.changeId, skipBlocked: true };
        await api.changes.undo({ ...undo, idempotencyKey: `${ended.changeId}-back` }).then(
          ({ queued }) => queued && toastQueued(),
          (error: unknown) => toastError(error),
        );
      }
      return done;
    },
    onSuccess: async ({ planned }) => {
      keys.settle();
      await refreshGroup();
      const label = GROUP_STATUS_LABEL[to];
      toastGood(
        planned ? t`${label} is planned` : t`The group is now ${label}`,
        planned && date ? t`From ${formatDate(date)} on.` : undefined,
      );
      onClose();
    },
    onError,
  });
  const refused = change.error ? problemOf(change.error).fields : new Map<string, string>();
  const errorAt = (path: string): string | undefined => {
    const own = asked ? problems.find((problem) => problem.path === path)?.message : undefined;
    return own ? words(own) : refused.get(path);
  };
  const action = statusAction(group.status, to);
  const verb = action ? words(STATUS_ACTIONS[action].label) : GROUP_STATUS_LABEL[to];
  const effects = useEffects(to, data, date ? formatDate(date) : '');
  const ended = data?.endedWith;
  const people = ended?.people.toLocaleString('en-US') ?? '';
  const { name } = group;
  return (
    <ConfirmDialog
      opened
      title={t`${verb}: ${name}`}
      confirmLabel={verb}
      destructive={to === 'terminated' || to === 'suspended' || to === 'inactive'}
      busy={change.isPending}
      isDirty={reason.trim() !== '' || overrideReason.trim() !== ''}
      error={change.error && refused.size === 0 ? change.error : (preview.error ?? undefined)}
      disabledReason={date && !data && !preview.error ? t`Working out what it would do` : undefined}
      effects={effects}
      onCancel={onClose}
      onConfirm={() => {
        setAsked(true);
        if (problems.length === 0) change.mutate();
        else focusInvalid();
      }}
      fields={
        <div className={classes.fields}>
          <DateInput
            label={t`Effective date`}
            required
            value={effectiveDate}
            onChange={(value) => set({ effectiveDate: value })}
            description={
              to === 'terminated'
                ? t`The last day of coverage. A date ahead is planned; coverage ends on it.`
                : t`A date ahead is planned and applied on the day.`
            }
            error={errorAt('effectiveDate')}
          />
          <TextArea
            label={t`Reason`}
            required
            rows={2}
            maxLength={500}
            value={reason}
            onChange={(value) => set({ reason: value })}
            error={errorAt('reason')}
          />
          {data?.beyondRetro && (
            <TextArea
              label={t`Why it goes further back than the retro term`}
              required
              rows={2}
              maxLength={500}
              value={overrideReason}
              onChange={(value) => set({ overrideReason: value })}
              error={errorAt('overrideReason')}
            />
          )}
          {ended && (
            <label className={classes.check}>
              <input
                type="checkbox"
                checked={bringBack}
                onChange={(event) => set({ bringBack: event.currentTarget.checked })}
              />
              {t`Bring back the coverage of ${people} people that ended with the group on ${formatDate(ended.effectiveDate)}`}
            </label>
          )}
        </div>
      }
    >
      <Explanation to={to} from={group.status} />
    </ConfirmDialog>
  );
}
