import type { PaymentRow } from '@openbenefits/contract/payments';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { orpc } from '../api.ts';
import { paths } from '../paths.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { DateText } from '../ui/DateText.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorLine } from '../ui/ErrorState.tsx';
import { Detail, FactsRail, FactsSection } from '../ui/FactsRail.tsx';
import { MoneyText } from '../ui/MoneyText.tsx';
import { RowClicks } from '../ui/RowClicks.tsx';
import { MethodsTable } from './MethodsTable.tsx';
import { paymentColumns } from './payment-columns.tsx';
import { isEndedPayment, payerOf } from './payment-words.tsx';
import classes from './Payments.module.css';
import type { PaymentsAddress } from './payments-address.ts';

/** Specification 2, section 9. */
const RECENT = 4;
const RAIL_ROWS = 3;

type Props = Pick<PaymentsAddress, 'withPayment'>;

function RailItem({ payment, withPayment, note }: Props & { payment: PaymentRow; note: string }) {
  return (
    <li>
      <Link to={withPayment(payment.id)} preventScrollReset>
        {payerOf(payment)}
      </Link>
      <MoneyText cents={payment.status === 'completed' ? payment.unapplied : payment.cents} />
      <small>
        {note} · <DateText date={payment.receivedOn} />
      </small>
    </li>
  );
}

/** Payments that were returned, and money without a bill: what somebody has to look at. */
function ToLookAt({ withPayment }: Props) {
  const { t } = useLingui();
  const returned = useQuery(
    orpc.payments.list.queryOptions({ input: { status: 'returned' as const, limit: RAIL_ROWS } }),
  );
  const unapplied = useQuery(orpc.payments.list.queryOptions({ input: { unapplied: true, limit: RAIL_ROWS } }));
  const parts = [
    {
      title: t`Returned`,
      found: returned,
      none: t`No payment was returned.`,
      to: `${paths.payments}?tab=history&status=returned`,
    },
    {
      title: t`Unapplied`,
      found: unapplied,
      none: t`Every payment is applied to a bill.`,
      to: `${paths.payments}?tab=history&unapplied=yes`,
    },
  ];
  return (
    <FactsRail label={t`To look at`}>
      {parts.map(({ title, found, none, to }) => (
        <FactsSection
          key={title}
          title={title}
          action={
            found.data?.next != null && (
              <Link to={to}>
                <Trans>All</Trans>
              </Link>
            )
          }
        >
          {found.error && <ErrorLine error={found.error} />}
          {found.data?.rows.length === 0 && <p className={classes.quiet}>{none}</p>}
          {found.data && found.data.rows.length > 0 && (
            <ul className={classes.rail}>
              {found.data.rows.map((payment) => (
                <RailItem
                  key={payment.id}
                  payment={payment}
                  withPayment={withPayment}
                  note={payment.reason ?? payment.reference}
                />
              ))}
            </ul>
          )}
        </FactsSection>
      ))}
    </FactsRail>
  );
}

/** Payment Dashboard: Recent Transactions, at most four, and the payment methods (picture 17). */
export function DashboardTab({ withPayment }: Props) {
  const { t } = useLingui();
  const { data, error } = useQuery(orpc.payments.list.queryOptions({ input: { limit: RECENT } }));
  const { data: totals } = useQuery(orpc.payments.totals.queryOptions({ input: {} }));
  const total = (totals?.total ?? 0).toLocaleString('en-US');
  return (
    <Detail rail={<ToLookAt withPayment={withPayment} />}>
      <section className={classes.section}>
        <div className={classes.head}>
          <h2>
            <Trans>Recent Transactions</Trans>
          </h2>
          <Link to={`${paths.payments}?tab=history`}>
            <Trans>All {total}</Trans>
          </Link>
        </div>
        <RowClicks>
          <DataTable<PaymentRow>
            label={t`Recent Transactions`}
            columns={paymentColumns({ paymentTo: ({ id }) => withPayment(id) })}
            rows={error && !data ? [] : data?.rows}
            rowKey={({ id }) => id}
            rowName={(payment) => `${payerOf(payment)}, ${payment.reference}`}
            isEnded={isEndedPayment}
            loadingText={t`Loading payments...`}
            empty={
              error ? (
                <ErrorLine error={error} />
              ) : (
                <EmptyState title={t`No payments yet`}>
                  <Trans>Enter a payment with Process Payment, or import a file of your bank.</Trans>
                </EmptyState>
              )
            }
          />
        </RowClicks>
      </section>
      <MethodsTable />
    </Detail>
  );
}
