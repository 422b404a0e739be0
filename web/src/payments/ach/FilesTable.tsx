import type { AchFileRow } from '@openbenefits/contract/ach';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { fetchFile } from '../../exports/fetch-file.ts';
import { useWhyNot } from '../../session.ts';
import type { Column } from '../../ui/data-table-types.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorLine } from '../../ui/ErrorState.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { toastError } from '../../ui/toasts.ts';
import classes from '../Payments.module.css';
import { FileStatusBadge } from './file-words.tsx';

function useColumns(): Column<AchFileRow>[] {
  const { t } = useLingui();
  return [
    {
      key: 'file',
      header: t`File`,
      narrow: 'name',
      cell: ({ reference, createdBy, approvedBy }) => (
        <>
          <span className="row-name">{reference}</span>
          <span className="row-meta">{approvedBy === null ? createdBy : `${createdBy}, ${approvedBy}`}</span>
        </>
      ),
    },
    {
      key: 'settles',
      header: t`Settles`,
      width: 112,
      narrow: 'meta',
      cell: ({ effectiveOn }) => <DateText date={effectiveOn} />,
    },
    {
      key: 'status',
      header: t`Status`,
      width: 150,
      narrow: 'status',
      cell: ({ status }) => <FileStatusBadge status={status} />,
    },
    { key: 'entries', header: t`Entries`, width: 80, right: true, below: 700, cell: ({ entries }) => entries },
    {
      key: 'debits',
      header: t`Debits`,
      width: 124,
      right: true,
      narrow: 'amount',
      cell: ({ debits }) => <MoneyText cents={debits} />,
    },
    {
      key: 'credits',
      header: t`Credits`,
      width: 110,
      right: true,
      below: 820,
      cell: ({ credits }) => (credits === 0 ? '—' : <MoneyText cents={credits} />),
    },
  ];
}

/** Files that were made, the newest first; a sent one gives the same bytes again. */
export function FilesTable({ files, error }: { files: AchFileRow[] | undefined; error: Error | null }) {
  const { t } = useLingui();
  const mayNot = useWhyNot('payments.approve');
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h2>
          <Trans>Files</Trans>
        </h2>
      </div>
      <DataTable<AchFileRow>
        label={t`ACH files`}
        columns={useColumns()}
        rows={error && !files ? [] : files}
        rowKey={({ id }) => id}
        rowName={({ reference }) => reference}
        isEnded={({ status }) => status === 'cancelled'}
        actions={({ id, status }) =>
          status === 'sent'
            ? [
                {
                  label: t`Download again`,
                  icon: IconDownload,
                  onHover: true,
                  disabledReason: mayNot,
                  onClick: () =>
                    void fetchFile(`/downloads/ach/${id}`).catch((problem: unknown) => toastError(problem)),
                },
              ]
            : []
        }
        loadingText={t`Loading files...`}
        empty={
          error ? (
            <ErrorLine error={error} />
          ) : (
            <EmptyState title={t`No files yet`}>
              <Trans>New file collects every debit, verification and refund that waits.</Trans>
            </EmptyState>
          )
        }
      />
    </section>
  );
}
