import type { PaymentDetail } from '@openbenefits/contract/payments';
import { formatMoney } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.ts';
import { useIdempotencyKey } from '../idempotency.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { TextInput } from '../ui/Fields.tsx';
import { toastGood } from '../ui/toasts.ts';
import { refreshPayments } from './refresh-payments.ts';

type Props = { payment: PaymentDetail; isUnassign?: boolean; onClose: () => void };

/** Voids a payment that was entered wrongly, or takes it away from a group; its bills are owed again. */
export function VoidPaymentDialog({ payment, isUnassign = false, onClose }: Props) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const [reason, setReason] = useState('');
  const bills = payment.applications.filter(({ undoneBy }) => undoneBy === null).length;
  const write = useMutation({
    mutationFn: () => {
      const input = { id: payment.id, reason: reason.trim(), idempotencyKey: keys.keyFor(reason.trim()) };
      return isUnassign ? api.payments.unassign(input) : api.payments.void(input);
    },
    onSuccess: () => {
      keys.settle();
      toastGood(isUnassign ? t`Payment removed from the group` : t`Payment voided`, payment.reference);
      onClose();
    },
    onSettled: refreshPayments,
  });
  return (
    <ConfirmDialog
      opened
      destructive
      title={isUnassign ? t`Remove payment ${payment.reference} from its group` : t`Void payment ${payment.reference}`}
      confirmLabel={isUnassign ? t`Remove from group` : t`Void Payment`}
      busy={write.isPending}
      error={write.error}
      isDirty={reason !== ''}
      disabledReason={reason.trim() === '' ? t`Enter a reason first.` : undefined}
      effects={[
        { label: t`Amount`, value: formatMoney(payment.cents) },
        { label: t`Bills that are owed again`, value: bills },
      ]}
      fields={<TextInput label={t`Reason`} required value={reason} onChange={setReason} maxLength={300} />}
      onConfirm={() => write.mutate()}
      onCancel={onClose}
    >
      {isUnassign ? (
        <Trans>The payment waits for its group again. Its payer is no longer matched with this group.</Trans>
      ) : (
        <Trans>The payment stays in the history, and its ledger entries are reversed.</Trans>
      )}
    </ConfirmDialog>
  );
}
