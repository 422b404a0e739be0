import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import classes from '../Payments.module.css';
import { SecondPersonNote, useToastOfWaiting } from '../second-person.tsx';
import { refreshReconciliation } from './refresh-reconciliation.ts';

type Values = { carrier: string; days: string };
const daysOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** Sets in how many days a carrier corrects a month back; without a number, the group's days hold. */
export function RetroLimitsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const tellWaiting = useToastOfWaiting();
  const { data } = useQuery(orpc.reconciliation.retroLimits.queryOptions({ input: {} }));
  const form = useForm<Values>({
    initial: { carrier: '', days: '' },
    problemsOf: ({ carrier, days }) => {
      const number = daysOf(days);
      return [
        ...(carrier === '' ? [{ path: 'carrier', message: t`Choose a carrier.` }] : []),
        ...(number === null || (Number.isInteger(number) && number >= 1 && number <= 730)
          ? []
          : [{ path: 'days', message: t`Enter 1 to 730 days, or leave it blank.` }]),
      ];
    },
    send: async ({ carrier, days }) => {
      const input = { carrier, days: daysOf(days) };
      await api.reconciliation.setRetroLimit({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      await refreshReconciliation();
      tellWaiting(t`Retro limit of ${carrier}`);
      onClose();
    },
  });
  const carrier = form.field('carrier');
  return (
    <FormDialog
      title={t`Retro limits of carriers`}
      size={480}
      saveLabel={t`Save`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <div className={classes.form}>
        <SecondPersonNote />
        <p className={classes.text}>
          <Trans>
            How many days back a carrier corrects a month. Where it is blank, the days of the group apply. Files that
            were compared before keep their limits.
          </Trans>
        </p>
        <SelectField
          field={{
            ...carrier,
            onChange: (value: string) => {
              carrier.onChange(value);
              form.field('days').onChange(String(data?.find((one) => one.carrier === value)?.days ?? ''));
            },
          }}
          label={t`Carrier`}
          required
          choices={[
            { value: '', label: t`Choose` },
            ...(data ?? []).map(({ carrier: value, days }) => ({
              value,
              label: days === null ? value : t`${value}, ${days} days`,
            })),
          ]}
        />
        <TextField field={form.field('days')} label={t`Days`} />
      </div>
    </FormDialog>
  );
}
