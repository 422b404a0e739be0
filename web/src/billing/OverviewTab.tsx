import type { BillRun } from '@openbenefits/contract/bill-runs';
import type { BillingOverview, BillRow } from '@openbenefits/contract/billing';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, type To } from 'react-router';
import { orpc } from '../api.ts';
import { paths } from '../paths.ts';
import { MethodShares } from '../payments/MethodShares.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorLine } from '../ui/ErrorState.tsx';
import { Detail, FactsRail, FactsSection } from '../ui/FactsRail.tsx';
import { RowClicks } from '../ui/RowClicks.tsx';
import { billColumns, isEndedBill } from './bill-columns.tsx';
import classes from './Billing.module.css';
import { groupsOf, RunStatusBadge } from './bill-words.tsx';
import { monthName } from '../ui/month-name.ts';
import type { BillActions } from './use-bill-actions.tsx';

const RUNS_SHOWN = 3;

function RunItem({ run }: { run: BillRun }) {
  return (
    <li>
      <Link to={paths.billRun(run.id)}>{monthName(run.period)}</Link>
      <RunStatusBadge status={run.status} />
      <small>{groupsOf(run)}</small>
    </li>
  );
}

function Runs() {
  const { t } = useLingui();
  const { data, error } = useQuery(orpc.billing.runs.list.queryOptions({ input: {} }));
  return (
    <FactsSection
      title={t`Bill runs`}
      action={
        <Link to={paths.billRuns}>
          <Trans>All bill runs</Trans>
        </Link>
      }
    >
      {error && <ErrorLine error={error} />}
      {data?.length === 0 && (
        <p className={classes.quiet}>
          <Trans>No bill run has been started.</Trans>
        </p>
      )}
      {data && data.length > 0 && (
        <ul className={classes.runs}>
          {data.slice(0, RUNS_SHOWN).map((run) => (
            <RunItem key={run.id} run={run} />
          ))}
        </ul>
      )}
    </FactsSection>
  );
}

type Props = {
  data: BillingOverview | undefined;
  groupId: string | undefined;
  billTo: (bill: BillRow) => To;
  actions: BillActions;
};

/** Recent Bills, at most three, and the last bill runs (specification 2, Billing Overview). */
export function OverviewTab({ data, groupId, billTo, actions }: Props) {
  const { t } = useLingui();
  return (
    <Detail
      rail={
        <FactsRail label={t`Billing`}>
          <MethodShares />
          <Runs />
        </FactsRail>
      }
    >
      <section>
        <div className={classes.head}>
          <h2>
            <Trans>Recent Bills</Trans>
          </h2>
          <Link to={paths.billingOf(groupId, 'invoices')}>
            <Trans>All bills</Trans>
          </Link>
        </div>
        <RowClicks>
          <DataTable
            label={t`Recent Bills`}
            columns={billColumns({ billTo, withGroup: groupId === undefined })}
            rows={data?.recent}
            rowKey={({ id }) => id}
            rowName={({ groupName, period }) => `${groupName}, ${monthName(period)}`}
            actions={actions.rowActions}
            isEnded={isEndedBill}
            loadingText={t`Loading bills...`}
            empty={
              <EmptyState title={t`No bills yet`}>
                {groupId === undefined ? (
                  <Trans>Start a bill run to calculate the bills of a month.</Trans>
                ) : (
                  <Trans>This group gets its first bill with the next bill run.</Trans>
                )}
              </EmptyState>
            }
          />
        </RowClicks>
      </section>
    </Detail>
  );
}
