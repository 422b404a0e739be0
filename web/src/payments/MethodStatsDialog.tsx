import type { PaymentMethod } from '@openbenefits/domain/payments/payment-method';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type api, orpc } from '../api.ts';
import { monthName } from '../ui/month-name.ts';
import { RECEIVED_BY_LABEL } from '../domain-labels.ts';
import { Button } from '../ui/Button.tsx';
import type { Column } from '../ui/data-table-types.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { MoneyText } from '../ui/MoneyText.tsx';

type Month = Awaited<ReturnType<typeof api.payments.methods.stats>>[number];

function useColumns(): Column<Month>[] {
  const { t } = useLingui();
  return [
    { key: 'month', header: t`Month`, narrow: 'name', cell: ({ month }) => monthName(month) },
    { key: 'payments', header: t`Payments`, width: 96, right: true, narrow: 'meta', cell: ({ payments }) => payments },
    { key: 'failed', header: t`Failed`, width: 80, right: true, below: 600, cell: ({ failed }) => failed },
    {
      key: 'fees',
      header: t`Fees`,
      width: 110,
      right: true,
      below: 600,
      cell: ({ fees }) => <MoneyText cents={fees} />,
    },
    {
      key: 'cents',
      header: t`Received`,
      width: 150,
      right: true,
      narrow: 'amount',
      cell: ({ cents }) => <MoneyText cents={cents} />,
    },
  ];
}

/** View Stats: what came and failed by a method, month by month, the newest first. */
export function MethodStatsDialog({ method, onClose }: { method: PaymentMethod; onClose: () => void }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(orpc.payments.methods.stats.queryOptions({ input: { method } }));
  const name = RECEIVED_BY_LABEL[method];
  return (
    <Dialog
      opened
      isRead
      size={640}
      title={t`${name}, last 12 months`}
      onClose={onClose}
      footer={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <DataTable
        label={t`${name} by month`}
        columns={useColumns()}
        rows={error ? [] : data?.toReversed()}
        rowKey={({ month }) => month}
        rowName={({ month }) => monthName(month)}
        loadingText={t`Loading...`}
        empty={
          error && (
            <ErrorState error={error} title={t`The figures could not be loaded`} onRetry={() => void refetch()} />
          )
        }
      />
    </Dialog>
  );
}
