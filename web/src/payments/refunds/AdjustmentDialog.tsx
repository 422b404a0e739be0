import { type Cents, formatMoney } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { MoneyField } from '../../ui/form/NumberFields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { ToggleField } from '../../ui/form/ToggleField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { monthName } from '../../ui/month-name.ts';
import { toastGood } from '../../ui/toasts.ts';
import { type ChosenGroup, GroupField } from '../GroupField.tsx';
import classes from '../Payments.module.css';
import { refreshPayments } from '../refresh-payments.ts';

type Values = {
  kind: 'write_off' | 'credit';
  group: ChosenGroup | null;
  billId: string;
  cents: Cents | null;
  reason: string;
  staysOnAccount: boolean;
};

/** Writes off what is owed of a bill, or gives a group a credit. */
export function AdjustmentDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const form = useForm<Values>({
    initial: { kind: 'write_off', group: null, billId: '', cents: null, reason: '', staysOnAccount: false },
    problemsOf: ({ kind, group, billId, cents, reason }) => [
      ...(group ? [] : [{ path: 'group', message: t`Choose a group.` }]),
      ...(kind === 'write_off' && billId === '' ? [{ path: 'billId', message: t`Choose a bill.` }] : []),
      ...(cents !== null && cents > 0 ? [] : [{ path: 'cents', message: t`Enter an amount of more than $0.00.` }]),
      ...(reason.trim() === '' ? [{ path: 'reason', message: t`Enter a reason.` }] : []),
    ],
    send: async ({ kind, group, billId, cents, reason, staysOnAccount }) => {
      if (!group || cents === null) return;
      const idempotencyKey = keys.keyFor({ kind, group, billId, cents, reason, staysOnAccount });
      const { waitsBecause } =
        kind === 'write_off'
          ? await api.refunds.adjustments.writeOff({ billId, cents, reason, idempotencyKey })
          : await api.refunds.adjustments.credit({ groupId: group.id, cents, reason, staysOnAccount, idempotencyKey });
      keys.settle();
      await refreshPayments();
      toastGood(kind === 'write_off' ? t`Write-off saved` : t`Credit saved`, waitsBecause ?? t`It is posted.`);
      onClose();
    },
  });
  const { kind, group } = form.values;
  const { data: owed } = useQuery({
    ...orpc.payments.owed.queryOptions({ input: { groupId: group?.id ?? '' } }),
    enabled: group !== null,
  });
  return (
    <FormDialog
      title={t`Adjust a balance`}
      size={480}
      saveLabel={t`Save`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <div className={classes.form}>
        <SelectField
          field={form.field('kind')}
          label={t`Kind`}
          choices={[
            { value: 'write_off', label: t`Write off what is owed of a bill` },
            { value: 'credit', label: t`Credit on account` },
          ]}
        />
        <GroupField field={form.field('group')} />
        {kind === 'write_off' && (
          <SelectField
            field={form.field('billId')}
            label={t`Bill`}
            choices={[
              { value: '', label: t`Choose a bill` },
              ...(group === null ? [] : (owed?.bills ?? [])).map(({ id, number, period, due }) => ({
                value: id,
                label: `${number}, ${monthName(period)}, ${formatMoney(due)}`,
              })),
            ]}
          />
        )}
        <MoneyField field={form.field('cents')} label={t`Amount`} required />
        <TextField field={form.field('reason')} label={t`Reason`} required maxLength={300} />
        {kind === 'credit' && (
          <ToggleField field={form.field('staysOnAccount')} label={t`Keep it on account for the next bill`} />
        )}
        <p className={classes.text}>
          <Trans>Large amounts, and many small ones of a group within 30 days, wait for another person.</Trans>
        </p>
      </div>
    </FormDialog>
  );
}
