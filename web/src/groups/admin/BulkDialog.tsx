import type { BulkAction } from '@openbenefits/contract/group-admin';
import {
  BULK_ACTION_LABEL,
  type BulkActionKind,
  bulkEffectWords,
  NOTIFICATION_LEVELS,
  type NotificationLevel,
} from '@openbenefits/domain/groups/bulk-action';
import { ENROLLMENT_PERIODS, type EnrollmentPeriod } from '@openbenefits/domain/groups/group-terms';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, orpc } from '../../api.ts';
import { refreshPeople } from '../../changes/refresh-people.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { ENROLLMENT_PERIOD_LABEL, NOTIFICATION_LEVEL_LABEL } from '../../domain-labels.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Select } from '../../ui/Fields.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { words } from '../../words.ts';

type Props = { kind: BulkActionKind; groupIds: readonly string[]; onClose: () => void; onDone: () => void };

/** The chosen action for the server; undefined while an administrator is still to be chosen. */
function actionOf(
  kind: BulkActionKind,
  userId: string,
  period: EnrollmentPeriod,
  level: NotificationLevel,
): BulkAction | undefined {
  if (kind === 'administrator') return userId === '' ? undefined : { kind, userId };
  return kind === 'enrollment_period' ? { kind, value: period } : { kind, value: level };
}

type Administrators = Awaited<ReturnType<typeof api.groups.bulk.administrators>>;

/** The entered value of the action, and the action itself once it is complete. */
function useChosenAction(kind: BulkActionKind) {
  const [userId, setUserId] = useState('');
  const [period, setPeriod] = useState<EnrollmentPeriod>('open');
  const [level, setLevel] = useState<NotificationLevel>('all');
  return { action: actionOf(kind, userId, period, level), userId, setUserId, period, setPeriod, level, setLevel };
}

type Chosen = ReturnType<typeof useChosenAction>;
type ValueProps = { kind: BulkActionKind; chosen: Chosen; people: Administrators };

function ValueField({ kind, chosen, people }: ValueProps) {
  const { t } = useLingui();
  if (kind === 'administrator')
    return (
      <Select
        label={t`Administrator`}
        required
        choices={[
          { value: '', label: t`Select administrator` },
          ...people.map(({ id, name, title }) => ({ value: id, label: title ? `${name}, ${title}` : name })),
        ]}
        value={chosen.userId}
        onChange={chosen.setUserId}
      />
    );
  if (kind === 'enrollment_period')
    return (
      <Select
        label={t`Enrollment period`}
        choices={ENROLLMENT_PERIODS.map((value) => ({ value, label: ENROLLMENT_PERIOD_LABEL[value] }))}
        value={chosen.period}
        onChange={chosen.setPeriod}
      />
    );
  return (
    <Select
      label={t`Notifications`}
      choices={NOTIFICATION_LEVELS.map((value) => ({ value, label: NOTIFICATION_LEVEL_LABEL[value] }))}
      value={chosen.level}
      onChange={chosen.setLevel}
    />
  );
}

type Wanted = { groupIds: string[]; action: BulkAction };

/** Applies the action to all groups in one request; a second press during the request does nothing. */
function useApply(kind: BulkActionKind, wanted: Wanted, onDone: () => void) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const apply = async (): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      const { changes } = await api.groups.bulk.apply({ ...wanted, idempotencyKey: keys.keyFor(wanted) });
      keys.settle();
      toastGood(
        words(BULK_ACTION_LABEL[kind]),
        changes === 1 ? t`1 group was changed.` : t`${changes} groups were changed.`,
      );
      void refreshPeople();
      onDone();
    } catch (error) {
      setFailure(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { apply, busy, failure };
}

/** One action for the chosen groups, with a preview. */
export function BulkDialog({ kind, groupIds, onClose, onDone }: Props) {
  const { t } = useLingui();
  const chosen = useChosenAction(kind);
  const { action } = chosen;
  const people = useQuery(orpc.groups.bulk.administrators.queryOptions({ enabled: kind === 'administrator' }));
  const wanted = { groupIds: [...groupIds], action: action ?? { kind: 'administrator' as const, userId: '-' } };
  const preview = useQuery(
    orpc.groups.bulk.preview.queryOptions({
      input: wanted,
      enabled: action !== undefined,
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  );
  const effect = action ? preview.data : undefined;
  const { apply, busy, failure } = useApply(kind, wanted, onDone);
  const reason = !action
    ? t`Choose the administrator`
    : !effect
      ? t`Calculating the effect`
      : effect.changes === 0
        ? t`All selected groups already have this value`
        : undefined;
  return (
    <ConfirmDialog
      opened
      title={words(BULK_ACTION_LABEL[kind])}
      confirmLabel={
        effect && effect.changes > 0
          ? effect.changes === 1
            ? t`Change 1 group`
            : t`Change ${effect.changes} groups`
          : t`Change groups`
      }
      busy={busy}
      error={failure ?? preview.error ?? people.error}
      disabledReason={preview.error || people.error ? undefined : reason}
      onConfirm={() => action && void apply()}
      onCancel={onClose}
      fields={<ValueField kind={kind} chosen={chosen} people={people.data ?? []} />}
      effects={
        effect
          ? [
              { label: t`Chosen`, value: bulkEffectWords(effect) },
              { label: t`Will change`, value: effect.changes.toLocaleString('en-US') },
            ]
          : []
      }
    >
      {kind === 'administrator' ? (
        <Trans>The administrator is added to the current administrators of these groups.</Trans>
      ) : (
        <Trans>Every group with another value is changed. Each group's history shows the change.</Trans>
      )}
    </ConfirmDialog>
  );
}
