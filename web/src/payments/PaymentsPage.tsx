import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { plural } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type api, orpc } from '../api.ts';
import { monthName } from '../ui/month-name.ts';
import { ExportMenu } from '../exports/ExportMenu.tsx';
import { paths } from '../paths.ts';
import { useWhyNot } from '../session.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { MoneyText } from '../ui/MoneyText.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { type Stat, StatStrip } from '../ui/StatStrip.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { DashboardTab } from './DashboardTab.tsx';
import { filterOf, HistoryTab } from './HistoryTab.tsx';
import { SyncDialog } from './imports/SyncDialog.tsx';
import { MethodsTable } from './MethodsTable.tsx';
import { PaymentDialog } from './PaymentDialog.tsx';
import { usePaymentsAddress } from './payments-address.ts';
import { RecurringTab } from './recurring/RecurringTab.tsx';
import { ProcessPaymentDialog } from './ProcessPaymentDialog.tsx';
import { SampleHistoryBanner } from './SampleHistoryBanner.tsx';

type Tiles = Awaited<ReturnType<typeof api.payments.tiles>>;
type TileName = Exclude<keyof Tiles, 'month'>;

function useStats(tiles: Tiles | undefined): Stat[] {
  const { t } = useLingui();
  const month = tiles ? monthName(tiles.month, 'short') : '';
  const counted = (payments: number): string => plural(payments, { one: '# payment', other: '# payments' });
  const of = (name: TileName, label: string, meaning: (count: string) => string, query: string): Stat => {
    const tile = tiles?.[name];
    return {
      label,
      amount: true,
      value: tile && <MoneyText cents={tile.cents} />,
      meaning: tile ? meaning(counted(tile.payments)) : undefined,
      to: `${paths.payments}?tab=history&${query}`,
    };
  };
  const since = tiles ? `&from=${tiles.month}` : '';
  return [
    of('completed', t`Completed`, (count) => t`${count} in ${month}`, `status=completed${since}`),
    of('processing', t`Processing`, (count) => t`${count} with the bank`, 'status=processing'),
    of('pending', t`Pending`, (count) => t`${count} expected`, 'status=pending'),
    of('failed', t`Failed`, (count) => t`${count} in ${month}`, `status=failed${since}`),
    of('unapplied', t`Unapplied`, (count) => t`${count} without a bill`, 'unapplied=yes'),
  ];
}

/** Payment Processing (specification 2; picture 17). */
export function Component() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const address = usePaymentsAddress();
  const mayNotTake = useWhyNot('payments.take');
  const [processing, setProcessing] = useState(false);
  const [syncing, setSyncing] = useState(false);
  const { data, error, refetch } = useQuery(orpc.payments.tiles.queryOptions({ input: {} }));
  const stats = useStats(data);
  const { paymentId } = address.question;
  return (
    <>
      <PageHeader
        title={t`Payment Processing`}
        breadcrumb={[{ label: t`Billing & Payments` }]}
        more={[
          { label: t`ACH files`, to: paths.ach },
          { label: t`Carrier remittances`, to: paths.carrierRemittances },
          { label: t`Reconciliation`, to: paths.reconciliation },
        ]}
        actions={
          <>
            <ButtonLink to={paths.ach}>
              <Trans>ACH files</Trans>
            </ButtonLink>
            <ButtonLink to={paths.carrierRemittances}>
              <Trans>Carrier remittances</Trans>
            </ButtonLink>
            <ButtonLink to={paths.reconciliation}>
              <Trans>Reconciliation</Trans>
            </ButtonLink>
            <ExportMenu list="payments" filter={filterOf(address.question, undefined)} label={t`Export Transactions`} />
            <Button icon={IconRefresh} disabledReason={mayNotTake} onClick={() => setSyncing(true)}>
              <Trans>Sync Payments</Trans>
            </Button>
            <Button variant="primary" icon={IconPlus} disabledReason={mayNotTake} onClick={() => setProcessing(true)}>
              <Trans>Process Payment</Trans>
            </Button>
          </>
        }
      />
      <SampleHistoryBanner />
      {error && !data ? (
        <ErrorState error={error} title={t`Payments could not be loaded`} onRetry={() => void refetch()} />
      ) : (
        <>
          <StatStrip label={t`Payments`} stats={stats} />
          <Tabs
            label={t`Payments`}
            tabs={[
              { name: 'dashboard', label: t`Payment Dashboard`, panel: () => <DashboardTab {...address} /> },
              { name: 'history', label: t`Transaction History`, panel: () => <HistoryTab {...address} /> },
              { name: 'recurring', label: t`Recurring Payments`, panel: () => <RecurringTab /> },
              { name: 'methods', label: t`Payment Methods`, panel: () => <MethodsTable /> },
            ]}
          />
        </>
      )}
      {syncing && <SyncDialog onClose={() => setSyncing(false)} />}
      {processing && <ProcessPaymentDialog onClose={() => setProcessing(false)} />}
      {paymentId !== undefined && (
        <PaymentDialog
          key={paymentId}
          paymentId={paymentId}
          onClose={() => void navigate(address.withPayment(undefined), { replace: true, preventScrollReset: true })}
        />
      )}
    </>
  );
}
