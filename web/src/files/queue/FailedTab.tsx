import type { FileJob } from '@openbenefits/contract/files';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconEye, IconListDetails, IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { words } from '../../words.ts';
import { useCursorPages } from '../../cursor-pages.ts';
import { FileName } from '../FileName.tsx';
import jobClasses from '../job/JobPage.module.css';
import { LogDialog } from '../job/LogDialog.tsx';
import { useRemoveAction, useRemoveDialog } from '../job/RemoveFile.tsx';
import { Progress } from '../../ui/Progress.tsx';
import classes from './Queue.module.css';
import { useFileAction, useQueueReasons } from './use-queue-actions.ts';

const PAGE = 25;

function Step({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const reasons = useQueueReasons();
  const act = useFileAction();
  const gone = job.originalRemovedAt
    ? t`The original was removed`
    : job.undone
      ? t`Its changes were undone. Upload it again to import it.`
      : undefined;
  return job.group === null && job.errorCode === 'group_wanted' && reasons.file === undefined ? (
    <ButtonLink
      size="small"
      to={paths.fileJob(job.id)}
      aria-label={t`Retry… ${job.fileName}, for a group to be chosen`}
    >
      <Trans>Retry…</Trans>
    </ButtonLink>
  ) : (
    <Button
      size="small"
      icon={IconRefresh}
      busy={act.isPending}
      disabledReason={reasons.file ?? gone}
      aria-label={t`Retry ${job.fileName}`}
      onClick={() => act.mutate({ job, act: 'retry' })}
    >
      <Trans>Retry</Trans>
    </Button>
  );
}

/** Files that ended in an error: why, how far they came, and the way on. */
export function FailedTab() {
  const { t } = useLingui();
  const pages = useCursorPages(PAGE);
  const [log, setLog] = useState<FileJob | null>(null);
  const removal = useRemoveDialog();
  const removeOf = useRemoveAction(removal.ask);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    orpc.files.jobs.queryOptions({
      input: { status: 'error', limit: PAGE, cursor: pages.cursor },
      placeholderData: keepPreviousData,
    }),
  );
  if (error && !data)
    return <ErrorState error={error} title={t`The files could not be loaded`} onRetry={() => void refetch()} />;
  const columns: readonly Column<FileJob>[] = [
    { key: 'file', header: t`File`, width: 200, narrow: 'name', cell: (job) => <FileName job={job} /> },
    {
      key: 'error',
      header: t`Error`,
      narrow: 'meta',
      cell: ({ errorMessage, progressPercent }) => (
        <p className={jobClasses.reason}>
          {errorMessage && words(errorMessage)}{' '}
          <span className={classes.reached}>{t`Reached ${progressPercent}%.`}</span>
        </p>
      ),
    },
    {
      key: 'reached',
      below: 1100,
      header: t`Reached`,
      width: 120,
      cell: (job) => <Progress tone="bad" label={t`${job.fileName} reached`} percent={job.progressPercent} />,
    },
    {
      key: 'finished',
      below: 900,
      header: t`Failed`,
      width: 116,
      narrow: 'status',
      cell: ({ finishedAt }) => (finishedAt ? <TimeAgo instant={finishedAt} /> : '—'),
    },
    { key: 'step', header: t`Step`, width: 100, narrow: 'step', cell: (job) => <Step job={job} /> },
    {
      key: 'log',
      below: 820,
      header: t`Log`,
      width: 100,
      cell: (job) => (
        <Button size="small" aria-label={t`View Logs of ${job.fileName}`} onClick={() => setLog(job)}>
          <Trans>View Logs</Trans>
        </Button>
      ),
    },
  ];
  return (
    <>
      <DataTable
        label={t`Failed`}
        columns={columns}
        rows={data?.rows}
        rowKey={(job) => job.id}
        rowName={(job) => job.fileName}
        refreshing={isPlaceholderData}
        actions={(job) => [
          { label: t`View`, icon: IconEye, to: paths.fileJob(job.id), onHover: true },
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
          <EmptyState title={t`No file has failed`} art="envelope">
            <Trans>Files that can’t be used, or that failed after all retries, are shown here.</Trans>
          </EmptyState>
        }
      />
      {log && <LogDialog job={log} onClose={() => setLog(null)} />}
      {removal.dialog}
    </>
  );
}
