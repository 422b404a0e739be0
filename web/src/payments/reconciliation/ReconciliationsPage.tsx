import type { ReconciliationRow } from '@openbenefits/contract/reconciliation';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconClock, IconEye, IconUpload } from '@tabler/icons-react';
import { fromCents } from '@openbenefits/domain/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { orpc } from '../../api.ts';
import { useCursorPages } from '../../cursor-pages.ts';
import { RECONCILIATION_SOURCE_LABEL } from '../../domain-labels.ts';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { monthName } from '../../ui/month-name.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { NewReconciliationDialog } from './NewReconciliationDialog.tsx';
import { RetroLimitsDialog } from './RetroLimitsDialog.tsx';

const PAGE_SIZE = 50;

export function ReconciliationStatus({ status, undecided }: Pick<ReconciliationRow, 'status' | 'undecided'>) {
  if (status === 'replaced')
    return (
      <StatusBadge tone="end" sign="stop">
        <Trans>Replaced</Trans>
      </StatusBadge>
    );
  if (status === 'closed')
    return (
      <StatusBadge tone="ok" sign="dot">
        <Trans>Closed</Trans>
      </StatusBadge>
    );
  return undecided > 0 ? (
    <StatusBadge tone="review" sign="eye">
      <Trans>{undecided} undecided</Trans>
    </StatusBadge>
  ) : (
    <StatusBadge tone="pending" sign="half">
      <Trans>All decided</Trans>
    </StatusBadge>
  );
}

function useColumns(): Column<ReconciliationRow>[] {
  const { t } = useLingui();
  return [
    {
      key: 'source',
      header: t`From`,
      narrow: 'name',
      cell: ({ id, source, groupName, carrier, reference }) => (
        <>
          <Link className="row-name" to={paths.reconciliationOf(id)}>
            {carrier ?? groupName}
          </Link>
          <span className="row-meta">
            {RECONCILIATION_SOURCE_LABEL[source]} {reference}
          </span>
        </>
      ),
    },
    {
      key: 'month',
      header: t`Month`,
      width: 190,
      narrow: 'meta',
      cell: ({ month, lines, createdAt }) => (
        <>
          {monthName(month)}
          <span className="row-meta">
            <Plural value={lines} one="# line" other="# lines" />, <TimeAgo instant={createdAt} />
          </span>
        </>
      ),
    },
    {
      key: 'theirs',
      header: t`Theirs`,
      width: 130,
      right: true,
      below: 900,
      cell: ({ theirs }) => <MoneyText cents={theirs} />,
    },
    {
      key: 'ours',
      header: t`Ours`,
      width: 130,
      right: true,
      below: 900,
      cell: ({ ours }) => <MoneyText cents={ours} />,
    },
    {
      key: 'difference',
      header: t`Difference`,
      width: 130,
      right: true,
      narrow: 'amount',
      cell: ({ theirs, ours }) => <MoneyText cents={fromCents(theirs - ours)} difference />,
    },
    {
      key: 'status',
      header: t`Status`,
      width: 150,
      narrow: 'status',
      cell: (row) => <ReconciliationStatus {...row} />,
    },
  ];
}

/** Reconciliations of self bills, 820s and carrier invoices, the newest first. */
export function Component() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const mayNot = useWhyNot('payments.take');
  const mayNotSet = useWhyNot('admin.settings');
  const [asked, setAsked] = useState<'new' | 'limits'>();
  const pages = useCursorPages(PAGE_SIZE);
  const { data, error, refetch } = useQuery(
    orpc.reconciliation.list.queryOptions({
      input: { limit: PAGE_SIZE, cursor: pages.cursor },
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <>
      <PageHeader
        title={t`Reconciliation`}
        breadcrumb={[{ label: t`Billing & Payments` }, { label: t`Payment Processing`, to: paths.payments }]}
        actions={
          <>
            <Button icon={IconClock} disabledReason={mayNotSet} onClick={() => setAsked('limits')}>
              <Trans>Retro limits</Trans>
            </Button>
            <Button variant="primary" icon={IconUpload} disabledReason={mayNot} onClick={() => setAsked('new')}>
              <Trans>New reconciliation</Trans>
            </Button>
          </>
        }
      />
      <DataTable<ReconciliationRow>
        label={t`Reconciliations`}
        columns={useColumns()}
        rows={error && !data ? [] : data?.rows}
        rowKey={({ id }) => id}
        rowName={({ carrier, groupName, reference }) => `${carrier ?? groupName ?? ''} ${reference}`}
        actions={({ id }) => [{ label: t`Open`, icon: IconEye, to: paths.reconciliationOf(id) }]}
        loadingText={t`Loading reconciliations...`}
        footer={{ from: pages.from, total: undefined, onPrevious: pages.onPrevious, onNext: pages.onNext(data?.next) }}
        empty={
          error ? (
            <ErrorState error={error} title={t`Reconciliations could not be loaded`} onRetry={() => void refetch()} />
          ) : (
            <EmptyState title={t`Nothing reconciled yet`}>
              <Trans>
                Upload an employer’s self bill or 820, or a carrier’s invoice, to compare it with our bills.
              </Trans>
            </EmptyState>
          )
        }
      />
      {asked === 'limits' && <RetroLimitsDialog onClose={() => setAsked(undefined)} />}
      {asked === 'new' && (
        <NewReconciliationDialog
          onClose={() => setAsked(undefined)}
          onCreated={(id) => void navigate(paths.reconciliationOf(id))}
        />
      )}
    </>
  );
}
