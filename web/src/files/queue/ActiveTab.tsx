import { shownJobStatus } from '@openbenefits/domain/files/job-status';
import type { QueueState } from '@openbenefits/contract/file-queue';
import type { FileJob } from '@openbenefits/contract/files';
import { JOB_PRIORITIES } from '@openbenefits/domain/files/file-queue';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconArrowNarrowDown,
  IconArrowNarrowUp,
  IconEye,
  IconListDetails,
  IconMinus,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { JOB_PRIORITY_LABEL, JOB_STATUS_LABEL } from '../../domain-labels.ts';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column, RowAction } from '../../ui/data-table-types.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { JobStatusBadge } from '../../ui/StatusBadge.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { FileName } from '../FileName.tsx';
import { ResultAndStatus } from '../job/FileResult.tsx';
import { GroupOfFile } from '../GroupOfFile.tsx';
import { LogDialog } from '../job/LogDialog.tsx';
import { useRemoveAction, useRemoveDialog } from '../job/RemoveFile.tsx';
import { SaidStage } from '../job/SaidStage.tsx';
import { useFileAction, useQueueReasons } from './use-queue-actions.ts';

const UNFINISHED = ['processing', 'queued', 'paused', 'held'] as const;
const PRIORITY_ICON = { high: IconArrowNarrowUp, medium: IconMinus, low: IconArrowNarrowDown } as const;

/** The one step that a file's status asks for. */
function Step({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const reasons = useQueueReasons();
  const act = useFileAction();
  if (job.status === 'held') {
    return (
      <ButtonLink size="small" to={paths.fileJob(job.id)} aria-label={t`Review ${job.fileName}`}>
        <Trans>Review</Trans>
      </ButtonLink>
    );
  }
  const paused = job.status === 'paused';
  return (
    <Button
      size="small"
      icon={paused ? IconPlayerPlay : IconPlayerPause}
      busy={act.isPending}
      disabledReason={reasons.file}
      aria-label={paused ? t`Resume ${job.fileName}` : t`Pause ${job.fileName}`}
      onClick={() => act.mutate({ job, act: paused ? 'resume' : 'pause' })}
    >
      {paused ? <Trans>Resume</Trans> : <Trans>Pause</Trans>}
    </Button>
  );
}

function useColumns(): readonly Column<FileJob>[] {
  const { t } = useLingui();
  return [
    { key: 'file', header: t`File`, narrow: 'name', cell: (job) => <FileName job={job} /> },
    { key: 'group', below: 900, header: t`Group`, width: 172, cell: (job) => <GroupOfFile job={job} /> },
    {
      key: 'progress',
      header: t`Progress`,
      width: 216,
      narrow: 'meta',
      cell: (job) => <ResultAndStatus job={job} />,
    },
    {
      key: 'submitted',
      below: 1100,
      header: t`Submitted`,
      width: 116,
      cell: ({ submittedAt, submittedBy }) => (
        <>
          <TimeAgo instant={submittedAt} />
          <span className="row-meta">{submittedBy}</span>
        </>
      ),
    },
    { key: 'priority', below: 1100, header: t`Priority`, width: 76, cell: (job) => JOB_PRIORITY_LABEL[job.priority] },
    {
      key: 'status',
      below: 700,
      header: t`Status`,
      width: 140,
      narrow: 'status',
      cell: (job) => <JobStatusBadge status={shownJobStatus(job)} />,
    },
    { key: 'step', header: t`Step`, width: 104, narrow: 'step', cell: (job) => <Step job={job} /> },
  ];
}

/** Files that are not finished, in the order in which they are worked on. */
export function ActiveTab({ queue }: { queue: QueueState | undefined }) {
  const { t } = useLingui();
  const [parameters, setParameters] = useSearchParams();
  const reasons = useQueueReasons();
  const act = useFileAction();
  const columns = useColumns();
  const [log, setLog] = useState<FileJob | null>(null);
  const removal = useRemoveDialog();
  const removeOf = useRemoveAction(removal.ask);
  const status = UNFINISHED.find((one) => one === parameters.get('status'));
  const showAll = () =>
    setParameters((before) => {
      before.delete('status');
      return before;
    });
  const rows = queue?.active.filter((job) => status === undefined || job.status === status);
  const counts = queue?.counts;
  const total =
    counts && (status === undefined ? counts.processing + counts.queued + counts.paused + counts.held : counts[status]);
  const isCut = rows !== undefined && total !== undefined && rows.length < total;
  const actionsOf = (job: FileJob): RowAction[] => [
    { label: t`View`, icon: IconEye, to: paths.fileJob(job.id), onHover: true },
    { label: t`View Logs`, icon: IconListDetails, onClick: () => setLog(job) },
    ...JOB_PRIORITIES.map((priority): RowAction => {
      const name = JOB_PRIORITY_LABEL[priority];
      return {
        label: t`Priority: ${name}`,
        icon: PRIORITY_ICON[priority],
        disabledReason: reasons.file ?? (job.priority === priority ? t`This is its priority` : undefined),
        onClick: () => act.mutate({ job, act: 'priority', priority }),
      };
    }),
    ...removeOf(job),
  ];
  return (
    <>
      <FilterChips
        filters={status ? [{ label: JOB_STATUS_LABEL[status], onRemove: showAll }] : []}
        onClearAll={showAll}
      />
      <DataTable
        label={t`Active Queue`}
        columns={columns}
        rows={rows}
        rowKey={(job) => job.id}
        rowName={(job) => job.fileName}
        actions={actionsOf}
        actionsOnPhone
        footer={{
          from: 1,
          total,
          note: isCut && (
            <Link
              to={status ? `${paths.filesHistory}?status=${status}` : paths.filesHistory}
            >{t`See all in the file history`}</Link>
          ),
        }}
        empty={
          <EmptyState
            title={
              status
                ? t`No file has this status`
                : queue?.undos.length
                  ? t`No file is in the queue`
                  : t`The queue is empty`
            }
            art="envelope"
          >
            {status ? (
              <Trans>Files that had it have gone on since.</Trans>
            ) : (
              <Trans>Files that are uploaded show here until they are completed.</Trans>
            )}
          </EmptyState>
        }
      />
      <SaidStage jobs={rows} />
      {log && <LogDialog job={log} onClose={() => setLog(null)} />}
      {removal.dialog}
    </>
  );
}
