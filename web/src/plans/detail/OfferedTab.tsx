import type { PlanDetail } from '@openbenefits/contract/plan-catalog';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { orpc } from '../../api.ts';
import { useCursorPages } from '../../cursor-pages.ts';
import { paths } from '../../paths.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Unknown } from '../../ui/Unknown.tsx';
import classes from './PlanPage.module.css';

const PAGE = 25;

/** Which group offers the plan to which class at which location. */
export function OfferedTab({ plan }: { plan: PlanDetail }) {
  const { t } = useLingui();
  const pages = useCursorPages(PAGE, plan.id);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    orpc.plans.offerings.queryOptions({
      input: { id: plan.id, limit: PAGE, cursor: pages.cursor },
      placeholderData: keepPreviousData,
    }),
  );
  if (error && !data)
    return <ErrorState error={error} title={t`The groups could not be loaded`} onRetry={() => void refetch()} />;
  const method = { composite: t`Composite`, age_rated: t`Age rated` };
  return (
    <>
      <h2 className={classes.heading}>{t`Groups that offer it`}</h2>
      <DataTable
        label={t`Groups that offer the plan`}
        rows={data?.rows}
        rowKey={({ id }) => id}
        rowName={({ groupName }) => groupName}
        refreshing={isPlaceholderData}
        empty={
          <EmptyState title={t`No group offers this plan`} art="folder">
            <Trans>A group offers it on its Billing & Plans tab, per class and location.</Trans>
          </EmptyState>
        }
        footer={{
          from: pages.from,
          total: data?.total,
          onPrevious: pages.onPrevious,
          onNext: isPlaceholderData ? undefined : pages.onNext(data?.next),
        }}
        columns={[
          {
            key: 'group',
            header: t`Group`,
            narrow: 'name',
            cell: ({ groupId, groupName }) => (
              <Link className="row-name" to={paths.group(groupId, 'billing')}>
                {groupName}
              </Link>
            ),
          },
          {
            key: 'class',
            header: t`Class`,
            width: 168,
            narrow: 'meta',
            cell: ({ className }) => <span className="trunc">{className}</span>,
          },
          {
            key: 'location',
            header: t`Location`,
            width: 150,
            below: 600,
            cell: ({ locationName }) => <span className="trunc">{locationName}</span>,
          },
          {
            key: 'method',
            header: t`Rating`,
            width: 100,
            narrow: 'status',
            cell: ({ methodology }) =>
              methodology ? method[methodology] : <Unknown reason={t`The plan’s only version applies`} />,
          },
          {
            key: 'from',
            header: t`From`,
            width: 104,
            narrow: 'amount',
            cell: ({ effectiveDate }) => <DateText date={effectiveDate} />,
          },
        ]}
      />
    </>
  );
}
