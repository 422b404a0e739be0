import type { BankFilePreview } from '@openbenefits/contract/payment-imports';
import { BANK_FIELDS, type BankField, type FirstLine } from '@openbenefits/domain/payments/bank-file';
import { formatMoney } from '@openbenefits/domain/money';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api.ts';
import { BANK_FIELD_LABEL } from '../../domain-labels.ts';
import { useIdempotencyKey } from '../../idempotency.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorLine } from '../../ui/ErrorState.tsx';
import { Select, TextInput } from '../../ui/Fields.tsx';
import { FileField } from '../../ui/form/FileField.tsx';
import { toastGood } from '../../ui/toasts.ts';
import { refreshAch } from '../ach/refresh-ach.ts';
import classes from '../Payments.module.css';
import { PreviewRows } from './PreviewRows.tsx';
import { ProblemRows, rowsWithProblems } from './ProblemRows.tsx';
import { type FileToMap, SyncSources } from './SyncSources.tsx';
import { UnmatchedPayments } from './UnmatchedPayments.tsx';
import { fileOf, sentFileOf } from '../../plans/rates/sent-file.ts';

type Kind = 'lockbox' | 'bank' | 'remittance';
type Mapping = BankFilePreview['mapping'];

/** Which column of the file is what; the guess can be corrected. */
function MappingFields({ preview, onChange }: { preview: BankFilePreview; onChange: (mapping: Mapping) => void }) {
  const { t } = useLingui();
  const { headings, mapping } = preview;
  const change = (field: BankField, column: string) => {
    const { [field]: _, ...rest } = mapping;
    onChange(column === '' ? rest : { ...rest, [field]: Number(column) });
  };
  return (
    <fieldset className={classes.mapping}>
      <legend>
        {preview.isRemembered ? <Trans>Columns, as remembered for this bank</Trans> : <Trans>Columns</Trans>}
      </legend>
      {BANK_FIELDS.map((field) => (
        <Select
          key={field}
          label={BANK_FIELD_LABEL[field]}
          value={mapping[field] === undefined ? '' : String(mapping[field])}
          choices={[
            { value: '', label: t`Not in the file` },
            ...headings.map((heading, index) => ({ value: String(index), label: heading || t`Column ${index + 1}` })),
          ]}
          onChange={(column) => change(field, column)}
        />
      ))}
    </fieldset>
  );
}

/** Asks what the first line of a file without headings is: taken for headings, a payment would be lost. */
function FirstLineField({ value, onChange }: { value: FirstLine | ''; onChange: (line: FirstLine) => void }) {
  const { t } = useLingui();
  return (
    <Select<FirstLine | ''>
      label={t`First line of the file`}
      required
      description={t`The file has no headings that we recognize.`}
      value={value}
      choices={[
        { value: '', label: t`Choose` },
        { value: 'data', label: t`Data: a row like the others` },
        { value: 'headings', label: t`Headings: the names of the columns` },
      ]}
      onChange={(line) => line !== '' && onChange(line)}
    />
  );
}

type ImportInput = {
  kind: Kind;
  bank: string;
  file: File | null;
  mapping: Mapping;
  firstLine: FirstLine | '';
  separate: readonly number[];
  /** Rows with problems, which are left out. */
  withoutRows: readonly number[];
  keys: ReturnType<typeof useIdempotencyKey>;
  done: (title: string, text: string, unmatched?: number) => Promise<void>;
};

/** Imports the chosen file, and says what it was. */
function useApply({ kind, bank, file, mapping, firstLine, separate, withoutRows, keys, done }: ImportInput) {
  const { t } = useLingui();
  return useMutation({
    mutationFn: async () => {
      if (!file) throw new Error('No file');
      const sent = await sentFileOf(file);
      if (kind === 'remittance') {
        const { posted, waiting, held, isTest } = await api.paymentImports.remittance({
          file: sent,
          idempotencyKey: keys.keyFor(sent),
        });
        if (isTest) return done(t`Test file read`, t`The file is a test (ISA15 = T). Nothing was posted.`);
        return done(
          t`820 file imported`,
          t`${posted} posted, ${waiting} wait for the bank. For another payee, not posted: ${held}.`,
        );
      }
      const line = firstLine === '' ? {} : { firstLine };
      const choices = { separateRows: [...separate], withoutRows: [...withoutRows] };
      const input = { kind, bank, file: sent, mapping, ...choices, ...line };
      const { payments, unmatched, applied, duplicates, leftOut } = await api.paymentImports.apply({
        ...input,
        idempotencyKey: keys.keyFor(input),
      });
      return done(
        t`${payments} payments imported`,
        t`${formatMoney(applied)} applied to bills. Payments without a group: ${unmatched}. Rows imported before: ${duplicates}. Rows left out: ${leftOut}.`,
        unmatched,
      );
    },
  });
}

/** What the user decides about rows of the preview. */
function useRowChoices() {
  const [separate, setSeparate] = useState<readonly number[]>([]);
  const [isLeftOut, setLeftOut] = useState(false);
  const reset = () => {
    setSeparate([]);
    setLeftOut(false);
  };
  return { separate, setSeparate, isLeftOut, setLeftOut, reset };
}

type PreviewInput = Pick<ImportInput, 'kind' | 'bank' | 'file' | 'firstLine'> & {
  /** Read anew, other rows may have problems: leaving them out is asked again. */
  onRead: () => void;
};

/** Reads the chosen file, with other columns or another meaning of its first line where the user says so. */
function usePreview({ kind, bank, file, firstLine, onRead }: PreviewInput) {
  return useMutation({
    mutationFn: async ({ mapping, line = firstLine }: { mapping?: Mapping; line?: FirstLine | '' }) => {
      if (!file || kind === 'remittance') throw new Error('No file');
      onRead();
      return api.paymentImports.preview({
        kind,
        bank,
        file: await sentFileOf(file),
        ...(mapping && { mapping }),
        ...(line !== '' && { firstLine: line }),
      });
    },
  });
}

