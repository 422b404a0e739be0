import type { AchReturn } from '@openbenefits/contract/ach';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCoin, IconEye, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../api.ts';
import { newKey } from '../../idempotency.ts';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import type { Column, RowAction } from '../../ui/data-table-types.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorLine } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { toastError, toastGood } from '../../ui/toasts.ts';
import classes from '../Payments.module.css';
import { refreshAch } from './refresh-ach.ts';

function useColumns(): Column<AchReturn>[] {
  const { t } = useLingui();
  return [
    {
      key: 'group',
      header: t`Group`,
      width: 200,
      narrow: 'name',
      cell: ({ groupName, code, title }) => (
        <>
          <span className="row-name">{groupName ?? t`Not ours`}</span>
          <span className="row-meta">
            {code}, {title}
          </span>
        </>
      ),
    },
    {
      key: 'outcome',
      header: t`What followed`,
      narrow: 'meta',
      cell: ({ outcome, bankCase, at }) => (
        <>
          {outcome}
          <span className="row-meta">
            {bankCase !== null && <Trans>Case for the bank</Trans>} <TimeAgo instant={at} />
          </span>
        </>
      ),
    },
    {
      key: 'amount',
      header: t`Amount`,
      width: 120,
      right: true,
      narrow: 'amount',
      cell: ({ cents }) => <MoneyText cents={cents} />,
    },
  ];
}

/** Returns and changes from the bank, with what followed and what can be done. */
export function ReturnsTable() {
  const { t } = useLingui();
  const mayNot = useWhyNot('payments.take');
  const { data, error } = useQuery(orpc.ach.returns.list.queryOptions({ input: {} }));
  const settling = { onError: (problem: Error) => toastError(problem), onSettled: refreshAch };
  const retry = useMutation({
    mutationFn: (id: string) => api.ach.returns.retry({ id, idempotencyKey: newKey() }),
    onSuccess: () => toastGood(t`Debit waits for the next file`),
    ...settling,
  });
  const fee = useMutation({
    mutationFn: (id: string) => api.ach.returns.fee({ id, idempotencyKey: newKey() }),
    onSuccess: () => toastGood(t`Return fee charged`),
    ...settling,
  });
  const actions = ({ paymentId, kind, isApplied }: AchReturn): RowAction[] => {
    if (paymentId === null || kind !== 'return' || !isApplied) return [];
    return [
      { label: t`Send again`, icon: IconRefresh, disabledReason: mayNot, onClick: () => retry.mutate(paymentId) },
      { label: t`Charge the return fee`, icon: IconCoin, disabledReason: mayNot, onClick: () => fee.mutate(paymentId) },
      { label: t`Open the payment`, icon: IconEye, to: `${paths.payments}?payment=${paymentId}` },
    ];
  };
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h2>
          <Trans>Returns and changes</Trans>
        </h2>
      </div>
      <DataTable<AchReturn>
        label={t`Returns and changes`}
        columns={useColumns()}
        rows={error && !data ? [] : data}
        rowKey={({ id }) => id}
        rowName={({ groupName, code }) => `${groupName ?? ''} ${code}`}
        actions={actions}
        actionsOnPhone
        loadingText={t`Loading returns...`}
        empty={
          error ? (
            <ErrorLine error={error} />
          ) : (
            <EmptyState title={t`No returns`}>
              <Trans>Import the file that the bank sends when a debit comes back.</Trans>
            </EmptyState>
          )
        }
      />
    </section>
  );
}
