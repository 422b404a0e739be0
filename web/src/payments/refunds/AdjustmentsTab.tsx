import type { BalanceAdjustment } from '@openbenefits/contract/refunds';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconBan, IconCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../api.ts';
import { newKey } from '../../idempotency.ts';
import { useWhyNot } from '../../session.ts';
import type { Column, RowAction } from '../../ui/data-table-types.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { toastError } from '../../ui/toasts.ts';
import { refreshPayments } from '../refresh-payments.ts';

function Status({ status }: { status: BalanceAdjustment['status'] }) {
  if (status === 'requested')
    return (
      <StatusBadge tone="review" sign="eye">
        <Trans>Needs approval</Trans>
      </StatusBadge>
    );
  return status === 'posted' ? (
    <StatusBadge tone="ok" sign="dot">
      <Trans>Posted</Trans>
    </StatusBadge>
  ) : (
    <StatusBadge tone="end" sign="stop">
      <Trans>Rejected</Trans>
    </StatusBadge>
  );
}

function useColumns(): Column<BalanceAdjustment>[] {
  const { t } = useLingui();
  return [
    {
      key: 'group',
      header: t`Group`,
      narrow: 'name',
      cell: ({ groupName, kind, billNumber }) => (
        <>
          <span className="row-name">{groupName}</span>
          <span className="row-meta">
            {kind === 'credit' ? t`Credit on account` : t`Write-off of ${billNumber ?? ''}`}
          </span>
        </>
      ),
    },
    {
      key: 'reason',
      header: t`Reason`,
      narrow: 'meta',
      cell: ({ reason, requestedBy, decidedBy }) => (
        <>
          {reason}
          <span className="row-meta">{decidedBy === null ? requestedBy : `${requestedBy}, ${decidedBy}`}</span>
        </>
      ),
    },
    {
      key: 'status',
      header: t`Status`,
      width: 150,
      narrow: 'status',
      cell: ({ status }) => <Status status={status} />,
    },
    {
      key: 'amount',
      header: t`Amount`,
      width: 124,
      right: true,
      narrow: 'amount',
      cell: ({ cents }) => <MoneyText cents={cents} />,
    },
  ];
}

/** Write-offs and credits by hand; those above the limit are approved here by another person. */
export function AdjustmentsTab() {
  const { t } = useLingui();
  const mayNot = useWhyNot('payments.approve');
  const { data, error, refetch } = useQuery(orpc.refunds.adjustments.list.queryOptions({ input: {} }));
  const decide = useMutation({
    mutationFn: ({ id, isApproved }: { id: string; isApproved: boolean }) =>
      api.refunds.adjustments[isApproved ? 'approve' : 'reject']({ id, idempotencyKey: newKey() }),
    onError: (problem) => toastError(problem),
    onSettled: refreshPayments,
  });
  const actions = ({ id, status, isOwn }: BalanceAdjustment): RowAction[] => {
    if (status !== 'requested') return [];
    const own = isOwn ? t`You requested it. Another person approves it.` : undefined;
    return [
      {
        label: t`Approve`,
        icon: IconCheck,
        disabledReason: mayNot ?? own,
        onClick: () => decide.mutate({ id, isApproved: true }),
      },
      {
        label: t`Reject`,
        icon: IconBan,
        danger: true,
        disabledReason: mayNot,
        onClick: () => decide.mutate({ id, isApproved: false }),
      },
    ];
  };
  return (
    <DataTable
      label={t`Write-offs and credits`}
      columns={useColumns()}
      rows={error && !data ? [] : data}
      rowKey={({ id }) => id}
      rowName={({ groupName }) => groupName}
      actions={actions}
      actionsOnPhone
      isEnded={({ status }) => status === 'rejected'}
      loadingText={t`Loading adjustments...`}
      empty={
        error ? (
          <ErrorState error={error} title={t`The adjustments could not be loaded`} onRetry={() => void refetch()} />
        ) : (
          <EmptyState title={t`No write-offs or credits`}>
            <Trans>Adjust a balance writes off a bill or gives a credit.</Trans>
          </EmptyState>
        )
      }
    />
  );
}
