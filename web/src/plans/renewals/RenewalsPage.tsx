import type { UpcomingRenewal } from '@openbenefits/contract/renewals';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconEye } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { orpc } from '../../api.ts';
import { paths } from '../../paths.ts';
import { today } from '../../today.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useDebouncedTerm } from '../../ui/use-debounced-term.ts';
import { SimulateAll } from './SimulateAll.tsx';
import planClasses from '../Plans.module.css';

const PAGE_SIZE = 50;

function useColumns(): Column<UpcomingRenewal>[] {
  const { t } = useLingui();
  return [
    {
      key: 'group',
      header: t`Group`,
      narrow: 'name',
      cell: ({ groupId, groupName }) => <Link to={paths.renewal(groupId)}>{groupName}</Link>,
    },
    { key: 'cim', header: t`CIM`, width: 176, below: 1100, cell: ({ cim }) => <span className="mono">{cim}</span> },
    {
      key: 'renewsOn',
      header: t`Renews on`,
      width: 112,
      narrow: 'meta',
      cell: ({ renewsOn }) => <DateText date={renewsOn} />,
    },
    {
      key: 'subscribers',
      header: t`Enrolled`,
      width: 96,
      right: true,
      below: 900,
      cell: ({ subscribers }) => subscribers.toLocaleString('en-US'),
    },
    {
      key: 'premium',
      header: t`Premium a month`,
      width: 140,
      right: true,
      narrow: 'amount',
      cell: ({ monthlyPremium }) => (
        <MoneyText cents={monthlyPremium} unknownReason={t`No member has rated coverage today`} />
      ),
    },
    {
      key: 'status',
      header: t`Next rates`,
      width: 190,
      narrow: 'status',
      cell: ({ applied, plansWithoutRates }) =>
        applied ? (
          <StatusBadge tone="ok" sign="dot">{t`Applied`}</StatusBadge>
        ) : plansWithoutRates > 0 ? (
          <StatusBadge tone="review" sign="eye">
            <Plural value={plansWithoutRates} one="# plan without rates" other="# plans without rates" />
          </StatusBadge>
        ) : (
          <StatusBadge tone="idle" sign="circle">{t`Ready`}</StatusBadge>
        ),
    },
  ];
}

/** Groups by their next renewal, and simulations of next year's rates for all of them. */
export function Component() {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const term = useDebouncedTerm(search, (next) => {
    setSearch(next);
    setCursors([]);
  });
  const columns = useColumns();
  const { data, error, refetch, isPlaceholderData } = useQuery(
    orpc.renewals.upcoming.queryOptions({
      input: { limit: PAGE_SIZE, ...(search !== '' && { search }), cursor: cursors.at(-1) },
      placeholderData: keepPreviousData,
    }),
  );
  const next = isPlaceholderData ? null : (data?.next ?? null);
  const nextJanuary = `${Number(today().slice(0, 4)) + 1}-01-01`;
  return (
    <>
      <SimulateAll nextJanuary={nextJanuary} />
      <div className={planClasses.toolbar}>
        <h2>
          <Trans>Renewals</Trans> {data && `(${data.total.toLocaleString('en-US')})`}
        </h2>
        <SearchField
          main
          label={t`Search groups`}
          className={planClasses.search ?? ''}
          value={term.term}
          onChange={term.change}
          onSubmit={term.submit}
        />
      </div>
      <div className={planClasses.table}>
        <DataTable
          label={t`Renewals`}
          columns={columns}
          rows={error && !data ? [] : data?.rows}
          rowKey={({ groupId }) => groupId}
          rowName={({ groupName }) => groupName}
          actions={({ groupId }) => [{ label: t`Simulate`, icon: IconEye, to: paths.renewal(groupId), onHover: true }]}
          loadingText={t`Loading renewals...`}
          refreshing={isPlaceholderData}
          fill
          footer={{
            from: cursors.length * PAGE_SIZE + 1,
            total: data?.total ?? 0,
            onPrevious: cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : undefined,
            onNext: next === null ? undefined : () => setCursors([...cursors, next]),
          }}
          empty={
            error && !data ? (
              <ErrorState error={error} title={t`The renewals could not be loaded`} onRetry={() => void refetch()} />
            ) : (
              <EmptyState
                title={t`No groups found`}
                actions={
                  search !== '' && (
                    <Button onClick={() => term.change('')}>
                      <Trans>Clear search</Trans>
                    </Button>
                  )
                }
              >
                <Trans>Active groups appear here with their next renewal.</Trans>
              </EmptyState>
            )
          }
        />
      </div>
    </>
  );
}
