import { shownJobStatus } from '@openbenefits/domain/files/job-status';
import type { FileJob } from '@openbenefits/contract/files';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconEye } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { orpc } from '../../api.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { JobStatusBadge } from '../../ui/StatusBadge.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { FileName } from '../FileName.tsx';
import { ResultAndStatus } from '../job/FileResult.tsx';
import { GroupOfFile } from '../GroupOfFile.tsx';
import { LostConnection } from '../LostConnection.tsx';
import { QueuePaused } from '../queue/QueuePaused.tsx';
import { useLive } from '../queue/use-queue.ts';
import { SaidStage } from '../job/SaidStage.tsx';
import classes from './UploadPage.module.css';

const SHOWN = 20;

/** The newest files and how far they are, as the server tells it. */
export function QueueList() {
  const { t } = useLingui();
  const [parameters, setParameters] = useSearchParams();
  // Where a recommendation leads: files that a safety stop holds, or with refused rows that no later file has made
  // good.
  const waiting = (['held', 'refused'] as const).find((one) => one === parameters.get('show'));
  const showAll = () =>
    setParameters((before) => {
      before.delete('show');
      return before;
    });
  const jobs = useQuery(
    orpc.files.jobs.queryOptions({
      input: waiting ? { waiting, limit: 200 } : { limit: SHOWN },
      placeholderData: keepPreviousData,
    }),
  );
  const rows = useLive(jobs.data?.rows);
  const columns: readonly Column<FileJob>[] = [
    {
      key: 'file',
      header: t`File`,
      narrow: 'name',
      cell: (job) => <FileName job={job} />,
    },
    { key: 'group', below: 900, header: t`Group`, cell: (job) => <GroupOfFile job={job} />, width: 220 },
    { key: 'what', header: t`Result`, narrow: 'meta', cell: (job) => <ResultAndStatus job={job} /> },
    { key: 'by', below: 1100, header: t`Submitted`, cell: (job) => <TimeAgo instant={job.submittedAt} />, width: 140 },
    {
      key: 'status',
      below: 700,
      header: t`Status`,
      narrow: 'status',
      cell: (job) => <JobStatusBadge status={shownJobStatus(job)} />,
      width: 140,
    },
  ];
  return (
    <section aria-labelledby="processing-queue">
      <h2 id="processing-queue" className={classes.heading}>
        <Trans>Processing Queue</Trans>
      </h2>
      <LostConnection />
      <QueuePaused
        actions={
          <ButtonLink to={paths.filesQueue}>
            <Trans>Open the queue</Trans>
          </ButtonLink>
        }
      />
      <FilterChips
        filters={
          waiting ? [{ label: waiting === 'held' ? t`Held for review` : t`With rejected rows`, onRemove: showAll }] : []
        }
        onClearAll={showAll}
      />
      {jobs.isError && !jobs.data ? (
        <ErrorState error={jobs.error} title={t`The files could not be loaded`} onRetry={() => void jobs.refetch()} />
      ) : (
        <DataTable
          label={t`Processing Queue`}
          columns={columns}
          rows={rows}
          rowKey={(job) => job.id}
          rowName={(job) => job.fileName}
          {...(jobs.data?.next && {
            footer: {
              from: 1,
              total: jobs.data.total,
              note: <Link to={paths.filesHistory}>{t`See all in the file history`}</Link>,
            },
          })}
          actions={(job) => [{ label: t`View`, icon: IconEye, to: paths.fileJob(job.id), onHover: true }]}
          empty={
            <EmptyState title={waiting ? t`No files need your review` : t`No files yet`} art="envelope">
              {waiting ? (
                <Trans>No file is held, and later files resolved every rejected row.</Trans>
              ) : (
                <Trans>Uploaded files are shown here, with the result for each person.</Trans>
              )}
            </EmptyState>
          }
        />
      )}
      <SaidStage jobs={rows} />
    </section>
  );
}
