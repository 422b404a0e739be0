import type { RateTableDetail } from '@openbenefits/contract/rate-tables';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../api.ts';
import { newKey } from '../../idempotency.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { FileField } from '../../ui/form/FileField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { words } from '../../words.ts';
import { isTooLarge, RATE_FILES, sentFileOf } from './sent-file.ts';
import classes from './RateTable.module.css';

type Read = { rows: number; problems: number; remarks: readonly string[] };

/** What was read otherwise than it is written, or not at all. */
export function Remarks({ remarks }: { remarks: readonly string[] }) {
  return (
    <ul className={classes.remarks}>
      {remarks.map((remark) => (
        <li key={remark}>{words(remark)}</li>
      ))}
    </ul>
  );
}

function Answer({ read, onClose }: { read: Read; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`File imported`}
      isRead
      footer={
        <Button variant="primary" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <p>
        <Plural value={read.rows} one="# row was read." other="# rows were read." />{' '}
        {read.problems === 0 ? (
          <Trans>No problems were found.</Trans>
        ) : (
          <Plural
            value={read.problems}
            one="# problem is marked in the table."
            other="# problems are marked in the table."
          />
        )}
      </p>
      <Remarks remarks={read.remarks} />
    </Dialog>
  );
}

/** Replaces the rates of a draft by those of a file. */
export function ImportDialog({
  table,
  onClose,
  flush,
  onImported,
}: {
  table: RateTableDetail;
  onClose: () => void;
  flush: () => Promise<number>;
  onImported: () => Promise<void>;
}) {
  const { t } = useLingui();
  const [read, setRead] = useState<Read | null>(null);
  const form = useForm<{ file: File | null }>({
    initial: { file: null },
    problemsOf: ({ file }) =>
      file === null
        ? [{ path: 'file', message: t`Choose a file.` }]
        : isTooLarge(file)
          ? [{ path: 'file', message: t`The file is larger than 700 KB.` }]
          : [],
    send: async ({ file }) => {
      if (!file) return;
      const version = await flush();
      setRead(
        await api.plans.rates.importFile({
          id: table.id,
          version,
          file: await sentFileOf(file),
          idempotencyKey: newKey(),
        }),
      );
    },
  });
  const done = () => {
    onClose();
    void onImported();
  };
  if (read) return <Answer read={read} onClose={done} />;
  return (
    <FormDialog
      title={t`Import rates into version ${table.versionNo}`}
      size={480}
      saveLabel={t`Import file`}
      busy={form.busy}
      problem={form.formProblem}
      isDirty={false}
      onSave={form.submit}
      onClose={onClose}
    >
      <FileField
        field={form.field('file')}
        label={t`CSV file or Excel workbook`}
        required
        accept={RATE_FILES}
        description={t`Headings name the columns, in any order. The rates of this draft are replaced. Export shows the shape.`}
      />
    </FormDialog>
  );
}
