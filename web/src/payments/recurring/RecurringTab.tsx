import type { RecurringPayment } from '@openbenefits/contract/recurring-payments';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconEdit, IconPlayerPause, IconPlayerPlay, IconPlayerSkipForward, IconPlus, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { RECURRENCE_LABEL, RECURRING_STATUS_LABEL } from '../../domain-labels.ts';
import { newKey } from '../../idempotency.ts';
import { queryClient } from '../../query-client.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column, RowAction } from '../../ui/data-table-types.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { toastError } from '../../ui/toasts.ts';
import classes from '../Payments.module.css';
import { RecurringDialog } from './RecurringDialog.tsx';

const FORM = {
  active: { tone: 'ok', sign: 'dot' },
  paused: { tone: 'bad', sign: 'pause' },
  ended: { tone: 'end', sign: 'stop' },
} as const satisfies Record<RecurringPayment['status'], unknown>;

const refreshRecurring = (): Promise<void> => queryClient.invalidateQueries({ queryKey: orpc.recurringPayments.key() });

function useStateColumns(): Column<RecurringPayment>[] {
  const { t } = useLingui();
  return [
    {
      key: 'status',
      header: t`Status`,
      width: 170,
      narrow: 'status',
      cell: ({ status, statusReason }) => (
        <>
          <StatusBadge {...FORM[status]}>{RECURRING_STATUS_LABEL[status]}</StatusBadge>
          {statusReason !== null && <span className="row-meta">{statusReason}</span>}
        </>
      ),
    },
    {
      key: 'amount',
      header: t`Amount`,
      width: 130,
      right: true,
      narrow: 'amount',
      cell: ({ expected, fixedCents }) => (
        <>
          <MoneyText cents={expected} />
          <span className="row-meta">{fixedCents === null ? t`what is due` : t`fixed`}</span>
        </>
      ),
    },
  ];
}

function useColumns(): Column<RecurringPayment>[] {
  const { t } = useLingui();
  return [
    {
      key: 'group',
      header: t`Group`,
      narrow: 'name',
      cell: ({ groupName, last4 }) => (
        <>
          <span className="row-name">{groupName}</span>
          <span className="row-meta">
            <Trans>ACH, account ending {last4}</Trans>
          </span>
        </>
      ),
    },
    {
      key: 'frequency',
      header: t`Frequency`,
      width: 150,
      below: 820,
      cell: ({ frequency, anchorDay }) => (
        <>
          {RECURRENCE_LABEL[frequency]}
          <span className="row-meta">
            <Trans>day {anchorDay}</Trans>
          </span>
        </>
      ),
    },
    {
      key: 'next',
      header: t`Next payment`,
      width: 150,
      narrow: 'meta',
      cell: ({ nextPayment, nextIsSkipped }) => (
        <>
          {nextPayment === null ? '—' : <DateText date={nextPayment} />}
          {nextIsSkipped && (
            <span className="row-meta">
              <Trans>skipped</Trans>
            </span>
          )}
        </>
      ),
    },
    {
      key: 'last',
      header: t`Last payment`,
      width: 150,
      below: 900,
      cell: ({ lastPayment, lastCents }) =>
        lastPayment === null ? (
          '—'
        ) : (
          <>
            <DateText date={lastPayment} />
            <span className="row-meta">{lastCents !== null && <MoneyText cents={lastCents} />}</span>
          </>
        ),
    },
    ...useStateColumns(),
  ];
}

function useActions(edit: (one: RecurringPayment) => void): (one: RecurringPayment) => RowAction[] {
  const { t } = useLingui();
  const mayNot = useWhyNot('payments.take');
  const write = useMutation({
    mutationFn: (send: (idempotencyKey: string) => Promise<unknown>) => send(newKey()),
    onError: (error) => toastError(error),
    onSettled: refreshRecurring,
  });
  return (one) => {
    const { id, status, nextIsSkipped } = one;
    if (status === 'ended') return [];
    const action = (label: string, icon: RowAction['icon'], send: (key: string) => Promise<unknown>): RowAction => ({
      label,
      icon,
      disabledReason: mayNot,
      onClick: () => write.mutate(send),
    });
    const { recurringPayments: calls } = api;
    return [
      { label: t`Edit`, icon: IconEdit, onHover: true, disabledReason: mayNot, onClick: () => edit(one) },
      status === 'active'
        ? action(t`Pause`, IconPlayerPause, (idempotencyKey) =>
            calls.pause({ id, reason: t`Paused by a user`, idempotencyKey }),
          )
        : action(t`Resume`, IconPlayerPlay, (idempotencyKey) => calls.resume({ id, idempotencyKey })),
      ...(status === 'active'
        ? [
            action(
              nextIsSkipped ? t`Cancel the skip` : t`Skip the next payment`,
              IconPlayerSkipForward,
              (idempotencyKey) => calls.skip({ id, isSkipped: !nextIsSkipped, idempotencyKey }),
            ),
          ]
        : []),
      action(t`End`, IconX, (idempotencyKey) => calls.end({ id, idempotencyKey })),
    ];
  };
}

/** Recurring Payments: an ACH debit of a group in every period (picture 17b). */
export function RecurringTab() {
  const { t } = useLingui();
  const mayNot = useWhyNot('payments.take');
  const [asked, setAsked] = useState<{ edited?: RecurringPayment }>();
  const { data, error, refetch } = useQuery(orpc.recurringPayments.list.queryOptions({ input: {} }));
  const actions = useActions((edited) => setAsked({ edited }));
  return (
    <>
      <div className={classes.toolbar}>
        <p className={classes.text}>
          <Trans>A group is told some days before each debit. What is on its way is not taken twice.</Trans>
        </p>
        <span className={classes.end}>
          <Button icon={IconPlus} disabledReason={mayNot} onClick={() => setAsked({})}>
            <Trans>Setup Recurring Payment</Trans>
          </Button>
        </span>
      </div>
      <DataTable<RecurringPayment>
        label={t`Recurring Payments`}
        columns={useColumns()}
        rows={error && !data ? [] : data}
        rowKey={({ id }) => id}
        rowName={({ groupName }) => groupName}
        actions={actions}
        actionsOnPhone
        isEnded={({ status }) => status === 'ended'}
        loadingText={t`Loading recurring payments...`}
        empty={
          error ? (
            <ErrorState
              error={error}
              title={t`The recurring payments could not be loaded`}
              onRetry={() => void refetch()}
            />
          ) : (
            <EmptyState title={t`No recurring payments`}>
              <Trans>Set one up for a group with a verified bank account.</Trans>
            </EmptyState>
          )
        }
      />
      {asked && (
        <RecurringDialog {...asked} onDone={() => void refreshRecurring()} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}
