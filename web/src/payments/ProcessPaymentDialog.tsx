import { calendarDateFrom, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { type Cents, formatMoney, ZERO } from '@openbenefits/domain/money';
import type { PaymentMethod } from '@openbenefits/domain/payments/payment-method';
import { PAYMENT_KINDS, type PaymentKind } from '@openbenefits/domain/payments/payment-status';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../api.ts';
import { monthName } from '../ui/month-name.ts';
import { PAYMENT_KIND_LABEL, PAYMENT_STATUS_LABEL, RECEIVED_BY_LABEL } from '../domain-labels.ts';
import { useIdempotencyKey } from '../idempotency.ts';
import { today } from '../today.ts';
import { Button } from '../ui/Button.tsx';
import { MoneyField } from '../ui/form/NumberFields.tsx';
import { SelectField } from '../ui/form/SelectField.tsx';
import { DateField, TextField } from '../ui/form/TextField.tsx';
import { ToggleField } from '../ui/form/ToggleField.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { toastGood } from '../ui/toasts.ts';
import { BankAccountsDialog } from './ach/BankAccountsDialog.tsx';
import { type ChosenGroup, GroupField } from './GroupField.tsx';
import { type PaymentInput, PaymentPreview } from './PaymentPreview.tsx';
import classes from './Payments.module.css';
import { refreshPayments } from './refresh-payments.ts';

/** The value of the bill's choice that takes the oldest first. */
const OLDEST = '';

type Values = {
  group: ChosenGroup | null;
  method: PaymentMethod;
  way: 'debit' | 'received';
  kind: PaymentKind;
  cents: Cents | null;
  receivedOn: string;
  billId: string;
  reference: string;
  cardToken: string;
  override: boolean;
};
export type ProcessPaymentProps = {
  group?: ChosenGroup | null;
  billId?: string;
  cents?: Cents;
  method?: PaymentMethod;
  onClose: () => void;
};

function inputOf({ group, method, kind, cents, receivedOn, billId }: Values): PaymentInput | undefined {
  const day = parseCalendarDate(receivedOn);
  if (!group || cents === null || !(cents > 0) || !day) return undefined;
  return { groupId: group.id, method, kind, cents, receivedOn: day, billId: billId === OLDEST ? null : billId };
}

const isHere = ({ method, way }: Values): boolean =>
  method === 'wire' || method === 'check' || (method === 'ach' && way === 'received');

function usePaymentForm({ group = null, billId = OLDEST, cents, method = 'ach', onClose }: ProcessPaymentProps) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  return useForm<Values>({
    initial: {
      group,
      method,
      way: 'received',
      kind: 'monthly_premium',
      cents: cents ?? null,
      receivedOn: today(),
      billId,
      reference: '',
      cardToken: '',
      override: false,
    },
    problemsOf: (values) => [
      ...(values.group ? [] : [{ path: 'group', message: t`Choose a group.` }]),
      ...(values.cents !== null && values.cents > 0
        ? []
        : [{ path: 'cents', message: t`Enter an amount of more than $0.00.` }]),
      ...(parseCalendarDate(values.receivedOn) ? [] : [{ path: 'receivedOn', message: t`Enter a date.` }]),
      ...(isHere(values) && values.reference.trim() === ''
        ? [
            {
              path: 'reference',
              message: values.method === 'check' ? t`Enter the check number.` : t`Enter the reference of the bank.`,
            },
          ]
        : []),
      ...(values.method === 'credit_card' && values.cardToken === ''
        ? [{ path: 'cardToken', message: t`Choose a card.` }]
        : []),
    ],
    send: async (values) => {
      const payment = inputOf(values);
      if (!payment) return;
      const input = {
        ...payment,
        receivedOn: calendarDateFrom(payment.receivedOn),
        reference: isHere(values) ? values.reference.trim() : '',
        isDebit: values.method === 'ach' && values.way === 'debit',
        cardToken: values.method === 'credit_card' ? values.cardToken : null,
        override: values.override,
      };
      const done = await api.payments.process({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      await refreshPayments();
      const status = PAYMENT_STATUS_LABEL[done.status];
      toastGood(
        t`Payment processed`,
        done.status === 'completed' ? t`${formatMoney(done.applied)} applied to bills.` : t`The payment is ${status}.`,
      );
      onClose();
    },
  });
}
type Form = ReturnType<typeof usePaymentForm>;

function MethodFields({ form }: { form: Form }) {
  const { t } = useLingui();
  const [accounts, setAccounts] = useState(false);
  const { data: methods } = useQuery(orpc.payments.methods.list.queryOptions({ input: {} }));
  const { data: processor } = useQuery(orpc.payments.processor.queryOptions({ input: {} }));
  const offered = methods?.filter(({ isOffered }) => isOffered).map(({ method }) => method) ?? [form.values.method];
  return (
    <>
      <div className={classes.pair}>
        <SelectField
          field={form.field('method')}
          label={t`Method`}
          choices={offered.map((value) => ({ value, label: RECEIVED_BY_LABEL[value] }))}
        />
        {form.values.method === 'ach' && (
          <SelectField
            field={form.field('way')}
            label={t`Direction`}
            choices={[
              { value: 'received', label: t`Credit received from the group` },
              { value: 'debit', label: t`Debit the group's bank account` },
            ]}
          />
        )}
        {form.values.method === 'credit_card' && (
          <SelectField
            field={form.field('cardToken')}
            label={t`Card`}
            choices={[
              { value: '', label: t`Choose a card` },
              ...(processor?.ways.map(({ token, label }) => ({ value: token, label })) ?? []),
            ]}
          />
        )}
        {isHere(form.values) && (
          <TextField
            field={form.field('reference')}
            label={form.values.method === 'check' ? t`Check number` : t`Bank reference`}
            required
            maxLength={60}
          />
        )}
      </div>
      {form.values.method === 'ach' && form.values.way === 'debit' && form.values.group && (
        <Button onClick={() => setAccounts(true)}>
          <Trans>Bank accounts</Trans>
        </Button>
      )}
      {accounts && form.values.group && (
        <BankAccountsDialog group={form.values.group} onClose={() => setAccounts(false)} />
      )}
      {form.values.method === 'credit_card' && processor?.isSandbox && (
        <p className={classes.text}>
          <Trans>
            Cards go to the sandbox: no money moves. Choose what shall happen. Card numbers are never entered here.
          </Trans>
        </p>
      )}
      {!isHere(form.values) && form.problem?.code === 'CONFLICT' && (
        <ToggleField field={form.field('override')} label={t`Take the money anyway`} />
      )}
    </>
  );
}

function BillField({ form }: { form: Form }) {
  const { t } = useLingui();
  const { group } = form.values;
  const { data } = useQuery({
    ...orpc.payments.owed.queryOptions({ input: { groupId: group?.id ?? '' }, placeholderData: keepPreviousData }),
    enabled: group !== null,
  });
  const bills = group === null ? [] : (data?.bills ?? []);
  return (
    <SelectField
      field={form.field('billId')}
      label={t`Invoice`}
      choices={[
        { value: OLDEST, label: t`The oldest first` },
        ...bills.map(({ id, number, period, due }) => ({
          value: id,
          label: `${number}, ${monthName(period)}, ${formatMoney(due)}`,
        })),
      ]}
    />
  );
}

/** Process Payment: ACH, wire, credit card or check, for a named invoice or the oldest first, with its preview. */
export function ProcessPaymentDialog(props: ProcessPaymentProps) {
  const { t } = useLingui();
  const form = usePaymentForm(props);
  const input = inputOf(form.values);
  return (
    <FormDialog
      title={t`Process Payment`}
      size={640}
      saveLabel={t`Process Payment`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={props.onClose}
    >
      <div className={classes.form}>
        <GroupField field={form.field('group')} />
        <MethodFields form={form} />
        <div className={classes.pair}>
          <MoneyField field={form.field('cents')} label={t`Amount`} required />
          <DateField field={form.field('receivedOn')} label={t`Received on`} required max={today()} />
        </div>
        <div className={classes.pair}>
          <BillField form={form} />
          <SelectField
            field={form.field('kind')}
            label={t`Type`}
            choices={PAYMENT_KINDS.map((value) => ({ value, label: PAYMENT_KIND_LABEL[value] }))}
          />
        </div>
        {input && <PaymentPreview input={input} cents={form.values.cents ?? ZERO} />}
      </div>
    </FormDialog>
  );
}
