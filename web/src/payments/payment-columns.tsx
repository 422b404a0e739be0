import type { PaymentRow } from '@openbenefits/contract/payments';
import { formatMoney } from '@openbenefits/domain/money';
import { t } from '@lingui/core/macro';
import { Link, type To } from 'react-router';
import { PAYMENT_KIND_LABEL, RECEIVED_BY_LABEL } from '../domain-labels.ts';
import type { Column } from '../ui/data-table-types.ts';
import { DateText } from '../ui/DateText.tsx';
import { MoneyText } from '../ui/MoneyText.tsx';
import { payerOf, PaymentStatusBadge } from './payment-words.tsx';

/** What is to be said of a payment below its status or date. */
function noteOf({ status, unapplied, reason }: PaymentRow): string | undefined {
  if (status === 'failed' || status === 'returned' || status === 'void') return reason ?? undefined;
  if (status === 'completed' && unapplied > 0) return t`${formatMoney(unapplied)} unapplied`;
  return undefined;
}

/** The columns of payments (picture 17). */
export function paymentColumns({
  paymentTo,
  withGroup = true,
}: {
  paymentTo: (payment: PaymentRow) => To;
  withGroup?: boolean;
}): Column<PaymentRow>[] {
  return [
    {
      key: 'group',
      header: withGroup ? t`Group` : t`Type`,
      narrow: 'name',
      cell: (payment) => (
        <>
          <Link className="row-name" data-row={payment.id} to={paymentTo(payment)} preventScrollReset>
            {withGroup ? payerOf(payment) : PAYMENT_KIND_LABEL[payment.kind]}
          </Link>
          {withGroup && <span className="row-meta">{PAYMENT_KIND_LABEL[payment.kind]}</span>}
        </>
      ),
    },
    {
      key: 'method',
      header: t`Method`,
      width: 158,
      below: 700,
      cell: ({ method, reference }) => (
        <>
          {RECEIVED_BY_LABEL[method]}
          <span className="row-meta">{reference}</span>
        </>
      ),
    },
    {
      key: 'when',
      header: t`Date`,
      width: 140,
      narrow: 'meta',
      cell: (payment) => (
        <>
          <span className="only-narrow">{RECEIVED_BY_LABEL[payment.method]} · </span>
          <DateText date={payment.receivedOn} />
          <span className="row-meta">{noteOf(payment)}</span>
        </>
      ),
    },
    {
      key: 'status',
      header: t`Status`,
      width: 124,
      narrow: 'status',
      cell: ({ status }) => <PaymentStatusBadge status={status} />,
    },
    {
      key: 'amount',
      header: t`Amount`,
      width: 124,
      right: true,
      narrow: 'amount',
      cell: ({ cents }) => <MoneyText cents={cents} />,
    },
  ];
}
