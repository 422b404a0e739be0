import type { BillLineRow } from '@openbenefits/contract/billing';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { useCursorPages } from '../../cursor-pages.ts';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useDebouncedTerm } from '../../ui/use-debounced-term.ts';
import { lineKind, tierName } from '../bill-words.tsx';
import { monthName } from '../../ui/month-name.ts';
import classes from './BillDetails.module.css';
import { ExplainLine } from './ExplainLine.tsx';

const PAGE_SIZE = 25;

function useColumns(billId: string): Column<BillLineRow>[] {
  const { t } = useLingui();
  return [
    {
      key: 'name',
      header: t`Subscriber`,
      width: 180,
      narrow: 'name',
      cell: ({ name, employeeId }) => (
        <>
          <span className="row-name">{name}</span>
          {employeeId && <span className="row-meta">{employeeId}</span>}
        </>
      ),
    },
    {
      key: 'plan',
      header: t`Plan`,
      cell: ({ planName, line, tier }) => (
        <>
          {planName}
          <span className="row-meta">
            {COVERAGE_LINE_LABEL[line]}
            {tier && `, ${tierName(tier)}`}
          </span>
        </>
      ),
    },
    {
      key: 'month',
      header: t`Month`,
      width: 220,
      narrow: 'meta',
      cell: ({ coveredMonth, kind, cause, planName, noticeDays, limitSource }) => (
        <>
          <span className="only-narrow">{planName}, </span>
          {monthName(coveredMonth, 'short')}
          {kind !== 'premium' && `, ${lineKind(kind)}`}
          {noticeDays !== null && (
            <span className={classes.cause}>
              <Trans>Notice later than {noticeDays} days</Trans>
            </span>
          )}
          {limitSource === 'write_off' && (
            <span className={classes.cause}>
              <Trans>The month was written off</Trans>
            </span>
          )}
          {cause && <span className={classes.cause}>{cause}</span>}
        </>
      ),
    },
    {
      key: 'amount',
      header: t`Amount`,
      width: 110,
      right: true,
      narrow: 'amount',
      cell: (line) => <ExplainLine billId={billId} line={line} />,
    },
  ];
}

function Lines({ billId }: { billId: string }) {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const { term, change, submit } = useDebouncedTerm(search, setSearch);
  const pages = useCursorPages(PAGE_SIZE, search);
  const columns = useColumns(billId);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    orpc.billing.lines.queryOptions({
      input: { id: billId, limit: PAGE_SIZE, cursor: pages.cursor, ...(search !== '' && { search }) },
      placeholderData: keepPreviousData,
    }),
  );
  const failed = error !== null && (data === undefined || isPlaceholderData);
  return (
    <>
      <div className={classes.search}>
        <SearchField label={t`Search subscribers`} value={term} onChange={change} onSubmit={submit} />
      </div>
      <DataTable
        label={t`Subscriber lines`}
        columns={columns}
        rows={failed ? [] : data?.rows}
        rowKey={({ place }) => String(place)}
        rowName={({ name }) => name}
        refreshing={isPlaceholderData}
        loadingText={t`Loading lines...`}
        footer={{
          from: pages.from,
          total: data?.total,
          onPrevious: pages.onPrevious,
          onNext: isPlaceholderData ? undefined : pages.onNext(data?.next),
        }}
        empty={
          failed ? (
            <ErrorState error={error} title={t`The lines could not be loaded`} onRetry={() => void refetch()} />
          ) : (
            <EmptyState title={search === '' ? t`This bill has no lines` : t`No subscribers found`} art="people" />
          )
        }
      />
    </>
  );
}

/** The lines of each subscriber. They are read, and the read recorded, only when asked for. */
export function SubscriberLines({ billId, lines }: { billId: string; lines: number }) {
  const [shown, setShown] = useState(false);
  const count = lines.toLocaleString('en-US');
  return (
    <section>
      <div className={classes.head}>
        <h3>
          <Trans>Subscriber lines ({count})</Trans>
        </h3>
        {lines > 0 && (
          <Button size="small" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {shown ? <Trans>Hide lines</Trans> : <Trans>Show lines</Trans>}
          </Button>
        )}
      </div>
      {shown && <Lines billId={billId} />}
    </section>
  );
}
