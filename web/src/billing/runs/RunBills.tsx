import type { BillRow } from '@openbenefits/contract/billing';
import type { BillAnomaly } from '@openbenefits/domain/billing/bill-anomalies';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconEye, IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, type To } from 'react-router';
import { orpc } from '../../api.ts';
import { useCursorPages } from '../../cursor-pages.ts';
import { BILL_ANOMALY_LABEL } from '../../domain-labels.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column, RowAction } from '../../ui/data-table-types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { RowClicks } from '../../ui/RowClicks.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useDebouncedTerm } from '../../ui/use-debounced-term.ts';
import { billName, isRunning } from '../bill-words.tsx';
import type { RunDetail } from './run-detail.ts';
import classes from './Runs.module.css';

const PAGE_SIZE = 50;
const POLL_MS = 2500;

function useColumns(billTo: (bill: BillRow) => To): Column<BillRow>[] {
  const { t } = useLingui();
  return [
    {
      key: 'group',
      header: t`Group`,
      narrow: 'name',
      cell: (bill) => (
        <>
          <Link className="row-name" data-row={bill.id} to={billTo(bill)} preventScrollReset>
            {bill.groupName}
          </Link>
          {bill.number !== null && <span className="row-meta">{billName(bill)}</span>}
        </>
      ),
    },
    {
      key: 'anomalies',
      header: t`What is unusual`,
      width: 260,
      below: 820,
      narrow: 'meta',
      cell: ({ anomalies }) => (
        <span className={classes.unusual}>{anomalies.map((kind) => BILL_ANOMALY_LABEL[kind]).join('; ')}</span>
      ),
    },
    {
      key: 'subscribers',
      header: t`Subscribers`,
      width: 100,
      right: true,
      below: 900,
      cell: ({ subscribers }) => subscribers.toLocaleString('en-US'),
    },
    {
      key: 'premium',
      header: t`Premium`,
      width: 124,
      right: true,
      below: 700,
      cell: ({ premium }) => <MoneyText cents={premium} />,
    },
    {
      key: 'retro',
      header: t`Adjustments`,
      width: 116,
      right: true,
      below: 700,
      cell: ({ retro }) =>
        retro === 0 ? <span className={classes.quiet}>$0.00</span> : <MoneyText cents={retro} difference />,
    },
    {
      key: 'total',
      header: t`Total`,
      width: 124,
      right: true,
      narrow: 'amount',
      cell: ({ total }) => <MoneyText cents={total} />,
    },
  ];
}

type FilterProps = {
  figures: RunDetail['figures'];
  anomaly: BillAnomaly | undefined;
  onAnomaly: (anomaly: BillAnomaly | undefined) => void;
};

/** What is unusual, each kind with its count; a press shows only those bills. */
function AnomalyFilter({ figures, anomaly, onAnomaly }: FilterProps) {
  const { t } = useLingui();
  return (
    <ul className={classes.kinds} aria-label={t`What is unusual`}>
      <li>
        <button type="button" aria-pressed={anomaly === undefined} onClick={() => onAnomaly(undefined)}>
          <Trans>All bills</Trans> <span className="count">{figures.bills.toLocaleString('en-US')}</span>
        </button>
      </li>
      {figures.anomalies.map(({ kind, bills }) => (
        <li key={kind}>
          <button type="button" aria-pressed={anomaly === kind} onClick={() => onAnomaly(kind)}>
            {BILL_ANOMALY_LABEL[kind]} <span className="count">{bills.toLocaleString('en-US')}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Why there are no rows; `onClear` where filters hide them. */
function NoBills({ run, onClear }: Pick<RunDetail, 'run'> & { onClear: (() => void) | undefined }) {
  const { t } = useLingui();
  if (onClear)
    return (
      <EmptyState
        title={t`No bills found`}
        actions={
          <Button onClick={onClear}>
            <Trans>Clear filters</Trans>
          </Button>
        }
      />
    );
  if (run.status === 'nothing_to_do')
    return (
      <EmptyState title={t`There was nothing to do`}>
        <Trans>Every group has its bill of this month, and every bill is as it should be.</Trans>
      </EmptyState>
    );
  return run.status === 'cancelled' ? (
    <EmptyState title={t`This run was canceled`}>
      <Trans>Its drafts were discarded. Nothing was posted.</Trans>
    </EmptyState>
  ) : (
    <EmptyState title={t`No drafts yet`}>
      <Trans>Drafts appear here as the groups are calculated.</Trans>
    </EmptyState>
  );
}

type Props = RunDetail &
  Omit<FilterProps, 'figures'> & {
    billTo: (bill: BillRow) => To;
    onOpen: (bill: BillRow) => void;
    /** Calculates one draft again; undefined once there are none. */
    onRefresh: ((bill: BillRow) => void) | undefined;
    mayNot: string | undefined;
  };

/** The bills of a run with what is unusual about them (picture 14). */
export function RunBills({ run, figures, anomaly, onAnomaly, billTo, onOpen, onRefresh, mayNot }: Props) {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const { term, change, submit } = useDebouncedTerm(search, setSearch);
  const pages = useCursorPages(PAGE_SIZE, `${anomaly} ${search}`);
  const columns = useColumns(billTo);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    orpc.billing.runs.bills.queryOptions({
      input: {
        id: run.id,
        limit: PAGE_SIZE,
        cursor: pages.cursor,
        ...(anomaly && { anomaly }),
        ...(search !== '' && { search }),
      },
      placeholderData: keepPreviousData,
      refetchInterval: isRunning(run) ? POLL_MS : false,
    }),
  );
  const failed = error !== null && (data === undefined || isPlaceholderData);
  const isFiltered = search !== '' || anomaly !== undefined;
  const actions = (bill: BillRow): RowAction[] => [
    { label: t`Open`, icon: IconEye, onClick: () => onOpen(bill) },
    ...(onRefresh
      ? [{ label: t`Calculate again`, icon: IconRefresh, disabledReason: mayNot, onClick: () => onRefresh(bill) }]
      : []),
  ];
  return (
    <>
      <div className={classes.toolbar}>
        <AnomalyFilter figures={figures} anomaly={anomaly} onAnomaly={onAnomaly} />
        <div className={classes.search}>
          <SearchField main label={t`Search groups`} value={term} onChange={change} onSubmit={submit} />
        </div>
      </div>
      <RowClicks>
        <DataTable
          label={t`Bills of this run`}
          columns={columns}
          rows={failed ? [] : data?.rows}
          rowKey={({ id }) => id}
          rowName={({ groupName }) => groupName}
          actions={actions}
          refreshing={isPlaceholderData}
          loadingText={t`Loading bills...`}
          footer={{
            from: pages.from,
            total: data?.total,
            onPrevious: pages.onPrevious,
            onNext: isPlaceholderData ? undefined : pages.onNext(data?.next),
          }}
          empty={
            failed ? (
              <ErrorState error={error} title={t`The bills could not be loaded`} onRetry={() => void refetch()} />
            ) : (
              <NoBills
                run={run}
                onClear={
                  isFiltered
                    ? () => {
                        change('');
                        onAnomaly(undefined);
                      }
                    : undefined
                }
              />
            )
          }
        />
      </RowClicks>
    </>
  );
}
