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

/** Voids a payment that was entered wrongly; its bills are owed again. */
export function VoidPaymentDialog({ payment, onClose }: { payment: PaymentDetail; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const [reason, setReason] = useState('');
  const bills = payment.applications.filter(({ undoneBy }) => undoneBy === null).length;
  const write = useMutation({
    mutationFn: () =>
      api.payments.void({ id: payment.id, reason: reason.trim(), idempotencyKey: keys.keyFor(reason.trim()) }),
    onSuccess: () => {
      keys.settle();
      toastGood(t`Payment voided`, payment.reference);
      onClose();
    },
    onSettled: refreshPayments,
  });
  return (
    <ConfirmDialog
      opened
      destructive
      title={t`Void payment ${payment.reference}`}
      confirmLabel={t`Void Payment`}
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
      <Trans>The payment stays in the history, and its ledger entries are reversed.</Trans>
    </ConfirmDialog>
  );
}
