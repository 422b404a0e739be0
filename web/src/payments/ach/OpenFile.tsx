import type { AchEntryRow, AchFileDetail } from '@openbenefits/contract/ach';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, orpc } from '../../api.ts';
import { fetchFile } from '../../exports/fetch-file.ts';
import { newKey } from '../../idempotency.ts';
import { useWhyNot } from '../../session.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { ErrorLine } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { toastError, toastGood } from '../../ui/toasts.ts';
import classes from '../Payments.module.css';
import { batchName, FileStatusBadge } from './file-words.tsx';
import { refreshAch } from './refresh-ach.ts';

const settling = { onError: (error: Error) => toastError(error), onSettled: refreshAch };

function useColumns(file: AchFileDetail | undefined): Column<AchEntryRow>[] {
  const { t } = useLingui();
  const mayNot = useWhyNot('payments.take');
  const include = useMutation({
    mutationFn: ({ id: entryId, isIncluded }: AchEntryRow) =>
      api.ach.files.include({ id: file?.id ?? '', entryId, isIncluded: !isIncluded, idempotencyKey: newKey() }),
    ...settling,
  });
  return [
    {
      key: 'included',
      header: t`In the file`,
      width: 84,
      narrow: 'step',
      cell: (entry) => (
        <input
          type="checkbox"
          aria-label={t`${entry.groupName} in the file`}
          checked={entry.isIncluded}
          disabled={mayNot !== undefined || file?.status !== 'draft' || include.isPending}
          onChange={() => include.mutate(entry)}
        />
      ),
    },
    {
      key: 'group',
      header: t`Group`,
      narrow: 'name',
      cell: ({ groupName, billNumber, held }) => (
        <>
          <span className="row-name">{groupName}</span>
          <span className="row-meta">{held ?? billNumber}</span>
        </>
      ),
    },
    {
      key: 'account',
      header: t`Account`,
      width: 140,
      narrow: 'meta',
      cell: ({ last4, sec }) => (
        <Trans>
          ending {last4}, {sec}
        </Trans>
      ),
    },
    {
      key: 'amount',
      header: t`Amount`,
      width: 130,
      right: true,
      narrow: 'amount',
      cell: ({ cents, isDebit }) => (
        <>
          <MoneyText cents={cents} />
          {!isDebit && (
            <span className="row-meta">
              <Trans>credit</Trans>
            </span>
          )}
        </>
      ),
    },
  ];
}

function Steps({ file }: { file: AchFileDetail }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('payments.approve');
  const mayNotTake = useWhyNot('payments.take');
  const key = () => ({ id: file.id, idempotencyKey: newKey() });
  const [asking, setAsking] = useState(false);
  const { approval } = file;
  const approve = useMutation({
    mutationFn: async () => approval && api.approvals.approve({ ...approval, idempotencyKey: newKey() }),
    ...settling,
  });
  const ask = useMutation({ mutationFn: () => api.ach.files.ask(key()), ...settling });
  const cancel = useMutation({ mutationFn: () => api.ach.files.cancel(key()), ...settling });
  const download = useMutation({
    mutationFn: () => fetchFile(`/downloads/ach/${file.id}`),
    onSuccess: () => toastGood(t`File sent`, t`${file.reference} is marked as sent to the bank.`),
    ...settling,
  });
  const own = file.isOwn ? t`You made or changed this file. Another person approves it.` : undefined;
  return (
    <div className={classes.steps}>
      <p className={classes.text}>
        <Trans>
          Made by {file.createdBy}. Settles on <DateText date={file.effectiveOn} />.
        </Trans>
        {file.lacksApproval && (
          <>
            {' '}
            <Trans>Something in it has changed since approval was asked for.</Trans>
          </>
        )}
      </p>
      <Button busy={cancel.isPending} disabledReason={mayNotTake} onClick={() => cancel.mutate()}>
        <Trans>Cancel file</Trans>
      </Button>
      {file.lacksApproval ? (
        <Button variant="primary" busy={ask.isPending} disabledReason={mayNotTake} onClick={() => ask.mutate()}>
          <Trans>Ask for approval</Trans>
        </Button>
      ) : file.status === 'draft' ? (
        <Button
          variant="primary"
          busy={approve.isPending}
          disabledReason={mayNot ?? own}
          onClick={() => (file.age === null ? approve.mutate() : setAsking(true))}
        >
          <Trans>Approve</Trans>
        </Button>
      ) : (
        <Button
          variant="primary"
          icon={IconDownload}
          busy={download.isPending}
          disabledReason={mayNot}
          onClick={() => download.mutate()}
        >
          <Trans>Download NACHA</Trans>
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={t`Approve an old file`}
        confirmLabel={t`Approve file`}
        busy={approve.isPending}
        onConfirm={() => {
          setAsking(false);
          approve.mutate();
        }}
        onCancel={() => setAsking(false)}
      >
        {file.age} <Trans>The groups may have paid another way since.</Trans>
      </ConfirmDialog>
    </div>
  );
}

/** The file that is being made: its entries by batch, left out or in, approval and download. */
export function OpenFile({ id }: { id: string }) {
  const { t } = useLingui();
  const { data: file, error } = useQuery(orpc.ach.files.get.queryOptions({ input: { id } }));
  const columns = useColumns(file);
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h2>{file?.reference ?? t`ACH file`}</h2>
        {file && <FileStatusBadge status={file.status} />}
        {file && (
          <small>
            <MoneyText cents={file.debits} />
          </small>
        )}
      </div>
      {error && <ErrorLine error={error} />}
      <DataTable<AchEntryRow>
        label={t`Entries of the file`}
        columns={columns}
        rows={file?.list.toSorted((a, b) => (a.batch < b.batch ? -1 : a.batch > b.batch ? 1 : 0))}
        rowKey={(entry) => entry.id}
        rowName={({ groupName }) => groupName}
        sectionOf={({ batch }) => ({ key: batch, label: batchName(batch) })}
        isEnded={({ isIncluded }) => !isIncluded}
        loadingText={t`Loading entries...`}
      />
      {file && <Steps file={file} />}
    </section>
  );
}
