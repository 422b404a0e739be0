import type { FileJob } from '@openbenefits/contract/files';
import { COMPLETED_DAYS } from '@openbenefits/domain/files/file-queue';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconEye, IconListDetails } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { paths } from '../../paths.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useCursorPages } from '../../cursor-pages.ts';
import { FileName } from '../FileName.tsx';
import { FileResult } from '../job/FileResult.tsx';
import { GroupOfFile } from '../GroupOfFile.tsx';
import { LogDialog } from '../job/LogDialog.tsx';
import { useRemoveAction, useRemoveDialog } from '../job/RemoveFile.tsx';
import { ReportMenu, useReportActions } from '../job/ReportMenu.tsx';

const PAGE = 25;

/** What was completed in the last 30 days, with its report. */
export function CompletedTab() {
  const { t } = useLingui();
  const pages = useCursorPages(PAGE);
  const [log, setLog] = useState<FileJob | null>(null);
  const removal = useRemoveDialog();
  const removeOf = useRemoveAction(removal.ask);
  const reports = useReportActions();
  const { data, error, isPlaceholderData, refetch } = useQuery(
    orpc.files.jobs.queryOptions({
      input: { recent: true, limit: PAGE, cursor: pages.cursor },
      placeholderData: keepPreviousData,
    }),
  );
  if (error && !data)
    return <ErrorState error={error} title={t`The files could not be loaded`} onRetry={() => void refetch()} />;
  const columns: readonly Column<FileJob>[] = [
    { key: 'file', header: t`File`, narrow: 'name', cell: (job) => <FileName job={job} /> },
    { key: 'group', below: 900, header: t`Group`, width: 180, cell: (job) => <GroupOfFile job={job} /> },
    { key: 'result', header: t`Result`, narrow: 'meta', cell: (job) => <FileResult job={job} /> },
    {
      key: 'finished',
      header: t`Finished`,
      width: 116,
      narrow: 'status',
      cell: ({ finishedAt }) => (finishedAt ? <TimeAgo instant={finishedAt} /> : '—'),
    },
    {
      key: 'report',
      below: 820,
      header: t`Report`,
      width: 124,
      narrow: 'step',
      cell: (job) => <ReportMenu job={job} />,
    },
  ];
  return (
    <>
      <DataTable
        label={t`Completed`}
        columns={columns}
        rows={data?.rows}
        rowKey={(job) => job.id}
        rowName={(job) => job.fileName}
        refreshing={isPlaceholderData}
        actions={(job) => [
          { label: t`View`, icon: IconEye, to: paths.fileJob(job.id), onHover: true },
          ...reports(job),
          { label: t`View Logs`, icon: IconListDetails, onClick: () => setLog(job) },
          ...removeOf(job),
        ]}
        actionsOnPhone
        footer={{
          from: pages.from,
          total: data?.total,
          onPrevious: pages.onPrevious,
          onNext: pages.onNext(data?.next),
        }}
        empty={
          <EmptyState title={t`Nothing was completed in the last ${COMPLETED_DAYS} days`} art="envelope">
            <Trans>Older files are in the file history.</Trans>
          </EmptyState>
        }
      />
      {log && <LogDialog job={log} onClose={() => setLog(null)} />}
      {removal.dialog}
    </>
  );
}
