import { type Cents, ZERO } from '@openbenefits/domain/money';
import type { RefundLimits } from '@openbenefits/domain/payments/refund';
import { useLingui } from '@lingui/react/macro';
import { api } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { MoneyField, WholeNumberField } from '../../ui/form/NumberFields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { toastGood } from '../../ui/toasts.ts';
import classes from '../Payments.module.css';
import { refreshPayments } from '../refresh-payments.ts';

type Values = { secondPersonFrom: Cents | null; mostMonths: number };

/** From which amount on a second person approves, and how old refunded money may be. */
export function LimitsDialog({ limits, onClose }: { limits: RefundLimits; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const form = useForm<Values>({
    initial: { ...limits },
    problemsOf: ({ mostMonths }) =>
      mostMonths >= 1 && mostMonths <= 120 ? [] : [{ path: 'mostMonths', message: t`Enter 1 to 120 months.` }],
    send: async ({ secondPersonFrom, mostMonths }) => {
      const input = { secondPersonFrom: secondPersonFrom ?? ZERO, mostMonths };
      await api.refunds.setLimits({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      await refreshPayments();
      toastGood(t`Limits saved`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`Limits of refunds`}
      size={480}
      saveLabel={t`Save`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <div className={classes.form}>
        <MoneyField field={form.field('secondPersonFrom')} label={t`A second person approves from`} />
        <WholeNumberField field={form.field('mostMonths')} label={t`Maximum credit months`} unit={t`months`} />
      </div>
    </FormDialog>
  );
}
