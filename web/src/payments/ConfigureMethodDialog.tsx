import type { MethodTerms } from '@openbenefits/contract/payments';
import { calendarDateFrom, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { type Cents, ZERO } from '@openbenefits/domain/money';
import { useLingui } from '@lingui/react/macro';
import { api } from '../api.ts';
import { RECEIVED_BY_LABEL } from '../domain-labels.ts';
import { useIdempotencyKey } from '../idempotency.ts';
import { today } from '../today.ts';
import { MoneyField } from '../ui/form/NumberFields.tsx';
import { DateField, TextField } from '../ui/form/TextField.tsx';
import { ToggleField } from '../ui/form/ToggleField.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import classes from './Payments.module.css';
import { refreshPayments } from './refresh-payments.ts';
import { SecondPersonNote, useToastOfWaiting } from './second-person.tsx';

type Values = {
  effectiveOn: string;
  processingTime: string;
  feeCents: Cents | null;
  percent: string;
  payerBearsFee: boolean;
  isOffered: boolean;
};

/** Hundredths of a percent from '2.9'; undefined for what is no percentage with at most two decimals. */
function basisPoints(text: string): number | undefined {
  const match = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(text.trim() === '' ? '0' : text.trim());
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined;
}

/** Configure: time, fee and who bears it, from a day on. */
export function ConfigureMethodDialog({ terms, onClose }: { terms: MethodTerms; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const tellWaiting = useToastOfWaiting();
  const name = RECEIVED_BY_LABEL[terms.method];
  const form = useForm<Values>({
    initial: {
      effectiveOn: today(),
      processingTime: terms.processingTime,
      feeCents: terms.feeCents,
      percent: String(terms.feeBasisPoints / 100),
      payerBearsFee: terms.payerBearsFee,
      isOffered: terms.isOffered,
    },
    problemsOf: ({ effectiveOn, percent, processingTime }) => [
      ...(parseCalendarDate(effectiveOn) ? [] : [{ path: 'effectiveOn', message: t`Enter a date.` }]),
      ...(processingTime.trim() === '' ? [{ path: 'processingTime', message: t`Enter a processing time.` }] : []),
      ...(basisPoints(percent) === undefined
        ? [{ path: 'percent', message: t`Enter a percentage with at most two decimals.` }]
        : []),
    ],
    send: async ({ percent, feeCents, effectiveOn, ...values }) => {
      const input = {
        ...values,
        method: terms.method,
        effectiveOn: calendarDateFrom(effectiveOn),
        feeCents: feeCents ?? ZERO,
        feeBasisPoints: basisPoints(percent) ?? 0,
      };
      await api.payments.methods.configure({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      await refreshPayments();
      tellWaiting(name);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`Configure ${name}`}
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
        <DateField field={form.field('effectiveOn')} label={t`Effective date`} required />
        <TextField field={form.field('processingTime')} label={t`Processing time`} required maxLength={60} />
        <div className={classes.pair}>
          <TextField field={form.field('percent')} label={t`Fee, percent of the amount`} inputMode="decimal" />
          <MoneyField field={form.field('feeCents')} label={t`Fee, fixed`} />
        </div>
        <ToggleField
          field={form.field('payerBearsFee')}
          label={t`The payer pays the fee`}
          note={t`It is added to the amount that is charged. Otherwise the organization bears it.`}
        />
        <ToggleField
          field={form.field('isOffered')}
          label={t`Offered`}
          note={t`A method that is not offered cannot be chosen for new payments.`}
        />
      </div>
    </FormDialog>
  );
}
