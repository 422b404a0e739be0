import { formatMoney } from '@openbenefits/domain/money';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { monthName } from '../../ui/month-name.ts';
import { refreshBilling } from '../refresh-billing.ts';
import type { RunDetail } from './run-detail.ts';
import classes from './Runs.module.css';

const postLabel = (bills: number): string => plural(bills, { one: 'Post # bill', other: 'Post # bills' });

type DialogProps = RunDetail & { onClose: () => void };

function PostDialog({ run, figures, onClose }: DialogProps) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const month = monthName(run.period);
  const { ready, waiting, empty } = figures;
  const needsSecond = figures.ready.total >= figures.secondPersonFrom;
  const limit = formatMoney(figures.secondPersonFrom);
  const post = useMutation({
    mutationFn: () => {
      const input = { id: run.id, total: figures.ready.total };
      return api.billing.runs.post({ ...input, idempotencyKey: keys.keyFor(input) });
    },
    onSuccess: ({ waitsBecause }) => {
      keys.settle();
      if (waitsBecause !== null) toastGood(t`Waiting for a second person`, waitsBecause);
      onClose();
    },
    onSettled: refreshBilling,
  });
  return (
    <ConfirmDialog
      opened
      title={t`Post the ${month} bill run`}
      confirmLabel={needsSecond ? t`Ask for Posting` : postLabel(ready.bills)}
      busy={post.isPending}
      error={post.error}
      effects={[
        { label: t`Bills`, value: ready.bills.toLocaleString('en-US') },
        { label: t`Premium`, value: <MoneyText cents={ready.premium} /> },
        { label: t`Adjustments`, value: <MoneyText cents={ready.retro} difference /> },
        { label: t`Total`, value: <MoneyText cents={ready.total} /> },
        ...(waiting > 0 ? [{ label: t`Bills that wait`, value: waiting.toLocaleString('en-US') }] : []),
        ...(empty > 0 ? [{ label: t`Groups with nothing to bill`, value: empty.toLocaleString('en-US') }] : []),
      ]}
      onConfirm={() => post.mutate()}
      onCancel={onClose}
    >
      {needsSecond ? (
        <Trans>Another person approves the posting of runs from {limit} on. They see exactly these drafts.</Trans>
      ) : (
        <Trans>Each bill gets its number and is written to the ledger. A posted bill cannot be changed.</Trans>
      )}
    </ConfirmDialog>
  );
}

function CancelDialog({ run, figures, onClose }: DialogProps) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const month = monthName(run.period);
  const cancel = useMutation({
    mutationFn: () => api.billing.runs.cancel({ id: run.id, idempotencyKey: keys.keyFor(run.id) }),
    onSuccess: () => {
      toastGood(t`Bill run canceled`);
      onClose();
    },
    onSettled: refreshBilling,
  });
  return (
    <ConfirmDialog
      opened
      title={t`Cancel the ${month} bill run`}
      confirmLabel={t`Cancel Bill Run`}
      cancelLabel={t`Keep bill run`}
      destructive
      busy={cancel.isPending}
      error={cancel.error}
      effects={[
        { label: t`Drafts that are discarded`, value: (figures.bills - figures.posted).toLocaleString('en-US') },
      ]}
      onConfirm={() => cancel.mutate()}
      onCancel={onClose}
    >
      {figures.posted > 0 ? (
        <Trans>Bills that were posted stay. You can start the month again for the other groups at any time.</Trans>
      ) : (
        <Trans>Nothing of this run has been posted. You can start the month again at any time.</Trans>
      )}
    </ConfirmDialog>
  );
}

/** What the run would post, why it cannot, and the two ways to end it. */
export function RunFooter({ run, figures }: RunDetail) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<'post' | 'cancel'>();
  const mayNotPost = useWhyNot('billing.post');
  const mayNotRun = useWhyNot('billing.run');
  const waits = run.approval === null ? undefined : t`The posting waits for a second person.`;
  const close = () => setAsked(undefined);
  if (['posted', 'cancelled', 'posting', 'nothing_to_do'].includes(run.status)) return null;
  const detail = { run, figures, onClose: close };
  const obstacle = mayNotPost ?? waits ?? figures.obstacle ?? undefined;
  return (
    <div className={classes.footer} data-bottom-bar>
      <p>
        <b>
          <Plural value={figures.ready.bills} one="# bill" other="# bills" />
        </b>
        <span className="num">{formatMoney(figures.ready.total)}</span>
        {figures.waiting > 0 && <Plural value={figures.waiting} one="# bill waits" other="# bills wait" />}
        {figures.empty > 0 && (
          <Plural value={figures.empty} one="# group has nothing to bill" other="# groups have nothing to bill" />
        )}
        {obstacle !== undefined && run.status === 'review' && <span className={classes.obstacle}>{obstacle}</span>}
      </p>
      <Button variant="red" disabledReason={mayNotRun} onClick={() => setAsked('cancel')}>
        <Trans>Cancel run…</Trans>
      </Button>
      <Button variant="primary" disabledReason={obstacle} onClick={() => setAsked('post')}>
        {postLabel(figures.ready.bills)}
      </Button>
      {asked === 'post' && <PostDialog {...detail} />}
      {asked === 'cancel' && <CancelDialog {...detail} />}
    </div>
  );
}
