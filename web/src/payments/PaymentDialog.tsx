import type { PaymentDetail } from '@openbenefits/contract/payments';
import { subtract, ZERO } from '@openbenefits/domain/money';
import { FROM_FILES } from '@openbenefits/domain/payments/payment-status';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { orpc } from '../api.ts';
import { monthName } from '../ui/month-name.ts';
import {
  LEDGER_ACCOUNT_LABEL,
  PAYMENT_KIND_LABEL,
  PAYMENT_SOURCE_LABEL,
  PAYMENT_STATUS_LABEL,
  RECEIVED_BY_LABEL,
} from '../domain-labels.ts';
import { paths } from '../paths.ts';
import { useWhyNot } from '../session.ts';
import { Button } from '../ui/Button.tsx';
import { DateText } from '../ui/DateText.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { type Fact, FactList } from '../ui/FactsRail.tsx';
import { MoneyText } from '../ui/MoneyText.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TimeAgo } from '../ui/TimeAgo.tsx';
import { AssignPaymentDialog } from './AssignPaymentDialog.tsx';
import { payerOf, PaymentStatusBadge } from './payment-words.tsx';
import classes from './Payments.module.css';
import { usePaymentWrites } from './use-payment-writes.ts';
import { VoidPaymentDialog } from './VoidPaymentDialog.tsx';

/** A payment that waits for the bank or a processor changes by itself. */
const POLL_MS = 5000;

function useFacts(payment: PaymentDetail): Fact[] {
  const { t } = useLingui();
  const { groupId, groupName, cents, fee, payerBearsFee, unapplied, reason } = payment;
  return [
    {
      label: t`Group`,
      value: groupId === null ? payerOf(payment) : <Link to={paths.billingOf(groupId)}>{groupName}</Link>,
    },
    { label: t`Amount`, value: <MoneyText cents={cents} /> },
    {
      label: t`Processing fee`,
      value: <MoneyText cents={fee} />,
      note: payerBearsFee ? t`Paid by the payer, on top` : t`Borne by the organization`,
    },
    { label: t`Type`, value: PAYMENT_KIND_LABEL[payment.kind] },
    { label: t`Method`, value: RECEIVED_BY_LABEL[payment.method] },
    { label: t`Reference`, value: payment.reference, mono: true },
    { label: t`Received`, value: <DateText date={payment.receivedOn} /> },
    { label: t`Source`, value: PAYMENT_SOURCE_LABEL[payment.source], note: payment.createdBy },
    { label: t`Unapplied`, value: <MoneyText cents={unapplied} /> },
    ...(reason === null ? [] : [{ label: t`Reason`, value: reason }]),
  ];
}

