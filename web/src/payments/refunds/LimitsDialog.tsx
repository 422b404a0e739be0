import type { AloneLimits } from '@openbenefits/domain/approvals/limits';
import { type Cents, ZERO } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { api } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { MoneyField, WholeNumberField } from '../../ui/form/NumberFields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { toastGood } from '../../ui/toasts.ts';
import classes from '../Payments.module.css';
import { refreshPayments } from '../refresh-payments.ts';

type Amounts = 'money' | 'organization' | 'runs';
type Values = Omit<AloneLimits, Amounts> & Record<Amounts, Cents | null>;

/** What one person decides alone, and how old refunded money may be. Changes wait for a second person. */
export function LimitsDialog({ limits, onClose }: { limits: AloneLimits; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const form = useForm<Values>({
    initial: { ...limits },
    problemsOf: () => [],
    send: async ({ money, organization, runs, ...days }) => {
      const input = { ...days, money: money ?? ZERO, organization: organization ?? ZERO, runs: runs ?? ZERO };
      await api.refunds.setLimits({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      await refreshPayments();
      toastGood(t`Approval requested`, t`The limits change once another person has approved them.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`Limits of what one person decides`}
      size={480}
      saveLabel={t`Ask for Approval`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <div className={classes.form}>
        <p className={classes.text}>
          <Trans>
            Refunds, write-offs, credits and voids of 30 days are added up. From these amounts on a second person
            approves.
          </Trans>
        </p>
        <MoneyField field={form.field('money')} label={t`Per person and per group`} />
        <MoneyField field={form.field('organization')} label={t`Whole organization`} />
        <MoneyField field={form.field('runs')} label={t`Bill runs`} />
        <WholeNumberField field={form.field('newPayeeDays')} label={t`A bank account is new for`} unit={t`days`} />
        <WholeNumberField field={form.field('checkDays')} label={t`A deposited check clears after`} unit={t`days`} />
        <WholeNumberField field={form.field('mostMonths')} label={t`Maximum credit months`} unit={t`months`} />
      </div>
    </FormDialog>
  );
}
