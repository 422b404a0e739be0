import { parseCalendarDate } from '@openbenefits/domain/calendar-date';
import type { InvoiceField } from '@openbenefits/domain/payments/reconciliation/columns';
import { LARGEST_INVOICE_FILE } from '@openbenefits/domain/payments/reconciliation/invoice-file';
import type { ReconciliationSource } from '@openbenefits/domain/payments/reconciliation/difference';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { api, orpc } from '../../api.ts';
import { RECONCILIATION_SOURCE_LABEL } from '../../domain-labels.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { RATE_FILES } from '../../plans/rates/sent-file.ts';
import { DateInput } from '../../ui/Fields.tsx';
import { FileField } from '../../ui/form/FileField.tsx';
import { choicesOf, SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { today } from '../../today.ts';
import { type ChosenGroup, GroupField } from '../GroupField.tsx';
import classes from '../Payments.module.css';
import { ColumnChoices, type Preview } from './ColumnChoices.tsx';
import { packedFile } from './packed-file.ts';
import { refreshReconciliation } from './refresh-reconciliation.ts';

/** The reconciliation whose file is replaced. */
type Replaced = {
  readonly id: string;
  readonly source: ReconciliationSource;
  readonly group: ChosenGroup | null;
  readonly carrier: string | null;
  readonly month: string;
  readonly reference: string;
};
type Values = {
  source: ReconciliationSource;
  group: ChosenGroup | null;
  carrier: string;
  month: string;
  reference: string;
  theirCutOff: string;
  file: File | null;
};
type Props = { replaced?: Replaced; onClose: () => void; onCreated: (id: string) => void };

const nextMonth = (): string => {
  const [year = 0, month = 0] = today().split('-').map(Number);
  return month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`;
};

/** What a request says of the source. */
const sourceOf = ({ source, group, carrier, month }: Values) => ({
  source,
  groupId: group?.id ?? null,
  carrier: source === 'carrier_invoice' ? carrier : null,
  month: parseCalendarDate(`${month}-01`) ?? today(),
});

function useProblems() {
  const { t } = useLingui();
  return ({ source, group, carrier, month, file }: Values) => [
    ...(source !== 'carrier_invoice' && !group ? [{ path: 'group', message: t`Choose a group.` }] : []),
    ...(source === 'carrier_invoice' && carrier === '' ? [{ path: 'carrier', message: t`Choose a carrier.` }] : []),
    ...(parseCalendarDate(`${month}-01`) ? [] : [{ path: 'month', message: t`Enter a month as YYYY-MM.` }]),
    ...(file ? [] : [{ path: 'file', message: t`Choose a file.` }]),
    ...(file && file.size > LARGEST_INVOICE_FILE && !/\.csv$/i.test(file.name)
      ? [{ path: 'file', message: t`The file is larger than 8 MB. Split it, or save it as CSV.` }]
      : []),
  ];
}

/** Chooses whose figures to compare, uploads their file, and says which column is what. */
export function NewReconciliationDialog({ replaced, onClose, onCreated }: Props) {
  const { t } = useLingui();
  const keys = useIdempotencyKey();
  const [preview, setPreview] = useState<Preview>();
  const [plans, setPlans] = useState<Readonly<Record<string, string>>>({});
  const { data } = useQuery(orpc.reconciliation.sources.queryOptions({ input: {} }));
  const problemsOf = useProblems();
  const read = async (values: Values, columns?: Preview['columns']) => {
    if (!values.file) return;
    const file = await packedFile(values.file);
    setPreview(await api.reconciliation.preview({ ...sourceOf(values), file, ...(columns && { columns }) }));
  };
  const create = async (values: Values) => {
    if (!values.file || !preview) return;
    const input = {
      ...sourceOf(values),
      reference: values.reference,
      theirCutOff: parseCalendarDate(values.theirCutOff) ?? null,
      file: await packedFile(values.file),
      columns: preview.columns,
      plans: Object.entries(plans).flatMap(([text, planId]) => (planId === '' ? [] : [{ text, planId }])),
      replaces: replaced?.id ?? null,
    };
    const { id } = await api.reconciliation.create({ ...input, idempotencyKey: keys.keyFor(input) });
    keys.settle();
    await refreshReconciliation();
    toastGood(t`File compared`);
    onClose();
    onCreated(id);
  };
  const form = useForm<Values>({
    initial: {
      source: replaced?.source ?? 'self_bill',
      group: replaced?.group ?? null,
      carrier: replaced?.carrier ?? '',
      month: replaced?.month.slice(0, 7) ?? nextMonth(),
      reference: replaced?.reference ?? '',
      theirCutOff: '',
      file: null,
    },
    problemsOf,
    send: (values) => (preview ? create(values) : read(values)),
  });
  const choose = async (field: InvoiceField, column: number | undefined) => {
    if (!preview) return;
    const { [field]: _, ...others } = preview.columns;
    await read(form.values, column === undefined ? others : { ...others, [field]: column });
  };
  return (
    <FormDialog
      title={replaced ? t`Replace file` : t`New reconciliation`}
      size={640}
      saveLabel={preview ? t`Compare` : t`Read file`}
      busy={form.busy}
      problem={form.formProblem}
      disabledReason={preview && preview.problems.length > 0 ? t`Fix the columns or the file first.` : undefined}
      isDirty={form.isDirty}
      onSave={form.submit}
      onClose={onClose}
    >
      {preview ? (
        <ColumnStep
          preview={preview}
          plans={plans}
          onColumn={(field, column) => void choose(field, column)}
          onPlan={(text, planId) => setPlans({ ...plans, [text]: planId })}
        />
      ) : (
        <SourceFields form={form} carriers={data?.carriers ?? []} isReplaced={replaced !== undefined} />
      )}
    </FormDialog>
  );
}

function ColumnStep(choices: ComponentProps<typeof ColumnChoices>) {
  const { preview } = choices;
  return (
    <div className={classes.form}>
      <p className={classes.text}>
        <Plural value={preview.rows} one="# row" other="# rows" />, <MoneyText cents={preview.amount} />.{' '}
        {preview.isRemembered ? (
          <Trans>The columns are remembered from the last file.</Trans>
        ) : (
          <Trans>Check the columns. They are remembered for the next file.</Trans>
        )}
      </p>
      <ColumnChoices {...choices} />
    </div>
  );
}

function SourceFields({
  form,
  carriers,
  isReplaced,
}: {
  form: ReturnType<typeof useForm<Values>>;
  carriers: readonly string[];
  isReplaced: boolean;
}) {
  const { t } = useLingui();
  const isCarrier = form.values.source === 'carrier_invoice';
  const is820 = form.values.source === 'remittance';
  const lockedReason = isReplaced ? t`As in the file that is replaced.` : undefined;
  const cutOff = form.field('theirCutOff');
  return (
    <div className={classes.form}>
      <SelectField
        field={form.field('source')}
        label={t`From`}
        choices={choicesOf(RECONCILIATION_SOURCE_LABEL)}
        lockedReason={lockedReason}
      />
      {isCarrier && (
        <SelectField
          field={form.field('carrier')}
          label={t`Carrier`}
          required
          choices={[{ value: '', label: t`Choose` }, ...carriers.map((value) => ({ value, label: value }))]}
          lockedReason={lockedReason}
        />
      )}
      {!isReplaced && <GroupField field={form.field('group')} />}
      {isCarrier && !isReplaced && (
        <p className={classes.quiet}>
          <Trans>Without a group, the invoice is for all groups of the carrier.</Trans>
        </p>
      )}
      <div className={classes.pair}>
        <TextField
          field={form.field('month')}
          label={t`Month`}
          required
          placeholder="2026-12"
          lockedReason={lockedReason}
        />
        <TextField field={form.field('reference')} label={is820 ? t`Trace number` : t`Invoice number`} />
      </div>
      <DateInput
        id={cutOff.id}
        label={t`Their cut-off date`}
        description={t`Changes after it are expected on their next bill. Leave it blank if unknown.`}
        error={cutOff.error}
        value={cutOff.value}
        onChange={cutOff.onChange}
      />
      <FileField
        field={form.field('file')}
        label={is820 ? t`820 file` : t`CSV file or Excel workbook`}
        required
        accept={is820 ? '.820,.edi,.x12,.txt' : RATE_FILES}
        description={
          is820
            ? t`The sums of the file are checked. Adjustments are rows without a member.`
            : t`One row per member, or counts and amounts per plan and tier. Columns can be in any order.`
        }
      />
    </div>
  );
}