function Applications({ payment, mayNot }: { payment: PaymentDetail; mayNot: string | undefined }) {
  const { t } = useLingui();
  const { undo } = usePaymentWrites(payment.id);
  if (payment.applications.length === 0)
    return (
      <p className={classes.quiet}>
        <Trans>Not applied to a bill.</Trans>
      </p>
    );
  return (
    <ul className={classes.list} aria-label={t`Applied to`}>
      {payment.applications.map(({ id, billId, billNumber, period, cents, undoneBy, appliedOn, by }) => (
        <li key={id} data-ended={undoneBy !== null || undefined}>
          <span>
            <Link to={`${paths.billing}?bill=${billId}`}>
              {monthName(period)}, {billNumber}
            </Link>
            <small>
              {undoneBy === null ? (
                <>
                  {by}, <DateText date={appliedOn} />
                </>
              ) : (
                <Trans>Undone by {undoneBy}</Trans>
              )}
            </small>
          </span>
          <MoneyText cents={cents} />
          {undoneBy === null && (
            <Button
              size="small"
              aria-label={t`Undo the application to bill ${billNumber}`}
              busy={undo.isPending}
              disabledReason={mayNot}
              onClick={() => undo.mutate(id)}
            >
              <Trans>Undo</Trans>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function History({ payment }: { payment: PaymentDetail }) {
  return (
    <ul className={classes.list}>
      {payment.events.map(({ at, status, note, by }) => (
        <li key={`${at} ${status}`}>
          <span>
            {PAYMENT_STATUS_LABEL[status]}
            <small>
              {note} · {by} · <TimeAgo instant={at} />
            </small>
          </span>
        </li>
      ))}
      {payment.attempts.map(({ id, label, message, madeAt }) => (
        <li key={id}>
          <span>
            {label}
            <small>
              {message !== null && `${message} · `}
              <TimeAgo instant={madeAt} />
            </small>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Entries({ payment }: { payment: PaymentDetail }) {
  return (
    <table className={classes.entries}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Account</Trans>
          </th>
          <th scope="col">
            <Trans>Debit</Trans>
          </th>
          <th scope="col">
            <Trans>Credit</Trans>
          </th>
        </tr>
      </thead>
      {payment.entries.map(({ id, memo, effectiveOn, postings }) => (
        <tbody key={id}>
          <tr>
            <th scope="rowgroup" colSpan={3}>
              <DateText date={effectiveOn} /> {memo}
            </th>
          </tr>
          {postings.map(({ account, name, cents }, index) => (
            <tr key={`${account} ${index.toString()}`}>
              <td>
                {account} {LEDGER_ACCOUNT_LABEL[account] ?? name}
              </td>
              <td>{cents > 0 && <MoneyText cents={cents} />}</td>
              <td>{cents < 0 && <MoneyText cents={subtract(ZERO, cents)} />}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Content({ payment, mayNot }: { payment: PaymentDetail; mayNot: string | undefined }) {
  const facts = useFacts(payment);
  const parts = [
    { key: 'applied', title: <Trans>Applied to</Trans>, body: <Applications payment={payment} mayNot={mayNot} /> },
    { key: 'history', title: <Trans>History</Trans>, body: <History payment={payment} /> },
    {
      key: 'ledger',
      title: <Trans>Ledger entries</Trans>,
      body:
        payment.entries.length > 0 ? (
          <Entries payment={payment} />
        ) : (
          <p className={classes.quiet}>
            <Trans>Nothing is posted until the money is on its way.</Trans>
          </p>
        ),
    },
  ];
  return (
    <div className={classes.detail}>
      <FactList facts={facts} />
      {parts.map(({ key, title, body }) => (
        <section key={key}>
          <h3>{title}</h3>
          {body}
        </section>
      ))}
    </div>
  );
}

function Footer({ payment, mayNot }: { payment: PaymentDetail; mayNot: string | undefined }) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<'void' | 'assign' | 'unassign'>();
  const { apply, deposit } = usePaymentWrites(payment.id);
  const { status, method, source, isDeposited, unapplied, groupId } = payment;
  const isVoidable = status === 'pending' || status === 'completed';
  return (
    <>
      <Button
        disabledReason={mayNot ?? (isVoidable ? undefined : t`The payment is ${PAYMENT_STATUS_LABEL[status]}.`)}
        onClick={() => setAsked('void')}
      >
        <Trans>Void...</Trans>
      </Button>
      {method === 'check' && status === 'completed' && !isDeposited && (
        <Button busy={deposit.isPending} disabledReason={mayNot} onClick={() => deposit.mutate()}>
          <Trans>Mark as deposited</Trans>
        </Button>
      )}
      {groupId !== null && status === 'completed' && FROM_FILES.has(source) && (
        <Button disabledReason={mayNot} onClick={() => setAsked('unassign')}>
          <Trans>Remove from group...</Trans>
        </Button>
      )}
      {groupId === null && status === 'completed' && (
        <Button variant="primary" disabledReason={mayNot} onClick={() => setAsked('assign')}>
          <Trans>Choose the group</Trans>
        </Button>
      )}
      {groupId !== null && unapplied > 0 && status === 'completed' && (
        <Button variant="primary" busy={apply.isPending} disabledReason={mayNot} onClick={() => apply.mutate()}>
          <Trans>Apply to open bills</Trans>
        </Button>
      )}
      {asked === 'void' && <VoidPaymentDialog payment={payment} onClose={() => setAsked(undefined)} />}
      {asked === 'unassign' && <VoidPaymentDialog isUnassign payment={payment} onClose={() => setAsked(undefined)} />}
      {asked === 'assign' && <AssignPaymentDialog payment={payment} onClose={() => setAsked(undefined)} />}
    </>
  );
}

/** A payment: what it paid, its states, and its ledger entries. */
export function PaymentDialog({ paymentId, onClose }: { paymentId: string; onClose: () => void }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('payments.take');
  const {
    data: payment,
    error,
    refetch,
  } = useQuery(
    orpc.payments.get.queryOptions({
      input: { id: paymentId },
      refetchInterval: ({ state: { data } }) =>
        data?.status === 'pending' && data.attempts.length > 0 ? POLL_MS : false,
    }),
  );
  return (
    <Dialog
      opened
      isRead
      size={640}
      overline={t`Payment`}
      title={payment ? payerOf(payment) : t`Payment`}
      badge={payment && <PaymentStatusBadge status={payment.status} />}
      onClose={onClose}
      footer={payment && <Footer payment={payment} mayNot={mayNot} />}
    >
      {payment ? (
        <Content payment={payment} mayNot={mayNot} />
      ) : error ? (
        <ErrorState error={error} title={t`The payment could not be loaded`} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy="true">
          <Skeleton width="60%" height={12} />
        </div>
      )}
    </Dialog>
  );
}
