import { formatDate } from '@openbenefits/domain/calendar-date';
import { fromCents } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { type api, orpc } from '../../api.ts';
import { paths } from '../../paths.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Detail, FactsRail } from '../../ui/FactsRail.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatStrip } from '../../ui/StatStrip.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { PlansTable } from './PlansTable.tsx';
import { percentText, useRenewalStats } from './renewal-words.tsx';
import { Increases, Payers } from './RenewalRail.tsx';
import classes from './Renewals.module.css';

const PAGE_SIZE = 50;
const POLL_MS = 1500;
type Result = Awaited<ReturnType<typeof api.renewals.simulation>>;
type Row = Result['groups']['rows'][number];

function useColumns(): Column<Row>[] {
  const { t } = useLingui();
  return [
    {
      key: 'group',
      header: t`Group`,
      narrow: 'name',
      cell: ({ groupId, groupName }) => <Link to={paths.renewal(groupId)}>{groupName}</Link>,
    },
    {
      key: 'subscribers',
      header: t`Subscribers`,
      width: 104,
      right: true,
      below: 700,
      cell: ({ subscribers }) => subscribers.toLocaleString('en-US'),
    },
    {
      key: 'held',
      header: t`Without a price`,
      width: 124,
      right: true,
      below: 820,
      cell: ({ held }) => held.toLocaleString('en-US'),
    },
    {
      key: 'before',
      header: t`Before`,
      width: 128,
      right: true,
      below: 700,
      cell: ({ before }) => <MoneyText cents={before} />,
    },
    {
      key: 'after',
      header: t`After`,
      width: 128,
      right: true,
      below: 700,
      cell: ({ after }) => <MoneyText cents={after} />,
    },
    {
      key: 'difference',
      header: t`Difference`,
      width: 120,
      right: true,
      narrow: 'amount',
      cell: ({ before, after }) => <MoneyText cents={fromCents(after - before)} difference />,
    },
    {
      key: 'percent',
      header: '%',
      width: 76,
      right: true,
      narrow: 'meta',
      cell: ({ before, after }) => percentText(before, after),
    },
  ];
}

type ViewProps = { result: Result; page: number; onPage: (cursor: string | undefined) => void };

function View({ result: { simulation, summary, groups }, page, onPage }: ViewProps) {
  const { t } = useLingui();
  const columns = useColumns();
  const [largest] = groups.rows;
  const stats = useRenewalStats(
    summary,
    formatDate(simulation.renewsOn),
    page === 0 && largest && largest.after > largest.before
      ? { difference: fromCents(largest.after - largest.before), name: largest.groupName }
      : undefined,
  );
  return (
    <>
      <StatStrip label={t`Renewal`} stats={page === 0 ? stats : stats.slice(0, 4)} />
      <Detail
        rail={
          <FactsRail label={t`Renewal`}>
            <Increases summary={summary} />
            <Payers summary={summary} />
          </FactsRail>
        }
      >
        <section>
          <div className={classes.head}>
            <h2>
              <Trans>By plan</Trans> <small>{t`monthly premium`}</small>
            </h2>
          </div>
          <PlansTable summary={summary} />
        </section>
        <section>
          <div className={classes.head}>
            <h2>
              <Trans>By group</Trans> <small>{t`largest increase first`}</small>
            </h2>
          </div>
          <DataTable
            label={t`By group`}
            columns={columns}
            rows={groups.rows}
            rowKey={({ groupId }) => groupId}
            rowName={({ groupName }) => groupName}
            footer={{
              from: page * PAGE_SIZE + 1,
              total: groups.total,
              onPrevious: page > 0 ? () => onPage(undefined) : undefined,
              onNext: groups.next === null ? undefined : () => onPage(groups.next ?? undefined),
            }}
          />
        </section>
      </Detail>
    </>
  );
}

/** What next year's rates do to all groups. */
export function Component() {
  const { t } = useLingui();
  const id = useParams()['simulationId'] ?? '';
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const { data, error, refetch } = useQuery(
    orpc.renewals.simulation.queryOptions({
      input: { id, limit: PAGE_SIZE, cursor: cursors.at(-1) },
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => {
        const status = state.data?.simulation.status;
        return status === 'queued' || status === 'running' ? POLL_MS : false;
      },
    }),
  );
  const simulation = data?.simulation;
  const day = simulation && formatDate(simulation.renewsOn);
  const isDone = simulation?.status === 'done';
  return (
    <>
      <PageHeader
        title={day ? t`All groups on ${day}` : t`Simulation`}
        breadcrumb={[
          { label: t`Plan & Rate Management`, to: paths.plans },
          { label: t`Renewals`, to: paths.renewals },
          { label: t`All groups` },
        ]}
        badge={
          simulation && (
            <StatusBadge tone={isDone ? 'idle' : 'busy'} sign={isDone ? 'circle' : 'clock'}>
              {isDone ? t`Simulation` : t`Being calculated`}
            </StatusBadge>
          )
        }
      />
      {simulation && !isDone && (
        <Progress
          label={t`Simulation of all groups`}
          percent={
            simulation.groupsTotal === 0 ? 0 : Math.round((simulation.groupsDone * 100) / simulation.groupsTotal)
          }
        />
      )}
      {data ? (
        <View
          result={data}
          page={cursors.length}
          onPage={(cursor) => setCursors(cursor === undefined ? cursors.slice(0, -1) : [...cursors, cursor])}
        />
      ) : error ? (
        <ErrorState error={error} title={t`The simulation could not be loaded`} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width={320} height={24} />
      )}
    </>
  );
}
