import type { BalanceAdjustment } from '@openbenefits/contract/refunds';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconBan, IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { type Decision, DecisionDialog } from '../../approvals/DecisionDialog.tsx';
import { useWhyNot } from '../../session.ts';
import type { Column, RowAction } from '../../ui/data-table-types.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

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
      {status === 'rejected' ? <Trans>Rejected</Trans> : <Trans>Withdrawn</Trans>}
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
  const [decided, setDecided] = useState<{ id: string; decision: Decision }>();
  const actions = ({ approval, isOwn }: BalanceAdjustment): RowAction[] => {
    if (approval === null) return [];
    const own = isOwn ? t`You requested it. Another person approves it.` : undefined;
    const { id } = approval;
    return [
      {
        label: t`Approve`,
        icon: IconCheck,
        disabledReason: mayNot ?? own,
        onClick: () => setDecided({ id, decision: 'approve' }),
      },
      isOwn
        ? { label: t`Withdraw`, icon: IconX, onClick: () => setDecided({ id, decision: 'withdraw' }) }
        : {
            label: t`Reject`,
            icon: IconBan,
            danger: true,
            disabledReason: mayNot,
            onClick: () => setDecided({ id, decision: 'reject' }),
          },
    ];
  };
  return (
    <>
      <DataTable
        label={t`Write-offs and credits`}
        columns={useColumns()}
        rows={error && !data ? [] : data}
        rowKey={({ id }) => id}
        rowName={({ groupName }) => groupName}
        actions={actions}
        actionsOnPhone
        isEnded={({ status }) => status === 'rejected' || status === 'withdrawn'}
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
      {decided && <DecisionDialog {...decided} onClose={() => setDecided(undefined)} />}
    </>
  );
}
