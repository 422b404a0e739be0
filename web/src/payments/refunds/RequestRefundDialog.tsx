import type { RefundBalance } from '@openbenefits/contract/refunds';
import type { AloneLimits } from '@openbenefits/domain/approvals/limits';
import { type Cents, formatMoney, fromCents } from '@openbenefits/domain/money';
import { REFUND_METHODS, type RefundMethod, type RefundReason } from '@openbenefits/domain/payments/refund';
import { Trans, useLingui } from '@lingui/react/macro';
import { api } from '../../api.ts';
import { REFUND_METHOD_LABEL, REFUND_REASON_LABEL } from '../../domain-labels.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { FactList } from '../../ui/FactsRail.tsx';
import { MoneyField } from '../../ui/form/NumberFields.tsx';
import { choicesOf, SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { payerOf } from '../payment-words.tsx';
import classes from '../Payments.module.css';
import { refreshPayments } from '../refresh-payments.ts';

type Values = { cents: Cents | null; reason: RefundReason; method: RefundMethod; note: string };
type Props = { balance: RefundBalance; limits: AloneLimits; onClose: () => void };

/** The way the money came, where a refund can go the same way. */
const originalMethod = (method: RefundBalance['method']): RefundMethod =>
  method === 'ach' || method === 'credit_card' ? method : 'check';

/** Requests a refund: the amount is reserved at once, and from the limit on another person approves. */
export function RequestRefundDialog({ balance, limits, onClose }: Props) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const available = fromCents(balance.balance - balance.reserved);
  const form = useForm<Values>({
    initial: {
      cents: available,
      reason: 'overpaid',
      method: originalMethod(balance.method),
      note: '',
    },
    problemsOf: ({ cents }) =>
      cents !== null && cents > 0 ? [] : [{ path: 'cents', message: t`Enter an amount of more than $0.00.` }],
    send: async ({ cents, ...values }) => {
      if (cents === null || balance.groupId === null) return;
      const input = { ...values, cents, groupId: balance.groupId, paymentId: balance.paymentId };
      const { number, waitsBecause } = await api.refunds.request({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      await refreshPayments();
      toastGood(t`Refund ${number} requested`, waitsBecause ?? t`It can be paid now.`);
      onClose();
    },
  });
  const { cents } = form.values;
  const amount = cents !== null && cents > 0 ? cents : fromCents(0);
  return (
    <FormDialog
      title={t`Request refund`}
      size={480}
      saveLabel={t`Request ${formatMoney(amount)}`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <div className={classes.form}>
        <FactList
          facts={[
            { label: payerOf(balance), value: balance.reference ?? t`Credit on account` },
            { label: t`Balance`, value: <MoneyText cents={balance.balance} /> },
            { label: t`Reserved by other requests`, value: <MoneyText cents={balance.reserved} /> },
            { label: t`Left on the account`, value: <MoneyText cents={fromCents(available - amount)} />, total: true },
          ]}
        />
        <SelectField field={form.field('reason')} label={t`Reason`} choices={choicesOf(REFUND_REASON_LABEL)} />
        <TextField field={form.field('note')} label={t`Note`} maxLength={300} />
        <div className={classes.pair}>
          <MoneyField field={form.field('cents')} label={t`Amount`} required />
          <SelectField
            field={form.field('method')}
            label={t`Method`}
            choices={REFUND_METHODS.map((value) => ({ value, label: REFUND_METHOD_LABEL[value] }))}
          />
        </div>
        <p className={classes.text}>
          {amount >= limits.money ? (
            <Trans>The amount is reserved until another person approves or rejects it.</Trans>
          ) : (
            <Trans>
              Below {formatMoney(limits.money)} in 30 days no second person is needed, with write-offs and credits.
            </Trans>
          )}
        </p>
      </div>
    </FormDialog>
  );
}
