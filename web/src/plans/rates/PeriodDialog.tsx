import type { RateTableDetail } from '@openbenefits/contract/rate-tables';
import { useLingui } from '@lingui/react/macro';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { type EnteredPeriod, enteredPeriod, PeriodFields, periodOf, problemsOfPeriod } from './period-fields.tsx';
import type { Period } from './use-draft-save.ts';

/** Changes the first and last day of a draft. */
export function PeriodDialog({
  table,
  onClose,
  onSave,
}: {
  table: RateTableDetail;
  onClose: () => void;
  onSave: (period: Period) => Promise<unknown>;
}) {
  const { t } = useLingui();
  const form = useForm<EnteredPeriod>({
    initial: enteredPeriod(table),
    problemsOf: problemsOfPeriod,
    send: async (values) => {
      await onSave(periodOf(values));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`Change the dates of version ${table.versionNo}`}
      size={480}
      saveLabel={t`Save dates`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <PeriodFields from={form.field('from')} last={form.field('lastDay')} />
    </FormDialog>
  );
}
