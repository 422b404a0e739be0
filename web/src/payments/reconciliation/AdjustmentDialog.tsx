import type { ReconciliationLine } from '@openbenefits/contract/reconciliation';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { api } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { FactList } from '../../ui/FactsRail.tsx';
import { MoneyField } from '../../ui/form/NumberFields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { monthName } from '../../ui/month-name.ts';
import { toastGood } from '../../ui/toasts.ts';
import classes from '../Payments.module.css';
import { refreshReconciliation } from './refresh-reconciliation.ts';

type Values = { kind: 'charge' | 'credit'; cents: Cents | null; reason: string };

/** Puts a charge or a credit for a difference on the next bill, where coverage and rates do not change it. */
export function AdjustmentDialog({ id, line, onClose }: { id: string; line: ReconciliationLine; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const { place, name, month, theirs, ours } = line;
  const difference = theirs - ours;
  const form = useForm<Values>({
    initial: {
      kind: difference < 0 ? 'credit' : 'charge',
      cents: fromCents(Math.abs(difference)),
      reason: '',
    },
    problemsOf: ({ cents, reason }) => [
      ...(cents !== null && cents > 0 ? [] : [{ path: 'cents', message: t`Enter an amount of more than $0.00.` }]),
      ...(reason.trim() === '' ? [{ path: 'reason', message: t`Enter a reason.` }] : []),
    ],
    send: async ({ kind, cents, reason }) => {
      if (cents === null) return;
      const input = { id, place, kind, cents, reason };
      const { waitsBecause } = await api.reconciliation.addAdjustment({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      await refreshReconciliation();
      toastGood(t`Adjustment saved`, waitsBecause ?? t`The next bill has it.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`Add charge or credit`}
      size={480}
      saveLabel={t`Add to next bill`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <div className={classes.form}>
        <FactList
          facts={[
            { label: name ?? t`Member`, value: monthName(month) },
            { label: t`Difference`, value: <MoneyText cents={fromCents(difference)} difference />, total: true },
          ]}
        />
        <div className={classes.pair}>
          <SelectField
            field={form.field('kind')}
            label={t`Kind`}
            choices={[
              { value: 'charge', label: t`Charge` },
              { value: 'credit', label: t`Credit` },
            ]}
          />
          <MoneyField field={form.field('cents')} label={t`Amount`} required />
        </div>
        <TextField field={form.field('reason')} label={t`Reason`} required maxLength={200} />
        <p className={classes.text}>
          <Trans>
            The bill shows the reason with the covered month. Large amounts, and many small ones of a group within 30
            days, wait for another person.
          </Trans>
        </p>
      </div>
    </FormDialog>
  );
}
