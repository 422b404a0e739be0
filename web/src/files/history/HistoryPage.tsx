import { shownJobStatus } from '@openbenefits/domain/files/job-status';
import type { FileJob } from '@openbenefits/contract/files';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconEye, IconListDetails, IconUpload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { PermittedLink } from '../../groups/PermittedLink.tsx';
import { paths } from '../../paths.ts';
import { useWhyNot } from '../../session.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column, RowAction } from '../../ui/data-table-types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { JobStatusBadge } from '../../ui/StatusBadge.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useCursorPages } from '../../cursor-pages.ts';
import { FileName } from '../FileName.tsx';
import { ResultAndStatus } from '../job/FileResult.tsx';
import { GroupOfFile } from '../GroupOfFile.tsx';
import { LogDialog } from '../job/LogDialog.tsx';
import { LostConnection } from '../LostConnection.tsx';
import { useLive } from '../queue/use-queue.ts';
import { useRemoveAction, useRemoveDialog } from '../job/RemoveFile.tsx';
import { useDownload } from '../use-download.ts';
import { useReportActions } from '../job/ReportMenu.tsx';
import reviewClasses from '../review/Review.module.css';
import { HistoryFilters } from './HistoryFilters.tsx';
import { type HistoryFilter, useHistoryFilter } from './use-history-filter.ts';

const PAGE = 50;

function useColumns(): readonly Column<FileJob>[] {
  const { t } = useLingui();
  return [
    { key: 'file', header: t`File`, narrow: 'name', cell: (job) => <FileName job={job} /> },
    { key: 'group', below: 900, header: t`Group`, width: 152, cell: (job) => <GroupOfFile job={job} /> },
    {
      key: 'sender',
      below: 1100,
      header: t`Sender`,
      width: 136,
      cell: (job) => <span className="whole">{job.sender?.name ?? '—'}</span>,
    },
    {
      key: 'result',
      header: t`Result`,
      narrow: 'meta',
      cell: (job) => (
        <>
          <ResultAndStatus job={job} />
          <span className={reviewClasses.onPhone}>
            <span className="row-meta">
              <TimeAgo instant={job.submittedAt} /> · {job.submittedBy}
            </span>
          </span>
        </>
      ),
    },
    {
      key: 'submitted',
      below: 820,
      header: t`Submitted`,
      width: 128,
      cell: (job) => (
        <>
          <TimeAgo instant={job.submittedAt} />
          <span className="row-meta trunc">{job.submittedBy}</span>
        </>
      ),
    },
    {
      key: 'status',
      below: 700,
      header: t`Status`,
      width: 140,
      narrow: 'status',
      cell: (job) => <JobStatusBadge status={shownJobStatus(job)} />,
    },
  ];
}

function useRowActions(
  onLog: (job: FileJob) => void,
  onRemove: ReturnType<typeof useRemoveDialog>['ask'],
): (job: FileJob) => RowAction[] {
  const { t } = useLingui();
  const removal = useRemoveAction(onRemove);
  const mayNot = useWhyNot('files.upload');
  const { mutate: save } = useDownload();
  const reports = useReportActions();
  return (job) => [
    { label: t`View`, icon: IconEye, to: paths.fileJob(job.id), onHover: true },
    {
      label: t`Download original`,
      icon: IconDownload,
      disabledReason: mayNot ?? (job.originalRemovedAt ? t`The original was removed` : undefined),
      onClick: () => save(`/downloads/files/${job.id}/original`),
    },
    ...reports(job),
    { label: t`View Logs`, icon: IconListDetails, onClick: () => onLog(job) },
    ...removal(job),
  ];
}

/** The files of a filter, page by page; another filter begins at its first page. */
function FileTable({ filter, filtered, onClear }: { filter: HistoryFilter; filtered: boolean; onClear: () => void }) {
  const { t } = useLingui();
  const pages = useCursorPages(PAGE);
  const [log, setLog] = useState<FileJob | null>(null);
  const columns = useColumns();
  const removal = useRemoveDialog();
  const actions = useRowActions(setLog, removal.ask);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    orpc.files.jobs.queryOptions({
      input: { ...filter, limit: PAGE, cursor: pages.cursor },
      placeholderData: keepPreviousData,
    }),
  );
  const rows = useLive(data?.rows);
  if (error && !data)
    return <ErrorState error={error} title={t`The file history could not be loaded`} onRetry={() => void refetch()} />;
  return (
    <>
      <DataTable
        fill
        label={t`File History`}
        columns={columns}
        rows={rows}
        rowKey={(job) => job.id}
        rowName={(job) => job.fileName}
        refreshing={isPlaceholderData}
        actions={actions}
        actionsOnPhone
        footer={{
          from: pages.from,
          total: data?.total,
          onPrevious: pages.onPrevious,
          onNext: pages.onNext(data?.next),
        }}
        empty={
          filtered ? (
            <EmptyState
              title={t`No file matches`}
              art="folder"
              actions={<ButtonLink to={paths.filesHistory} onClick={onClear}>{t`Clear all`}</ButtonLink>}
            >
              <Trans>Take a filter away to see more files.</Trans>
            </EmptyState>
          ) : (
            <EmptyState
              title={t`No files yet`}
              art="envelope"
              actions={
                <PermittedLink
                  needs="files.upload"
                  variant="primary"
                  to={paths.filesUpload}
                >{t`Upload a file`}</PermittedLink>
              }
            >
              <Trans>Every uploaded file is kept here, with its sender, date, and changes.</Trans>
            </EmptyState>
          )
        }
      />
      {log && <LogDialog job={log} onClose={() => setLog(null)} />}
      {removal.dialog}
    </>
  );
}

/** Every file that was ever received, with who, when and what came of it (specification 2, section 2). */
export function Component() {
  const { t } = useLingui();
  const { filter, change, clear } = useHistoryFilter();
  return (
    <>
      <PageHeader
        title={t`File History`}
        breadcrumb={[{ label: t`File Processing` }]}
        actions={
          <PermittedLink needs="files.upload" to={paths.filesUpload} icon={IconUpload}>
            <Trans>Upload a file</Trans>
          </PermittedLink>
        }
      />
      <LostConnection />
      <HistoryFilters filter={filter} onChange={change} onClear={clear} />
      <FileTable
        key={JSON.stringify(filter)}
        filter={filter}
        filtered={Object.keys(filter).length > 0}
        onClear={clear}
      />
    </>
  );
}
