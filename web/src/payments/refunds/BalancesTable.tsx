import type { RefundBalance } from '@openbenefits/contract/refunds';
import { fromCents } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { orpc } from '../../api.ts';
import { paths } from '../../paths.ts';
import { RECEIVED_BY_LABEL } from '../../domain-labels.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { payerOf } from '../payment-words.tsx';
import classes from '../Payments.module.css';

type Props = { onRequest: (balance: RefundBalance) => void };

const nameOf = (balance: RefundBalance): string => payerOf(balance);

function ActionCell({ balance, mayNot, onRequest }: Props & { balance: RefundBalance; mayNot: string | undefined }) {
  const { t } = useLingui();
  const name = nameOf(balance);
  if (balance.groupId === null)
    return (
      <Link to={`${paths.payments}?payment=${balance.paymentId ?? ''}`}>
        <Trans>Match payment</Trans>
      </Link>
    );
  if (balance.reserved >= balance.balance)
    return (
      <span className={classes.quiet}>
        <Trans>All reserved</Trans>
      </span>
    );
  return (
    <Button
      size="small"
      aria-label={t`Request Refund for ${name}`}
      disabledReason={mayNot}
      onClick={() => onRequest(balance)}
    >
      <Trans>Request Refund</Trans>
    </Button>
  );
}

function useColumns(onRequest: Props['onRequest']): Column<RefundBalance>[] {
  const { t } = useLingui();
  const mayNot = useWhyNot('payments.refund');
  return [
    {
      key: 'group',
      header: t`Group and source`,
      narrow: 'name',
      cell: (balance) => (
        <>
          <span className="row-name">{nameOf(balance)}</span>
          <span className="row-meta">
            {balance.method === null
              ? t`Credit on account`
              : `${RECEIVED_BY_LABEL[balance.method]}, ${balance.reference ?? ''}`}
          </span>
        </>
      ),
    },
    {
      key: 'since',
      header: t`Since`,
      width: 112,
      below: 820,
      cell: ({ since }) => since !== null && <DateText date={since} />,
    },
    {
      key: 'balance',
      header: t`Balance`,
      width: 124,
      right: true,
      below: 700,
      cell: ({ balance }) => <MoneyText cents={balance} />,
    },
    {
      key: 'reserved',
      header: t`Reserved`,
      width: 124,
      right: true,
      below: 700,
      cell: ({ reserved }) => (reserved === 0 ? '—' : <MoneyText cents={reserved} />),
    },
    {
      key: 'available',
      header: t`Available`,
      width: 124,
      right: true,
      narrow: 'amount',
      cell: ({ balance, reserved }) => <MoneyText cents={fromCents(balance - reserved)} />,
    },
    {
      key: 'action',
      header: t`Action`,
      width: 150,
      right: true,
      narrow: 'step',
      cell: (balance) => <ActionCell balance={balance} mayNot={mayNot} onRequest={onRequest} />,
    },
  ];
}

/** Overpaid and credited balances: only these can be refunded. */
export function BalancesTable({ onRequest }: Props) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(orpc.refunds.balances.queryOptions({ input: {} }));
  const columns = useColumns(onRequest);
  return (
    <>
      <p className={classes.lead}>
        <Trans>Only an overpayment or a credit can be refunded. A payment that paid a bill is un-applied first.</Trans>
      </p>
      <DataTable
        label={t`Balances`}
        columns={columns}
        rows={error && !data ? [] : data}
        rowKey={({ paymentId, groupId }) => paymentId ?? `credit ${groupId ?? ''}`}
        rowName={nameOf}
        sectionOf={({ paymentId }) =>
          paymentId === null
            ? { key: 'credit', label: t`Credits on account` }
            : { key: 'payment', label: t`Unapplied payments` }
        }
        loadingText={t`Loading balances...`}
        empty={
          error ? (
            <ErrorState error={error} title={t`The balances could not be loaded`} onRetry={() => void refetch()} />
          ) : (
            <EmptyState title={t`Nothing to refund`}>
              <Trans>No group has paid too much or has a credit.</Trans>
            </EmptyState>
          )
        }
      />
    </>
  );
}