function useImport(onClose: () => void) {
  const keys = useIdempotencyKey();
  const [kind, setKind] = useState<Kind>('lockbox');
  const [bank, setBank] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [isOfFolder, setOfFolder] = useState(false);
  const choices = useRowChoices();
  const [firstLine, setFirstLine] = useState<FirstLine | ''>('');
  const ask = usePreview({ kind, bank, file, firstLine, onRead: () => choices.setLeftOut(false) });
  /** Stays open where payments wait for their group. */
  const done = async (title: string, text: string, unmatched = 0) => {
    keys.settle();
    // Moves the file out of the folder: it is imported now.
    if (isOfFolder) await api.paymentImports.sync({});
    await refreshAch();
    toastGood(title, text);
    if (unmatched === 0) return onClose();
    setFile(null);
    choices.reset();
    ask.reset();
  };
  const { separate } = choices;
  const withoutRows = ask.data && choices.isLeftOut ? rowsWithProblems(ask.data) : [];
  const mapping = ask.data?.mapping ?? {};
  const apply = useApply({ kind, bank, file, mapping, firstLine, separate, withoutRows, keys, done });
  const reset = () => {
    ask.reset();
    apply.reset();
    setOfFolder(false);
    choices.reset();
    setFirstLine('');
  };
  /** Takes a file of the folder as one that was chosen, so that its columns can be mapped. */
  const map = useMutation({
    mutationFn: async (wanted: FileToMap) => {
      const sent = await api.paymentImports.folderFile(wanted);
      reset();
      setKind(wanted.kind);
      setBank(wanted.bank);
      setFile(fileOf(sent));
      setOfFolder(true);
    },
  });
  return {
    map,
    kind,
    bank,
    file,
    ask,
    apply,
    choices,
    firstLine,
    setFirstLine: (line: FirstLine) => {
      setFirstLine(line);
      choices.reset();
      ask.mutate({ line });
    },
    setKind: (next: Kind) => {
      setKind(next);
      reset();
    },
    setBank: (next: string) => {
      setBank(next);
      reset();
    },
    setFile: (next: File | null) => {
      setFile(next);
      reset();
    },
  };
}

function Choices({ state }: { state: ReturnType<typeof useImport> }) {
  const { t } = useLingui();
  const { kind, bank, setKind, setBank, setFile, file } = state;
  return (
    <>
      <div className={classes.pair}>
        <Select<Kind>
          label={t`Kind of file`}
          value={kind}
          choices={[
            { value: 'lockbox', label: t`Lockbox file (CSV, XLSX)` },
            { value: 'bank', label: t`Bank statement (CSV, XLSX)` },
            { value: 'remittance', label: t`Payment advice (820)` },
          ]}
          onChange={setKind}
        />
        {kind !== 'remittance' && <TextInput label={t`Bank`} required value={bank} onChange={setBank} maxLength={60} />}
      </div>
      <FileField
        field={{ id: 'payment-file', value: file, onChange: setFile, onBlur: () => {}, error: undefined }}
        label={t`File`}
        accept={kind === 'remittance' ? '.edi,.x12,.820,.txt' : '.csv,.txt,.xlsx'}
      />
    </>
  );
}

/** Sync Payments: asks every source for what it has, and takes in files of the bank with a preview. */
export function SyncDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const state = useImport(onClose);
  const { kind, bank, file, ask, apply, choices } = state;
  const needsPreview = kind !== 'remittance';
  const missing = !file
    ? t`Choose a file.`
    : needsPreview && bank.trim() === ''
      ? t`Enter the name of the bank.`
      : undefined;
  const count = ask.data?.rows.length ?? 0;
  return (
    <Dialog
      opened
      size={880}
      title={t`Sync Payments`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          {needsPreview && !ask.data ? (
            <Button variant="primary" busy={ask.isPending} disabledReason={missing} onClick={() => ask.mutate({})}>
              <Trans>Preview</Trans>
            </Button>
          ) : (
            <Button
              variant="primary"
              busy={apply.isPending}
              disabledReason={
                missing ??
                (ask.data?.isFirstLineAsked && state.firstLine === ''
                  ? t`Choose what the first line is.`
                  : ask.data && ask.data.problems.length > 0 && !choices.isLeftOut
                    ? t`Correct the file first, or leave out the rows with problems.`
                    : undefined)
              }
              onClick={() => apply.mutate()}
            >
              {needsPreview ? plural(count, { one: 'Import # row', other: 'Import # rows' }) : t`Import`}
            </Button>
          )}
        </>
      }
    >
      <div className={classes.form}>
        <SyncSources onMap={(wanted) => state.map.mutate(wanted)} />
        {state.map.error && <ErrorLine error={state.map.error} />}
        <Choices state={state} />
        {(ask.error ?? apply.error) && <ErrorLine error={ask.error ?? apply.error} />}
        {ask.data?.isFirstLineAsked && <FirstLineField value={state.firstLine} onChange={state.setFirstLine} />}
        {ask.data && <MappingFields preview={ask.data} onChange={(mapping) => ask.mutate({ mapping })} />}
        {ask.data && <ProblemRows preview={ask.data} isLeftOut={choices.isLeftOut} onLeaveOut={choices.setLeftOut} />}
        {ask.data && <PreviewRows preview={ask.data} separate={choices.separate} onSeparate={choices.setSeparate} />}
        <UnmatchedPayments />
      </div>
    </Dialog>
  );
}
