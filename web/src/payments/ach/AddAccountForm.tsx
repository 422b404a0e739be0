import { isRoutingNumber } from '@openbenefits/domain/payments/ach/routing-number';
import { useLingui } from '@lingui/react/macro';
import { api } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { toastGood } from '../../ui/toasts.ts';
import type { ChosenGroup } from '../GroupField.tsx';
import classes from '../Payments.module.css';
import { refreshAch } from './refresh-ach.ts';

type Values = {
  holder: string;
  owner: 'company' | 'person';
  kind: 'checking' | 'savings';
  routing: string;
  account: string;
};

/** Adds a bank account of a group. The number is encrypted and shown by its last digits from then on. */
export function AddAccountForm({ group, onClose }: { group: ChosenGroup; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const form = useForm<Values>({
    initial: { holder: group.name, owner: 'company', kind: 'checking', routing: '', account: '' },
    problemsOf: ({ holder, routing }) => [
      ...(holder.trim() === '' ? [{ path: 'holder', message: t`Enter the name on the account.` }] : []),
      ...(isRoutingNumber(routing.trim())
        ? []
        : [{ path: 'routing', message: t`This is not a routing number: its nine digits do not fit together.` }]),
    ],
    isSeen: (_path, _values, wasLeft) => wasLeft,
    send: async ({ owner, ...values }) => {
      const input = { ...values, groupId: group.id, isPerson: owner === 'person' };
      await api.ach.accounts.add({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      await refreshAch();
      toastGood(t`Bank account added`, t`Verify it before the first debit.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`Add bank account`}
      size={480}
      saveLabel={t`Add account`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <div className={classes.form}>
        <TextField field={form.field('holder')} label={t`Name on the account`} required maxLength={60} />
        <div className={classes.pair}>
          <SelectField
            field={form.field('owner')}
            label={t`Owner`}
            choices={[
              { value: 'company', label: t`Company` },
              { value: 'person', label: t`Person` },
            ]}
          />
          <SelectField
            field={form.field('kind')}
            label={t`Kind of account`}
            choices={[
              { value: 'checking', label: t`Checking` },
              { value: 'savings', label: t`Savings` },
            ]}
          />
        </div>
        <div className={classes.pair}>
          <TextField
            field={form.field('routing')}
            label={t`Routing number`}
            required
            inputMode="numeric"
            maxLength={9}
          />
          <TextField field={form.field('account')} label={t`Account number`} required maxLength={17} />
        </div>
      </div>
    </FormDialog>
  );
}
