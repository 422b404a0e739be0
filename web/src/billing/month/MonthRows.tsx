import type { LineCause, MonthRow } from '@openbenefits/contract/bill-explanation';
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { api as Api } from '../../api.ts';
import type { useCursorPages } from '../../cursor-pages.ts';
import { COVERAGE_LINE_LABEL } from '../../domain-labels.ts';
import { paths } from '../../paths.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { tierName } from '../bill-words.tsx';
import { Cause, ChangeDialog } from '../Cause.tsx';
import classes from './Month.module.css';

export type MonthView = Awaited<ReturnType<typeof Api.billing.monthView>>;

function useColumns(groupId: string, onShow: (cause: LineCause) => void): Column<MonthRow>[] {
  const { t } = useLingui();
  return [
    {
      key: 'name',
      header: t`Subscriber`,
      narrow: 'name',
      cell: ({ subscriberId, name, planName, line, tier }) => (
        <>
          <Link className="row-name" to={paths.groupMember(groupId, subscriberId)}>
            {name}
          </Link>
          <span className="row-meta">
            {planName}, {COVERAGE_LINE_LABEL[line]}
            {tier && `, ${tierName(tier)}`}
          </span>
        </>
      ),
    },
    {
      key: 'then',
      header: t`As known then`,
      width: 124,
      right: true,
      cell: ({ before }) => <MoneyText cents={before} />,
    },
    {
      key: 'now',
      header: t`As known now`,
      width: 124,
      right: true,
      cell: ({ now, isHeld }) => (
        <>
          <MoneyText cents={now} />
          {isHeld && <span className="row-meta">{t`has no price now`}</span>}
        </>
      ),
    },
    {
      key: 'difference',
      header: t`Difference`,
      width: 112,
      right: true,
      narrow: 'amount',
      cell: ({ difference }) => <MoneyText cents={difference} difference />,
    },
    {
      key: 'adjusted',
      header: t`Adjusted since`,
      width: 112,
      right: true,
      below: 820,
      cell: ({ adjusted }) => <MoneyText cents={adjusted} difference />,
    },
    {
      key: 'cause',
      header: t`Cause`,
      width: 250,
      narrow: 'meta',
      cell: ({ difference, cause, planName, line }) => (
        <>
          <span className="only-narrow">
            {planName}, {COVERAGE_LINE_LABEL[line]}
            {difference !== 0 && ' · '}
          </span>
          {difference !== 0 && <Cause cause={cause} onShow={onShow} />}
        </>
      ),
    },
  ];
}

/** The lines of a month on both axes, by name. */
export function MonthRows({
  query,
  pages,
  groupId,
  onlyDifferent,
}: {
  query: UseQueryResult<MonthView>;
  pages: ReturnType<typeof useCursorPages>;
  groupId: string;
  onlyDifferent: boolean;
}) {
  const { t } = useLingui();
  const [shown, setShown] = useState<LineCause>();
  const columns = useColumns(groupId, setShown);
  const { data, error, isPlaceholderData, refetch } = query;
  const failed = error !== null && (data === undefined || isPlaceholderData);
  return (
    <div className={classes.table}>
      <DataTable
        label={t`Lines of the month`}
        columns={columns}
        rows={failed ? [] : data?.rows}
        rowKey={({ subscriberId, line, planName }) => `${subscriberId} ${line} ${planName}`}
        rowName={({ name }) => name}
        refreshing={isPlaceholderData}
        loadingText={t`Calculating the month...`}
        footer={{
          from: pages.from,
          total: data?.total,
          onPrevious: pages.onPrevious,
          onNext: isPlaceholderData ? undefined : pages.onNext(data?.next),
        }}
        empty={
          failed ? (
            <ErrorState error={error} title={t`The month could not be calculated`} onRetry={() => void refetch()} />
          ) : (
            <EmptyState title={onlyDifferent ? t`No differences` : t`Nobody was covered in this month`}>
              {onlyDifferent && <Trans>What was known then and what is known now come to the same amounts.</Trans>}
            </EmptyState>
          )
        }
      />
      {shown && <ChangeDialog cause={shown} onClose={() => setShown(undefined)} />}
    </div>
  );
}
