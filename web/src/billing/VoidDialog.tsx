import type { BillDetail } from '@openbenefits/contract/billing';
import { Trans, useLingui } from '@lingui/react/macro';
import { api } from '../api.ts';
import { useIdempotencyKey } from '../idempotency.ts';
import { TextAreaField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { toastGood } from '../ui/toasts.ts';
import classes from './Billing.module.css';
import { billName } from './bill-words.tsx';
import { refreshBilling } from './refresh-billing.ts';

/** Confirms that a bill is void, with the reason. */
export function VoidDialog({ bill, onClose }: { bill: BillDetail; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const name = billName(bill);
  const form = useForm({
    initial: { reason: '' },
    problemsOf: ({ reason }) => (reason.trim() === '' ? [{ path: 'reason', message: t`Enter a reason.` }] : []),
    send: async ({ reason }) => {
      const input = { id: bill.id, reason };
      const { waitsBecause } = await api.billing.void({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      if (waitsBecause === null) toastGood(t`Bill ${name} is void`, t`A new run makes a new bill for its month.`);
      else toastGood(t`Waiting for a second person`, waitsBecause);
      onClose();
      await refreshBilling();
    },
  });
  return (
    <FormDialog
      title={t`Void bill ${name}`}
      size={480}
      saveLabel={t`Void Bill`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <p className={classes.intro}>
        <Trans>
          Its ledger entry is reversed, and nothing of it is owed. The bill keeps its number. A new run bills the month
          again with a new number.
        </Trans>
      </p>
      <TextAreaField field={form.field('reason')} label={t`Reason`} required />
    </FormDialog>
  );
}
