import type { BillRun } from '@openbenefits/contract/bill-runs';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { orpc } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { RowClicks } from '../../ui/RowClicks.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { groupsOf, isRunning, percentDone, RunStatusBadge } from '../bill-words.tsx';
import { monthName } from '../../ui/month-name.ts';
import { StartRunDialog } from './StartRunDialog.tsx';
import classes from '../Billing.module.css';

const POLL_MS = 1500;

/** What the bills of a run come to. */
const totalColumn = (header: string): Column<BillRun> => ({
  key: 'amount',
  header,
  width: 150,
  right: true,
  below: 700,
  cell: ({ bills, total }) => (
    <>
      <MoneyText cents={total} />
      <span className="row-meta">
        <Plural value={bills} one="# bill" other="# bills" />
      </span>
    </>
  ),
});

function useColumns(): Column<BillRun>[] {
  const { t } = useLingui();
  return [
    {
      key: 'month',
      header: t`Month`,
      narrow: 'name',
      cell: (run) => (
        <>
          <Link className="row-name" data-row={run.id} to={paths.billRun(run.id)}>
            {monthName(run.period)}
          </Link>
          <span className="row-meta">{groupsOf(run)}</span>
        </>
      ),
    },
    {
      key: 'status',
      header: t`Status`,
      width: 130,
      narrow: 'status',
      cell: ({ status }) => <RunStatusBadge status={status} />,
    },
    {
      key: 'bills',
      header: t`Groups done`,
      width: 190,
      narrow: 'amount',
      cell: (run) =>
        run.status === 'calculating' || run.status === 'paused' ? (
          <Progress label={t`Groups done`} percent={percentDone(run)} />
        ) : (
          <span className="num">
            {t`${run.groupsDone.toLocaleString('en-US')} of ${run.groupsTotal.toLocaleString('en-US')}`}
          </span>
        ),
    },
    totalColumn(t`Total`),
    {
      key: 'started',
      header: t`Started`,
      width: 220,
      narrow: 'meta',
      cell: ({ startedBy, startedAt }) => (
        <>
          {startedBy}
          <span className="row-meta">
            <TimeAgo instant={startedAt} />
          </span>
        </>
      ),
    },
    {
      key: 'posted',
      header: t`Posted`,
      width: 220,
      below: 820,
      cell: ({ postedBy, postedAt }) =>
        postedAt === null ? (
          <span className={classes.quiet}>{t`Not posted`}</span>
        ) : (
          <>
            {postedBy}
            <span className="row-meta">
              <TimeAgo instant={postedAt} />
            </span>
          </>
        ),
    },
  ];
}

/** The bill runs, the newest first. */
export function Component() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const mayNot = useWhyNot('billing.run');
  const [starting, setStarting] = useState(false);
  const columns = useColumns();
  const { data, error, refetch } = useQuery(
    orpc.billing.runs.list.queryOptions({
      input: {},
      refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false),
    }),
  );
  const failed = error !== null && data === undefined;
  const start = (
    <Button variant="primary" icon={IconPlayerPlay} disabledReason={mayNot} onClick={() => setStarting(true)}>
      <Trans>Start Bill Run</Trans>
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t`Bill runs`}
        breadcrumb={[
          { label: t`Billing & Payments` },
          { label: t`Billing Dashboard`, to: paths.billing },
          { label: t`Bill runs` },
        ]}
        actions={start}
      />
      <RowClicks className={classes.table}>
        <DataTable
          label={t`Bill runs`}
          columns={columns}
          rows={failed ? [] : data}
          rowKey={({ id }) => id}
          rowName={({ period }) => monthName(period)}
          isEnded={({ status }) => status === 'cancelled'}
          loadingText={t`Loading bill runs...`}
          fill
          empty={
            failed ? (
              <ErrorState error={error} title={t`The bill runs could not be loaded`} onRetry={() => void refetch()} />
            ) : (
              <EmptyState title={t`No bill runs yet`}>
                <Trans>A bill run calculates the bills of a month as drafts. You review them, then post them.</Trans>
              </EmptyState>
            )
          }
        />
      </RowClicks>
      {starting && (
        <StartRunDialog onClose={() => setStarting(false)} onStarted={(id) => void navigate(paths.billRun(id))} />
      )}
    </>
  );
}
