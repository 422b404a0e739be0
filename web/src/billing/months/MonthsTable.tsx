import type { LedgerMonth } from '@openbenefits/contract/month-close';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconLock, IconLockOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { DecisionDialog } from '../../approvals/DecisionDialog.tsx';
import { useWhyNot } from '../../session.ts';
import type { Column, RowAction } from '../../ui/data-table-types.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { monthName } from '../../ui/month-name.ts';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { JournalLinks } from './JournalLinks.tsx';
import { type MonthStep, MonthDialog } from './MonthDialog.tsx';

function State({ state, waitsFor }: LedgerMonth) {
  if (waitsFor !== null)
    return (
      <StatusBadge tone="review" sign="eye">
        <Trans>Needs approval</Trans>
      </StatusBadge>
    );
  if (state === 'closed')
    return (
      <StatusBadge tone="end" sign="stop">
        <Trans>Closed</Trans>
      </StatusBadge>
    );
  return (
    <StatusBadge tone={state === 'current' ? 'busy' : 'ok'} sign={state === 'current' ? 'clock' : 'dot'}>
      {state === 'current' ? <Trans>Current</Trans> : <Trans>Open</Trans>}
    </StatusBadge>
  );
}

function useColumns(): Column<LedgerMonth>[] {
  const { t } = useLingui();
  return [
    {
      key: 'month',
      header: t`Month`,
      narrow: 'name',
      cell: ({ month, entries }) => (
        <>
          <span className="row-name">{monthName(month)}</span>
          <span className="row-meta">
            <Plural value={entries} one="# entry" other="# entries" />
          </span>
        </>
      ),
    },
    {
      key: 'closed',
      header: t`Closed by`,
      narrow: 'meta',
      cell: ({ closedBy, closedAt, sha256 }) =>
        closedBy !== null &&
        closedAt !== null && (
          <>
            {closedBy}, <TimeAgo instant={closedAt} />
            {sha256 && <span className="row-meta num">{t`Trial balance ${sha256.slice(0, 12)}`}</span>}
          </>
        ),
    },
    { key: 'journal', header: t`Journal`, width: 250, below: 820, cell: ({ month }) => <JournalLinks month={month} /> },
    { key: 'state', header: t`Status`, width: 150, narrow: 'status', cell: (row) => <State {...row} /> },
    {
      key: 'debit',
      header: t`Debits`,
      width: 140,
      right: true,
      narrow: 'amount',
      cell: ({ debit }) => <MoneyText cents={debit} />,
    },
  ];
}

/** Months with entries, the newest first, with what can be done with each. */
export function MonthsTable() {
  const { t } = useLingui();
  const mayNotAsk = useWhyNot('billing.post');
  const mayNotApprove = useWhyNot('payments.approve');
  const [asked, setAsked] = useState<{ step: MonthStep; month: LedgerMonth }>();
  const [decided, setDecided] = useState<string>();
  const { data, error, refetch } = useQuery(orpc.billing.months.list.queryOptions({ input: {} }));
  const actions = (month: LedgerMonth): RowAction[] => {
    const { state, approval } = month;
    if (approval)
      return [
        { label: t`Approve`, icon: IconCheck, disabledReason: mayNotApprove, onClick: () => setDecided(approval.id) },
      ];
    const notOver = state === 'current' ? t`A month closes once it is over.` : undefined;
    const step: MonthStep = state === 'closed' ? 'reopen' : 'close';
    return [
      {
        label: step === 'close' ? t`Close month` : t`Reopen month`,
        icon: step === 'close' ? IconLock : IconLockOpen,
        disabledReason: mayNotAsk ?? notOver,
        onClick: () => setAsked({ step, month }),
      },
    ];
  };
  return (
    <>
      <DataTable<LedgerMonth>
        label={t`Months`}
        columns={useColumns()}
        rows={error && !data ? [] : data?.rows}
        rowKey={({ month }) => month}
        rowName={({ month }) => monthName(month)}
        actions={actions}
        actionsOnPhone
        loadingText={t`Loading months...`}
        empty={
          error ? (
            <ErrorState error={error} title={t`The months could not be loaded`} onRetry={() => void refetch()} />
          ) : (
            <EmptyState title={t`No entries yet`}>
              <Trans>Posting a bill run makes the first entries.</Trans>
            </EmptyState>
          )
        }
      />
      {asked && <MonthDialog {...asked} onClose={() => setAsked(undefined)} />}
      {decided !== undefined && (
        <DecisionDialog id={decided} decision="approve" onClose={() => setDecided(undefined)} />
      )}
    </>
  );
}
