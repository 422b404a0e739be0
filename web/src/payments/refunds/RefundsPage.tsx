import type { RefundBalance } from '@openbenefits/contract/refunds';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAdjustments, IconPlusMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type api, orpc } from '../../api.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { type Stat, StatStrip } from '../../ui/StatStrip.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { AdjustmentDialog } from './AdjustmentDialog.tsx';
import { AdjustmentsTab } from './AdjustmentsTab.tsx';
import { BalancesTable } from './BalancesTable.tsx';
import { LimitsDialog } from './LimitsDialog.tsx';
import { RefundsTable } from './RefundsTable.tsx';
import { RequestRefundDialog } from './RequestRefundDialog.tsx';

type Summary = Awaited<ReturnType<typeof api.refunds.summary>>;

function useStats(summary: Summary | undefined): Stat[] {
  const { t } = useLingui();
  const money = (cents: Summary['available'] | undefined) => cents !== undefined && <MoneyText cents={cents} />;
  const needApproval = summary?.needApproval ?? 0;
  const failed = summary?.failed ?? 0;
  const tile = (label: string, cents: Summary['available'] | undefined, meaning: string): Stat => ({
    label,
    amount: true,
    value: money(cents) || undefined,
    meaning: summary && meaning,
  });
  return [
    tile(t`Available`, summary?.available, t`overpaid and credited`),
    tile(
      t`Reserved`,
      summary?.reserved,
      plural(needApproval, { one: '# request needs approval', other: '# requests need approval' }),
    ),
    tile(
      t`Refunds payable`,
      summary?.payable,
      failed > 0
        ? plural(failed, { one: '# failed, send it again', other: '# failed, send them again' })
        : t`approved, not sent`,
    ),
    tile(t`In transit`, summary?.inTransit, t`with the bank`),
    tile(t`Refunded this month`, summary?.refundedThisMonth, t`by check, ACH and card`),
  ];
}

type Asked = { what: 'request'; balance: RefundBalance } | { what: 'limits' } | { what: 'adjust' };

/** Premium Refunds (specification 2; picture 17c): what can be refunded, and what became of it. */
export function Component() {
  const { t } = useLingui();
  const mayNot = useWhyNot('payments.refund');
  const mayNotSet = useWhyNot('admin.settings');
  const [asked, setAsked] = useState<Asked>();
  const { data, error, refetch } = useQuery(orpc.refunds.summary.queryOptions({ input: {} }));
  const stats = useStats(data);
  const close = () => setAsked(undefined);
  return (
    <>
      <PageHeader
        title={t`Premium Refunds`}
        breadcrumb={[{ label: t`Billing & Payments` }]}
        actions={
          <>
            <Button icon={IconAdjustments} disabledReason={mayNotSet} onClick={() => setAsked({ what: 'limits' })}>
              <Trans>Limits</Trans>
            </Button>
            <Button icon={IconPlusMinus} disabledReason={mayNot} onClick={() => setAsked({ what: 'adjust' })}>
              <Trans>Adjust a balance</Trans>
            </Button>
          </>
        }
      />
      {error && !data ? (
        <ErrorState error={error} title={t`Refunds could not be loaded`} onRetry={() => void refetch()} />
      ) : (
        <>
          <StatStrip label={t`Refunds`} stats={stats} />
          <Tabs
            label={t`Refunds`}
            tabs={[
              {
                name: 'balances',
                label: t`Balances`,
                panel: () => <BalancesTable onRequest={(balance) => setAsked({ what: 'request', balance })} />,
              },
              { name: 'refunds', label: t`Refunds`, panel: () => <RefundsTable /> },
              { name: 'adjustments', label: t`Write-offs and credits`, panel: () => <AdjustmentsTab /> },
            ]}
          />
        </>
      )}
      {asked?.what === 'request' && data && (
        <RequestRefundDialog balance={asked.balance} limits={data.limits} onClose={close} />
      )}
      {asked?.what === 'limits' && data && <LimitsDialog limits={data.limits} onClose={close} />}
      {asked?.what === 'adjust' && <AdjustmentDialog onClose={close} />}
    </>
  );
}
