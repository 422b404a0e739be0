import { Trans, useLingui } from '@lingui/react/macro';
import { api } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { FileField } from '../../ui/form/FileField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { toastGood } from '../../ui/toasts.ts';
import classes from '../Payments.module.css';
import { refreshAch } from './refresh-ach.ts';

type Values = { file: File | null };

/** Imports the bank's file of returns and changes; a file with problems changes nothing and names its lines. */
export function ImportReturnsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const form = useForm<Values>({
    initial: { file: null },
    problemsOf: ({ file }) => (file ? [] : [{ path: 'file', message: t`Choose a file.` }]),
    send: async ({ file }) => {
      if (!file) return;
      const input = { name: file.name, text: await file.text() };
      const { entries, matched } = await api.ach.returns.import({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      await refreshAch();
      toastGood(t`Return file imported`, t`${matched} of ${entries} entries matched.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`Import return file`}
      size={480}
      saveLabel={t`Import`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <div className={classes.form}>
        <p className={classes.text}>
          <Trans>
            Each return is matched by trace, bank and amount. Its payment is reversed, and its bill is owed again from
            its own due date.
          </Trans>
        </p>
        <FileField field={form.field('file')} label={t`File of the bank`} accept=".ach,.txt,.nacha" />
      </div>
    </FormDialog>
  );
}
