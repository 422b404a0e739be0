import type { Carrier, CarrierCollection } from '@openbenefits/contract/carrier-remittances';
import { calendarDateFrom, firstOfMonth, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { useLingui } from '@lingui/react/macro';
import { api } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { today } from '../../today.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { DateField, TextField } from '../../ui/form/TextField.tsx';
import { ToggleField } from '../../ui/form/ToggleField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import classes from '../Payments.module.css';
import { SecondPersonNote, useToastOfWaiting } from '../second-person.tsx';
import { refreshRemittances } from './refresh-remittances.ts';

type Values = Omit<CarrierCollection, 'since'> & { since: string };

/** Whether premium is collected for a carrier, from when on, and how its 820 is addressed. */
export function CarrierForm({ carrier, onClose }: { carrier: Carrier; onClose: () => void }) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const tellWaiting = useToastOfWaiting();
  const { carrierName, collection } = carrier;
  const form = useForm<Values>({
    initial: collection ?? {
      isActive: true,
      since: firstOfMonth(today()),
      payeeName: carrierName.slice(0, 60),
      payerId: '',
      senderQualifier: 'ZZ',
      senderId: '',
      receiverQualifier: 'ZZ',
      receiverId: '',
      usage: 'P',
    },
    problemsOf: ({ since }) =>
      parseCalendarDate(since)?.endsWith('-01') ? [] : [{ path: 'since', message: t`Choose the first of a month.` }],
    send: async ({ since, ...values }) => {
      const input = { ...values, carrierName, since: calendarDateFrom(since) };
      await api.carrierRemittances.setCarrier({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      await refreshRemittances();
      tellWaiting(carrierName);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t`Collect for ${carrierName}`}
      size={640}
      saveLabel={t`Save`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <div className={classes.form}>
        <SecondPersonNote />
        <ToggleField field={form.field('isActive')} label={t`We collect premium for this carrier`} />
        <div className={classes.pair}>
          <DateField field={form.field('since')} label={t`First billed month`} />
          <TextField field={form.field('payeeName')} label={t`Payee`} required maxLength={60} />
        </div>
        <div className={classes.pair}>
          <TextField
            field={form.field('payerId')}
            label={t`Payer ID`}
            description={t`How the carrier or its bank knows us, often 1 and the EIN.`}
            required
            maxLength={10}
          />
          <SelectField
            field={form.field('usage')}
            label={t`820 files`}
            choices={[
              { value: 'P', label: t`Production` },
              { value: 'T', label: t`Test` },
            ]}
          />
        </div>
        <div className={classes.pair}>
          <TextField field={form.field('senderQualifier')} label={t`Sender qualifier`} required maxLength={2} />
          <TextField field={form.field('senderId')} label={t`Sender ID`} required maxLength={15} />
        </div>
        <div className={classes.pair}>
          <TextField field={form.field('receiverQualifier')} label={t`Receiver qualifier`} required maxLength={2} />
          <TextField field={form.field('receiverId')} label={t`Receiver ID`} required maxLength={15} />
        </div>
      </div>
    </FormDialog>
  );
}
