import type { RecurringPayment } from '@openbenefits/contract/recurring-payments';
import { calendarDateFrom, formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import type { Cents } from '@openbenefits/domain/money';
import { nextPayment, RECURRENCES, type Recurrence } from '@openbenefits/domain/payments/recurrence';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../api.ts';
import { RECURRENCE_LABEL } from '../../domain-labels.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { today } from '../../today.ts';
import { MoneyField, WholeNumberField } from '../../ui/form/NumberFields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { DateField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { type ChosenGroup, GroupField } from '../GroupField.tsx';
import classes from '../Payments.module.css';

type Values = {
  group: ChosenGroup | null;
  bankAccountId: string;
  frequency: Recurrence;
  anchorDay: number;
  shift: 'next' | 'previous';
  kind: 'due' | 'fixed';
  fixedCents: Cents | null;
  startsOn: string;
  noticeDays: number;
};
type Props = { edited?: RecurringPayment; onDone: () => void; onClose: () => void };

const valuesOf = (one: RecurringPayment | undefined): Values => ({
  group: one ? { id: one.groupId, name: one.groupName } : null,
  bankAccountId: one?.bankAccountId ?? '',
  frequency: one?.frequency ?? 'monthly',
  anchorDay: one?.anchorDay ?? 1,
  shift: one?.shift ?? 'next',
  kind: one && one.fixedCents !== null ? 'fixed' : 'due',
  fixedCents: one?.fixedCents ?? null,
  startsOn: one?.startsOn ?? today(),
  noticeDays: one?.noticeDays ?? 3,
});

function useRecurringForm({ edited, onDone, onClose }: Props) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  return useForm<Values>({
    initial: valuesOf(edited),
    problemsOf: ({ group, bankAccountId, anchorDay, kind, fixedCents, startsOn }) => [
      ...(group ? [] : [{ path: 'group', message: t`Choose a group.` }]),
      ...(bankAccountId === '' ? [{ path: 'bankAccountId', message: t`Choose a bank account.` }] : []),
      ...(anchorDay >= 1 && anchorDay <= 31 ? [] : [{ path: 'anchorDay', message: t`Enter a day from 1 to 31.` }]),
      ...(kind === 'fixed' && !(fixedCents !== null && fixedCents > 0)
        ? [{ path: 'fixedCents', message: t`Enter an amount of more than $0.00.` }]
        : []),
      ...(parseCalendarDate(startsOn) ? [] : [{ path: 'startsOn', message: t`Enter a date.` }]),
    ],
    send: async ({ group, kind, fixedCents, startsOn, ...values }) => {
      if (!group) return;
      const input = {
        ...values,
        fixedCents: kind === 'fixed' ? fixedCents : null,
        startsOn: calendarDateFrom(startsOn),
      };
      const idempotencyKey = keys.keyFor({ ...input, group });
      await (edited
        ? api.recurringPayments.edit({ id: edited.id, ...input, idempotencyKey })
        : api.recurringPayments.setUp({ groupId: group.id, ...input, idempotencyKey }));
      keys.settle();
      onDone();
      toastGood(t`Recurring payment saved`, group.name);
      onClose();
    },
  });
}
type Form = ReturnType<typeof useRecurringForm>;

function AccountField({ form }: { form: Form }) {
  const { t } = useLingui();
  const { group } = form.values;
  const { data } = useQuery({
    ...orpc.ach.accounts.list.queryOptions({ input: { groupId: group?.id ?? '' } }),
    enabled: group !== null,
  });
  const verified = (group === null ? [] : (data ?? [])).filter(({ status }) => status === 'verified');
  return (
    <SelectField
      field={form.field('bankAccountId')}
      label={t`Bank account`}
      description={
        group !== null && data && verified.length === 0
          ? t`The group has no verified bank account. Add one in Process Payment.`
          : undefined
      }
      choices={[
        { value: '', label: t`Choose a bank account` },
        ...verified.map(({ id, holder, last4 }) => ({ value: id, label: t`${holder}, ending ${last4}` })),
      ]}
    />
  );
}

function NextDays({ values }: { values: Values }) {
  const startsOn = parseCalendarDate(values.startsOn);
  if (!startsOn || !(values.anchorDay >= 1 && values.anchorDay <= 31)) return null;
  const next = nextPayment({ ...values, startsOn }, startsOn > today() ? startsOn : today());
  return (
    <p className={classes.text}>
      <Trans>Next payment: {formatDate(next.day)}. A shorter month uses its last day.</Trans>
    </p>
  );
}

/** Setup Recurring Payment, and Edit. */
export function RecurringDialog(props: Props) {
  const { t } = useLingui();
  const form = useRecurringForm(props);
  const { kind } = form.values;
  return (
    <FormDialog
      title={props.edited ? t`Edit recurring payment` : t`Setup Recurring Payment`}
      size={640}
      saveLabel={t`Save`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={props.onClose}
    >
      <div className={classes.form}>
        {props.edited ? (
          <p className={classes.text}>{props.edited.groupName}</p>
        ) : (
          <GroupField field={form.field('group')} />
        )}
        <AccountField form={form} />
        <div className={classes.pair}>
          <SelectField
            field={form.field('frequency')}
            label={t`Frequency`}
            choices={RECURRENCES.map((value) => ({ value, label: RECURRENCE_LABEL[value] }))}
          />
          <WholeNumberField field={form.field('anchorDay')} label={t`Day of the month`} />
        </div>
        <div className={classes.pair}>
          <SelectField
            field={form.field('shift')}
            label={t`When banks are closed`}
            choices={[
              { value: 'next', label: t`Next banking day` },
              { value: 'previous', label: t`Previous banking day` },
            ]}
          />
          <DateField field={form.field('startsOn')} label={t`First day`} required />
        </div>
        <div className={classes.pair}>
          <SelectField
            field={form.field('kind')}
            label={t`Amount`}
            choices={[
              { value: 'due', label: t`What is due` },
              { value: 'fixed', label: t`A fixed amount` },
            ]}
          />
          {kind === 'fixed' && <MoneyField field={form.field('fixedCents')} label={t`Fixed amount`} required />}
          <WholeNumberField field={form.field('noticeDays')} label={t`Notice before the debit`} unit={t`days`} />
        </div>
        <NextDays values={form.values} />
      </div>
    </FormDialog>
  );
}
