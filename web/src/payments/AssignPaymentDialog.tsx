import type { PaymentRow } from '@openbenefits/contract/payments';
import { formatMoney } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { api } from '../api.ts';
import { useIdempotencyKey } from '../idempotency.ts';
import { useForm } from '../ui/form/use-form.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { toastGood } from '../ui/toasts.ts';
import { type ChosenGroup, GroupField } from './GroupField.tsx';
import classes from './Payments.module.css';
import { refreshPayments } from './refresh-payments.ts';

type Payment = Pick<PaymentRow, 'id' | 'cents' | 'reference'>;
type Values = { group: ChosenGroup | null };

/** Says whose payment it is; it pays the group's open bills at once. */
export function AssignPaymentDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const form = useForm<Values>({
    initial: { group: null },
    problemsOf: ({ group }) => (group ? [] : [{ path: 'group', message: t`Choose a group.` }]),
    send: async ({ group }) => {
      if (!group) return;
      const input = { id: payment.id, groupId: group.id };
      const { applied } = await api.payments.assign({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      await refreshPayments();
      toastGood(t`Payment of ${group.name}`, t`${formatMoney(applied)} applied to open bills.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`Choose the group`}
      size={480}
      saveLabel={t`Save`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <p className={classes.text}>
        <Trans>
          {formatMoney(payment.cents)}, {payment.reference}. The payment pays the group's open bills, the oldest first.
        </Trans>
      </p>
      <GroupField field={form.field('group')} />
    </FormDialog>
  );
}
