import type { BillRow } from '@openbenefits/contract/billing';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPrinter, IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { orpc } from '../api.ts';
import { ExportMenu } from '../exports/ExportMenu.tsx';
import { paths } from '../paths.ts';
import { HistoryTab } from '../payments/HistoryTab.tsx';
import { PaymentDialog } from '../payments/PaymentDialog.tsx';
import { SampleHistoryBanner } from '../payments/SampleHistoryBanner.tsx';
import { usePaymentsAddress } from '../payments/payments-address.ts';
import { today } from '../today.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { isEndedBill } from './bill-columns.tsx';
import { filterOf, useBillingAddress } from './billing-address.ts';
import { BillDetailsDialog } from './details/BillDetailsDialog.tsx';
import { GroupCard } from './GroupCard.tsx';
import { InvoicesTab } from './InvoicesTab.tsx';
import { LedgerTab } from './LedgerTab.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { type BillActions, useBillActions } from './use-bill-actions.tsx';

/** Reprint Bill and Bill Rerun of the group's newest bill. */
function HeaderActions({
  groupId,
  filter,
  newest,
  reason,
  actions,
}: {
  groupId: string | undefined;
  /** What the list of invoices shows. */
  filter: Record<string, unknown>;
  newest: BillRow | undefined;
  reason: string;
  actions: BillActions;
}) {
  const { t } = useLingui();
  return (
    <>
      <ButtonLink to={paths.aging}>
        <Trans>Aging and statements</Trans>
      </ButtonLink>
      <ButtonLink to={paths.billRuns}>
        <Trans>Bill runs</Trans>
      </ButtonLink>
      <ButtonLink to={paths.billingMonths}>
        <Trans>Month Close</Trans>
      </ButtonLink>
      {groupId !== undefined && (
        <ButtonLink to={paths.billingMonth(groupId, newest?.period ?? today())}>
          <Trans>Then and now</Trans>
        </ButtonLink>
      )}
      <ExportMenu list="bills" filter={filter} label={t`Export Report`} withPdf />
      <Button
        icon={IconPrinter}
        disabledReason={newest ? undefined : reason}
        onClick={() => newest && actions.reprint(newest)}
      >
        <Trans>Reprint Bill</Trans>
      </Button>
      <Button
        icon={IconRefresh}
        disabledReason={newest ? actions.rerunReason(newest) : reason}
        onClick={() => newest && actions.rerun(newest)}
      >
        <Trans>Bill Rerun</Trans>
      </Button>
    </>
  );
}

/** The payment or the bill that the address opens. */
function OpenDialogs({
  address,
  payments,
}: {
  address: ReturnType<typeof useBillingAddress>;
  payments: ReturnType<typeof usePaymentsAddress>;
}) {
  const navigate = useNavigate();
  const { billId } = address.question;
  const { paymentId } = payments.question;
  const close = (to: { search: string }) => void navigate(to, { replace: true, preventScrollReset: true });
  return (
    <>
      {paymentId !== undefined && (
        <PaymentDialog key={paymentId} paymentId={paymentId} onClose={() => close(payments.withPayment(undefined))} />
      )}
      {billId !== undefined && (
        <BillDetailsDialog key={billId} billId={billId} onClose={() => close(address.withBill(undefined))} />
      )}
    </>
  );
}

/** Billing Dashboard (specification 2; pictures 13 and 13b): a group's bills, or those of all groups. */
export function Component() {
  const { t } = useLingui();
  const address = useBillingAddress();
  const { groupId } = address.question;
  const payments = usePaymentsAddress();
  const actions = useBillActions();
  const { data, error, isPlaceholderData, refetch } = useQuery(
    orpc.billing.overview.queryOptions({ input: { ...(groupId && { groupId }) }, placeholderData: keepPreviousData }),
  );
  const overview = isPlaceholderData ? undefined : data;
  const newest = groupId === undefined ? undefined : overview?.recent.find((bill) => !isEndedBill(bill));
  const reason =
    groupId === undefined
      ? t`Choose a group first.`
      : overview
        ? t`This group has no posted bill yet.`
        : t`The bills are loading.`;
  const billTo = ({ id }: BillRow) => address.withBill(id);
  return (
    <>
      <PageHeader
        title={t`Billing Dashboard`}
        breadcrumb={[{ label: t`Billing & Payments` }]}
        more={[
          { label: t`Aging and statements`, to: paths.aging },
          { label: t`Bill runs`, to: paths.billRuns },
          { label: t`Month Close`, to: paths.billingMonths },
          ...(groupId === undefined
            ? []
            : [{ label: t`Then and now`, to: paths.billingMonth(groupId, newest?.period ?? today()) }]),
        ]}
        actions={
          <HeaderActions
            groupId={groupId}
            filter={filterOf(address.question)}
            newest={newest}
            reason={reason}
            actions={actions}
          />
        }
      />
      <SampleHistoryBanner />
      {error && !data ? (
        <ErrorState error={error} title={t`Billing could not be loaded`} onRetry={() => void refetch()} />
      ) : (
        <>
          <GroupCard data={overview} groupId={groupId} ofGroup={address.ofGroup} />
          <Tabs
            label={t`Billing`}
            tabs={[
              {
                name: 'overview',
                label: t`Billing Overview`,
                panel: () => <OverviewTab data={overview} groupId={groupId} billTo={billTo} actions={actions} />,
              },
              {
                name: 'invoices',
                label: t`Invoice Management`,
                panel: () => <InvoicesTab {...address} billTo={billTo} actions={actions} />,
              },
              {
                name: 'payments',
                label: t`Payment History`,
                panel: () => <HistoryTab {...payments} groupId={groupId} />,
              },
              { name: 'ledger', label: t`Ledger`, panel: () => <LedgerTab {...address} /> },
            ]}
          />
        </>
      )}
      {actions.dialog}
      <OpenDialogs address={address} payments={payments} />
    </>
  );
}
