import type { LedgerMonth } from '@openbenefits/contract/month-close';
import { formatMoney } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { refreshAfterDecision } from '../../approvals/refresh-approvals.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TextInput } from '../../ui/Fields.tsx';
import { monthName } from '../../ui/month-name.ts';
import { toastGood } from '../../ui/toasts.ts';

export type MonthStep = 'close' | 'reopen';
type Props = { step: MonthStep; month: LedgerMonth; onClose: () => void };

/** What is unfinished in a month that is to close. */
function useChecks(step: MonthStep, month: LedgerMonth['month']) {
  const { t } = useLingui();
  const { data, error } = useQuery(
    orpc.billing.months.checklist.queryOptions({ input: step === 'close' ? { month } : skipToken }),
  );
  const rows = data
    ? [
        { label: t`Bill runs not posted`, value: String(data.drafts) },
        { label: t`Payments not applied`, value: `${data.unapplied}, ${formatMoney(data.unappliedCents)}` },
        { label: t`Payments of no group`, value: String(data.unassigned) },
        { label: t`Refunds that failed`, value: String(data.failedRefunds) },
        { label: t`Carrier bills not reconciled`, value: String(data.unreconciled) },
        { label: t`ACH files not sent`, value: String(data.openFiles) },
      ]
    : [];
  return { rows, error, isLoading: step === 'close' && !data && !error };
}

/** Asks for the close of a month with what is unfinished, or for opening it again with a reason. */
export function MonthDialog({ step, month: { month }, onClose }: Props) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const [reason, setReason] = useState('');
  const { rows, error, isLoading } = useChecks(step, month);
  const name = monthName(month);
  const send = useMutation({
    mutationFn: () => {
      const idempotencyKey = keys.keyFor({ step, month, reason });
      return step === 'close'
        ? api.billing.months.close({ month, idempotencyKey })
        : api.billing.months.reopen({ month, reason: reason.trim(), idempotencyKey });
    },
    onSuccess: () => {
      keys.settle();
      toastGood(t`Approval requested`, t`Another person approves it under Waiting for Approval.`);
      onClose();
    },
    onSettled: refreshAfterDecision,
  });
  const whyNot = isLoading
    ? t`Loading the checklist`
    : step === 'reopen' && reason.trim() === ''
      ? t`Enter a reason.`
      : undefined;
  return (
    <ConfirmDialog
      opened
      title={step === 'close' ? t`Close ${name}` : t`Reopen ${name}`}
      confirmLabel={t`Ask for Approval`}
      busy={send.isPending}
      isDirty={reason !== ''}
      error={send.error ?? error}
      disabledReason={whyNot}
      effects={rows}
      fields={
        step === 'reopen' ? (
          <TextInput label={t`Reason`} required value={reason} onChange={setReason} maxLength={300} />
        ) : undefined
      }
      onConfirm={() => send.mutate()}
      onCancel={onClose}
    >
      {step === 'close' ? (
        <Trans>
          Nothing is posted into a closed month. Money of that month that comes later is posted on the day it comes,
          with its own date as the value date.
        </Trans>
      ) : (
        <Trans>Entries can be posted into the month again. The frozen trial balance stays in the history.</Trans>
      )}
    </ConfirmDialog>
  );
}
