import type { BillRow } from '@openbenefits/contract/billing';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { api } from '../api.ts';
import { fetchFile } from '../exports/fetch-file.ts';
import { useIdempotencyKey } from '../idempotency.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { MoneyText } from '../ui/MoneyText.tsx';
import { toastGood } from '../ui/toasts.ts';
import { billName } from './bill-words.tsx';
import { monthName } from '../ui/month-name.ts';
import { refreshBilling } from './refresh-billing.ts';

export type ListedBill = Pick<
  BillRow,
  'id' | 'groupId' | 'groupName' | 'number' | 'version' | 'period' | 'status' | 'total'
>;

export const billFile = (billId: string): string => `/downloads/bills/${billId}`;

/** Marks a bill as to be printed again and saves its stored file (specification 2, Billing Dashboard). */
export function ReprintDialog({ bill, onClose }: { bill: ListedBill; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const month = monthName(bill.period);
  const reprint = useMutation({
    mutationFn: async () => {
      await api.billing.reprint({ id: bill.id, idempotencyKey: keys.keyFor(bill.id) });
      await fetchFile(billFile(bill.id));
    },
    onSuccess: () => {
      keys.settle();
      toastGood(t`Bill reprinted`, t`The file is the same as when the bill was posted.`);
      onClose();
      return refreshBilling();
    },
  });
  return (
    <ConfirmDialog
      opened
      title={t`Confirm Bill Reprint`}
      confirmLabel={t`Reprint Bill`}
      busy={reprint.isPending}
      error={reprint.error}
      effects={[
        { label: t`Group`, value: bill.groupName },
        { label: t`Bill`, value: billName(bill) },
        { label: t`Month`, value: month },
        { label: t`Amount`, value: <MoneyText cents={bill.total} /> },
      ]}
      onConfirm={() => reprint.mutate()}
      onCancel={onClose}
    >
      <Trans>You get the stored PDF of the bill. Its amounts are not calculated again.</Trans>
    </ConfirmDialog>
  );
}
