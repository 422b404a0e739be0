import type { DelinquentGroupDetail } from '@openbenefits/contract/arrears';
import { problemsOfPlan } from '@openbenefits/domain/billing/installment-plan';
import { addMonths, calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { type Cents, formatMoney, split, ZERO } from '@openbenefits/domain/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { api } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { today } from '../../today.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { MoneyField } from '../../ui/form/NumberFields.tsx';
import { DateField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { toastGood } from '../../ui/toasts.ts';
import classes from './Arrears.module.css';
import { refreshArrears } from './refresh-arrears.ts';

type Entered = { on: string; cents: Cents | null };
const FIRST_PARTS = 3;
const MOST_PARTS = 24;

/** Equal monthly parts from a month from today, to start from. */
const suggested = (arrears: Cents): Entered[] =>
  split(
    arrears,
    Array.from({ length: FIRST_PARTS }, () => 1),
  ).map((cents, index) => ({
    on: addMonths(today(), index + 1),
    cents,
  }));

type Form = ReturnType<typeof useForm<{ installments: Entered[] }>>;

function Installments({ form }: { form: Form }) {
  const { t } = useLingui();
  const { installments } = form.values;
  const change = (index: number, part: Partial<Entered>) =>
    form.set(
      'installments',
      installments.map((one, at) => (at === index ? { ...one, ...part } : one)),
    );
  return (
    <>
      {installments.map(({ on, cents }, index) => {
        const number = index + 1;
        return (
          <div key={number} className={classes.installment}>
            <DateField
              field={form.bind(`installments.${index}.on`, on, (next: string) => change(index, { on: next }))}
              label={t`Installment ${number}, day`}
              required
            />
            <MoneyField
              field={form.bind(`installments.${index}.cents`, cents, (next: Cents | null) =>
                change(index, { cents: next }),
              )}
              label={t`Installment ${number}, amount`}
              required
            />
            <IconButton
              icon={IconTrash}
              label={t`Remove installment ${number}`}
              disabledReason={installments.length === 1 ? t`A plan has at least one installment.` : undefined}
              onClick={() =>
                form.set(
                  'installments',
                  installments.filter((_, at) => at !== index),
                )
              }
            />
          </div>
        );
      })}
    </>
  );
}

/** Agrees to payment in installments, which stop the clock while they are paid. */
export function PlanDialog({ group, onClose }: { group: DelinquentGroupDetail; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const form = useForm<{ installments: Entered[] }>({
    initial: { installments: suggested(group.arrears) },
    problemsOf: ({ installments }) => problemsOfPlan(installments, group.arrears, today()),
    send: async ({ installments }) => {
      const input = {
        groupId: group.groupId,
        installments: installments.map(({ on, cents }) => ({ on: calendarDateFrom(on), cents: cents ?? ZERO })),
      };
      await api.arrears.plan({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      await refreshArrears();
      toastGood(t`Installment plan saved`);
      onClose();
    },
  });
  const { installments } = form.values;
  const sumProblem = form.errorAt('installments');
  return (
    <FormDialog
      title={t`Installment plan of ${group.groupName}`}
      size={640}
      saveLabel={t`Save plan`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <div className={classes.form}>
        <p>
          <Trans>
            The installments pay the arrears of {formatMoney(group.arrears)}. Later bills are due as usual. A missed
            installment resumes the grace period.
          </Trans>
        </p>
        <Installments form={form} />
        {sumProblem && (
          <p className={classes.problem} role="alert">
            {sumProblem}
          </p>
        )}
        <div>
          <Button
            size="small"
            icon={IconPlus}
            disabledReason={
              installments.length >= MOST_PARTS ? t`A plan has at most ${MOST_PARTS} installments.` : undefined
            }
            onClick={() => form.set('installments', [...installments, { on: '', cents: null }])}
          >
            <Trans>Add installment</Trans>
          </Button>
        </div>
      </div>
    </FormDialog>
  );
}
