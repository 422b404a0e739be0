import type { GroupStatus } from '@openbenefits/domain/groups/group-status';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { orpc } from '../api.ts';
import { Part } from '../groups/detail/FactPanel.tsx';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { RowClicks } from '../ui/RowClicks.tsx';
import { GroupDelinquencyLine } from './arrears/GroupDelinquencyLine.tsx';
import { billColumns, isEndedBill } from './bill-columns.tsx';
import classes from './Billing.module.css';
import { monthName } from '../ui/month-name.ts';
import { useBillActions } from './use-bill-actions.tsx';

const SHOWN = 6;

/** The newest bills of a group, on the group's own page. */
export function GroupBills({ groupId, status }: { groupId: string; status: GroupStatus }) {
  const { t } = useLingui();
  const actions = useBillActions();
  const { data, error, refetch } = useQuery(orpc.billing.invoices.queryOptions({ input: { groupId, limit: SHOWN } }));
  const failed = error !== null && data === undefined;
  const all = paths.billingOf(groupId, 'invoices');
  return (
    <Part
      title={t`Bills`}
      action={
        <ButtonLink size="small" to={paths.billingOf(groupId)}>
          <Trans>Billing Dashboard</Trans>
        </ButtonLink>
      }
    >
      <GroupDelinquencyLine groupId={groupId} status={status} />
      <RowClicks>
        <DataTable
          label={t`Bills`}
          columns={billColumns({ billTo: ({ id }) => `${all}&bill=${id}`, withGroup: false })}
          rows={failed ? [] : data?.rows}
          rowKey={({ id }) => id}
          rowName={({ period }) => monthName(period)}
          actions={actions.rowActions}
          isEnded={isEndedBill}
          loadingText={t`Loading bills...`}
          empty={
            failed ? (
              <ErrorState error={error} title={t`The bills could not be loaded`} onRetry={() => void refetch()} />
            ) : (
              <EmptyState title={t`No bills yet`}>
                <Trans>This group gets its first bill with the next bill run.</Trans>
              </EmptyState>
            )
          }
        />
      </RowClicks>
      {data && data.next !== null && (
        <p className={classes.more}>
          <Link to={all}>
            <Trans>All bills</Trans>
          </Link>
        </p>
      )}
      {actions.dialog}
    </Part>
  );
}
