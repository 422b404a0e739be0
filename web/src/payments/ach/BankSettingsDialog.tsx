import type { BankSettings } from '@openbenefits/contract/ach';
import { parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { type Cents, ZERO } from '@openbenefits/domain/money';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../api.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { MoneyField } from '../../ui/form/NumberFields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { DateField, TextField } from '../../ui/form/TextField.tsx';
import { ToggleField } from '../../ui/form/ToggleField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import classes from '../Payments.module.css';
import { SecondPersonNote, useToastOfWaiting } from '../second-person.tsx';
import { refreshAch } from './refresh-ach.ts';

type Values = Omit<BankSettings, 'returnFee' | 'feeNoticeOn' | 'settlementLast4'> & {
  settlementAccount: string;
  returnFee: Cents | null;
  feeNoticeOn: string;
};

const EMPTY: Values = {
  bankName: '',
  routing: '',
  originId: '',
  companyName: '',
  companyId: '',
  isBalanced: false,
  settlementKind: 'checking',
  settlementAccount: '',
  cutOff: '17:00',
  returnFee: ZERO,
  feeNoticeOn: '',
};

function useSettingsForm(before: BankSettings | null, onClose: () => void) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const tellWaiting = useToastOfWaiting();
  return useForm<Values>({
    initial: before
      ? {
          bankName: before.bankName,
          routing: before.routing,
          originId: before.originId,
          companyName: before.companyName,
          companyId: before.companyId,
          isBalanced: before.isBalanced,
          settlementKind: before.settlementKind,
          settlementAccount: '',
          cutOff: before.cutOff,
          returnFee: before.returnFee,
          feeNoticeOn: before.feeNoticeOn ?? '',
        }
      : EMPTY,
    problemsOf: () => [],
    send: async ({ returnFee, feeNoticeOn, ...values }) => {
      const input = { ...values, returnFee: returnFee ?? ZERO, feeNoticeOn: parseCalendarDate(feeNoticeOn) ?? null };
      await api.ach.settings.set({ ...input, idempotencyKey: keys.keyFor(input) });
      keys.settle();
      await refreshAch();
      tellWaiting(t`Bank settings`);
      onClose();
    },
  });
}

function Fields({ form, before }: { form: ReturnType<typeof useSettingsForm>; before: BankSettings | null }) {
  const { t } = useLingui();
  return (
    <div className={classes.form}>
      <SecondPersonNote />
      <div className={classes.pair}>
        <TextField field={form.field('bankName')} label={t`Bank`} required maxLength={23} />
        <TextField field={form.field('routing')} label={t`Routing number`} required inputMode="numeric" maxLength={9} />
      </div>
      <div className={classes.pair}>
        <TextField field={form.field('originId')} label={t`Origin ID`} required maxLength={10} />
        <TextField field={form.field('companyId')} label={t`Company ID`} required maxLength={10} />
      </div>
      <div className={classes.pair}>
        <TextField field={form.field('companyName')} label={t`Name that payers see`} required maxLength={16} />
        <TextField field={form.field('cutOff')} label={t`Cut-off time`} required maxLength={5} />
      </div>
      <ToggleField
        field={form.field('isBalanced')}
        label={t`Balanced files`}
        note={t`The bank wants an entry on the settlement account that balances each batch.`}
      />
      <div className={classes.pair}>
        <TextField
          field={form.field('settlementAccount')}
          label={before ? t`Settlement account, ending ${before.settlementLast4}` : t`Settlement account`}
          description={before && t`Leave it empty to keep the number.`}
          maxLength={17}
        />
        <SelectField
          field={form.field('settlementKind')}
          label={t`Kind of account`}
          choices={[
            { value: 'checking', label: t`Checking` },
            { value: 'savings', label: t`Savings` },
          ]}
        />
      </div>
      <div className={classes.pair}>
        <MoneyField field={form.field('returnFee')} label={t`Return fee`} />
        <DateField field={form.field('feeNoticeOn')} label={t`Payers were told of the fee on`} />
      </div>
    </div>
  );
}

function SettingsForm({ before, onClose }: { before: BankSettings | null; onClose: () => void }) {
  const { t } = useLingui();
  const form = useSettingsForm(before, onClose);
  return (
    <FormDialog
      title={t`Bank settings`}
      size={640}
      saveLabel={t`Save`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      <Fields form={form} before={before} />
    </FormDialog>
  );
}

/** The bank that takes the files, and the fee of a returned debit. */
export function BankSettingsDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(orpc.ach.settings.get.queryOptions({ input: {} }));
  return data === undefined ? null : <SettingsForm before={data} onClose={onClose} />;
}
