import type { BillDetail } from '@openbenefits/contract/billing';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCreditCard, IconDownload, IconMail, IconPrinter, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, orpc } from '../../api.ts';
import { WaitingApproval } from '../../approvals/WaitingApproval.tsx';
import { fetchFile } from '../../exports/fetch-file.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { paths } from '../../paths.ts';
import { ProcessPaymentDialog } from '../../payments/ProcessPaymentDialog.tsx';
import { useWhyNot } from '../../session.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { toastError, toastGood } from '../../ui/toasts.ts';
import { billName, BillStatusBadge } from '../bill-words.tsx';
import { monthName } from '../../ui/month-name.ts';
import { refreshBilling } from '../refresh-billing.ts';
import { billFile } from '../ReprintDialog.tsx';
import { useBillActions } from '../use-bill-actions.tsx';
import { VoidDialog } from '../VoidDialog.tsx';
import { BillFacts, PaymentInstructions } from './BillFacts.tsx';
import classes from './BillDetails.module.css';
import { Holds } from './Holds.tsx';
import { PlanLines } from './PlanLines.tsx';
import { SubscriberLines } from './SubscriberLines.tsx';
import { Unusual } from './Unusual.tsx';

const POLL_MS = 3000;

function EmailDialog({ bill, to, onClose }: { bill: BillDetail; to: string; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const name = billName(bill);
  const email = useMutation({
    mutationFn: () => api.billing.email({ id: bill.id, idempotencyKey: keys.keyFor(bill.id) }),
    onSuccess: (sent) => {
      keys.settle();
      toastGood(t`Bill emailed`, t`A link to the bill is on its way to ${sent.to}.`);
      onClose();
      return refreshBilling();
    },
  });
  return (
    <ConfirmDialog
      opened
      title={t`Email bill ${name}`}
      confirmLabel={t`Email Bill`}
      busy={email.isPending}
      error={email.error}
      effects={[
        { label: t`To`, value: to },
        { label: t`Month`, value: monthName(bill.period) },
      ]}
      onConfirm={() => email.mutate()}
      onCancel={onClose}
    >
      <Trans>The group's contact gets a link to the bill. The email itself names no members.</Trans>
    </ConfirmDialog>
  );
}

function Footer({ bill }: { bill: BillDetail }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('billing.run');
  const mayNotTake = useWhyNot('payments.take');
  const mayNotPost = useWhyNot('billing.post');
  const [voiding, setVoiding] = useState(false);
  const [emailing, setEmailing] = useState(false);
  const [paying, setPaying] = useState(false);
  const download = useMutation({
    mutationFn: () => fetchFile(billFile(bill.id)),
    onError: (error) => toastError(error),
  });
  const to = bill.header.contactEmail;
  const isOpen = bill.status !== 'replaced' && bill.status !== 'void';
  const isUntouched = bill.sentAt === null && bill.due === Math.max(0, bill.total);
  return (
    <>
      {isOpen && (
        <Button
          variant="red"
          disabledReason={
            mayNotPost ??
            (bill.approval ? t`A second person decides whether this bill is voided.` : undefined) ??
            (isUntouched ? undefined : t`The bill was sent or has a payment. The next bill adjusts it.`)
          }
          onClick={() => setVoiding(true)}
        >
          <Trans>Void Bill…</Trans>
        </Button>
      )}
      <Button
        icon={IconMail}
        disabledReason={mayNot ?? (to ? undefined : t`The group's contact has no email address.`)}
        onClick={() => setEmailing(true)}
      >
        <Trans>Email Bill</Trans>
      </Button>
      <Button
        icon={IconDownload}
        busy={download.isPending}
        disabledReason={bill.hasPdf ? undefined : t`The PDF is being made. This takes a moment.`}
        onClick={() => download.mutate()}
      >
        <Trans>Download PDF</Trans>
      </Button>
      <Button
        variant="primary"
        icon={IconCreditCard}
        disabledReason={mayNotTake ?? (bill.due > 0 ? undefined : t`Nothing is due on this bill.`)}
        onClick={() => setPaying(true)}
      >
        <Trans>Pay Online</Trans>
      </Button>
      {paying && (
        <ProcessPaymentDialog
          group={{ id: bill.groupId, name: bill.groupName }}
          billId={bill.id}
          cents={bill.due}
          method="credit_card"
          onClose={() => setPaying(false)}
        />
      )}
      {voiding && <VoidDialog bill={bill} onClose={() => setVoiding(false)} />}
      {emailing && to && <EmailDialog bill={bill} to={to} onClose={() => setEmailing(false)} />}
    </>
  );
}

/** When it was posted and sent. */
function Note({ bill }: { bill: BillDetail }) {
  const { postedBy, postedAt, sentAt } = bill;
  if (postedAt === null) return <Trans>A draft. Nothing has been posted or sent.</Trans>;
  return (
    <span>
      <Trans>Posted by {postedBy ?? ''}</Trans> <TimeAgo instant={postedAt} />
      {', '}
      {sentAt === null ? (
        <Trans>not sent</Trans>
      ) : (
        <>
          <Trans>emailed</Trans> <TimeAgo instant={sentAt} />
        </>
      )}
    </span>
  );
}

function Content({ bill }: { bill: BillDetail }) {
  return (
    <div className={classes.content}>
      {bill.approval && <WaitingApproval approval={bill.approval} />}
      <BillFacts bill={bill} />
      <Unusual bill={bill} />
      <Holds bill={bill} />
      <PlanLines bill={bill} />
      <PaymentInstructions bill={bill} />
      <SubscriberLines billId={bill.id} lines={bill.lines} />
    </div>
  );
}

type Props = {
  billId: string;
  onClose: () => void;
  /** More for a draft, from the page of its run. */
  draftActions?: ReactNode;
};

/** Bill Details (specification 2; picture 15). */
export function BillDetailsDialog({ billId, onClose, draftActions }: Props) {
  const { t } = useLingui();
  const actions = useBillActions();
  const {
    data: bill,
    error,
    refetch,
  } = useQuery(
    orpc.billing.bill.queryOptions({
      input: { id: billId },
      // The PDF is made a moment after posting.
      refetchInterval: ({ state: { data } }) => (data?.postedAt && !data.hasPdf ? POLL_MS : false),
    }),
  );
  const isDraft = bill?.status === 'draft';
  return (
    <>
      <Dialog
        opened
        isRead
        size={880}
        onClose={onClose}
        overline={bill ? `${t`Bill Details`} · ${bill.groupName}` : t`Bill Details`}
        title={bill ? monthName(bill.period) : t`Bill`}
        badge={bill && <BillStatusBadge status={bill.status} />}
        headerActions={
          bill &&
          (isDraft ? (
            draftActions
          ) : (
            <>
              <ButtonLink to={paths.billingMonth(bill.groupId, bill.period)}>
                <Trans>Then and now</Trans>
              </ButtonLink>
              <Button icon={IconPrinter} onClick={() => actions.reprint(bill)}>
                <Trans>Reprint Bill</Trans>
              </Button>
              <Button icon={IconRefresh} disabledReason={actions.rerunReason(bill)} onClick={() => actions.rerun(bill)}>
                <Trans>Bill Rerun</Trans>
              </Button>
            </>
          ))
        }
        footerNote={bill && <Note bill={bill} />}
        footer={bill && !isDraft && <Footer bill={bill} />}
      >
        {bill ? (
          <Content bill={bill} />
        ) : error ? (
          <ErrorState error={error} title={t`The bill could not be loaded`} onRetry={() => void refetch()} />
        ) : (
          <div className={classes.content} aria-busy="true">
            <Skeleton width="60%" height={12} />
            <Skeleton width="80%" height={12} />
            <Skeleton width="40%" height={12} />
          </div>
        )}
      </Dialog>
      {actions.dialog}
    </>
  );
}
