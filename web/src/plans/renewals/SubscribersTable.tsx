import type { GroupRenewal } from '@openbenefits/contract/renewals';
import { fromCents } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Select } from '../../ui/Fields.tsx';
import { Link } from 'react-router';
import { percentText } from './renewal-words.tsx';
import classes from './Renewals.module.css';

type Row = GroupRenewal['subscribers'][number];
const PAGE = 50;

/** Why a premium changes: new rates, other ages, another plan. */
function Cause({ row: { byRates, byAges, planName, newPlanName } }: { row: Row }) {
  const moves = planName !== newPlanName;
  if (byRates === 0 && byAges === 0) return <Trans>No change</Trans>;
  return (
    <span className={classes.cause}>
      {byRates !== 0 && (
        <span>
          {moves ? <Trans>New plan and rates</Trans> : <Trans>Rates</Trans>} <MoneyText cents={byRates} difference />
        </span>
      )}
      {byAges !== 0 && (
        <span>
          <Trans>ages</Trans> <MoneyText cents={byAges} difference />
        </span>
      )}
    </span>
  );
}

function useColumns(groupId: string): Column<Row>[] {
  const { t } = useLingui();
  return [
    {
      key: 'name',
      header: t`Member`,
      narrow: 'name',
      cell: ({ subscriberId, name, employeeId, planName, newPlanName }) => (
        <span className={classes.plan}>
          <Link to={paths.groupMember(groupId, subscriberId)}>{name}</Link>
          <small>
            {[employeeId, planName === newPlanName ? planName : t`${planName} to ${newPlanName}`]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </span>
      ),
    },
    { key: 'cause', header: t`Cause`, width: 170, below: 820, cell: (row) => <Cause row={row} /> },
    {
      key: 'before',
      header: t`Before`,
      width: 104,
      right: true,
      below: 700,
      cell: ({ before }) => <MoneyText cents={before} />,
    },
    {
      key: 'after',
      header: t`After`,
      width: 104,
      right: true,
      below: 700,
      cell: ({ after }) => <MoneyText cents={after} />,
    },
    {
      key: 'difference',
      header: t`Difference`,
      width: 104,
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
    {
      key: 'employee',
      header: t`Member pays`,
      width: 112,
      right: true,
      below: 700,
      cell: ({ employeeDifference }) => <MoneyText cents={employeeDifference} difference />,
    },
  ];
}

/** What each subscriber pays more or less, the largest increase first. */
export function SubscribersTable({ renewal }: { renewal: GroupRenewal }) {
  const { t } = useLingui();
  const [plan, setPlan] = useState('');
  const [first, setFirst] = useState(0);
  const columns = useColumns(renewal.groupId);
  const names = [...new Set(renewal.subscribers.map(({ planName }) => planName))].toSorted();
  const chosen = renewal.subscribers.filter(({ planName }) => plan === '' || planName === plan);
  const rest = renewal.summary.subscribers - renewal.subscribers.length;
  return (
    <section>
      <div className={classes.head}>
        <h2>
          <Trans>By member</Trans> <small>{t`largest increase first`}</small>
        </h2>
        <Select
          label={t`Plan`}
          hideLabel
          value={plan}
          choices={[{ value: '', label: t`All plans` }, ...names.map((name) => ({ value: name, label: name }))]}
          onChange={(next) => {
            setPlan(next);
            setFirst(0);
          }}
        />
      </div>
      <DataTable
        label={t`By member`}
        columns={columns}
        rows={chosen.slice(first, first + PAGE)}
        rowKey={({ subscriberId }) => subscriberId}
        rowName={({ name }) => name}
        footer={{
          from: first + 1,
          total: chosen.length,
          note: rest > 0 && <Trans>{rest} members with smaller increases are in the total only</Trans>,
          onPrevious: first > 0 ? () => setFirst(first - PAGE) : undefined,
          onNext: first + PAGE < chosen.length ? () => setFirst(first + PAGE) : undefined,
        }}
        empty={
          <EmptyState
            title={t`No members to compare`}
            actions={
              plan !== '' && (
                <Button onClick={() => setPlan('')}>
                  <Trans>All plans</Trans>
                </Button>
              )
            }
          >
            <Trans>Nobody’s coverage continues over the renewal with a price on both days.</Trans>
          </EmptyState>
        }
      />
    </section>
  );
}
