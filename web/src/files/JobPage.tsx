import type { FileJob } from '@openbenefits/contract/files';
import { Trans, useLingui } from '@lingui/react/macro';
import { FILE_FORMAT_LABEL, JOB_STAGE_LABEL } from '../domain-labels.ts';
import { IconUpload } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Detail, FactsRail, FactsSection } from '../ui/FactsRail.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { StatStrip } from '../ui/StatStrip.tsx';
import { JobStatusBadge } from '../ui/StatusBadge.tsx';
import { TimeAgo } from '../ui/TimeAgo.tsx';
import { fileSize } from './file-size.ts';
import classes from './JobPage.module.css';
import { JobProblem } from './JobProblem.tsx';
import { Outcomes } from './Outcomes.tsx';
import { Progress } from './Progress.tsx';
import { isRunning } from './QueueList.tsx';
import { Refusals } from './Refusals.tsx';
import { useJob } from './use-job.ts';

function left(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function Running({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const done = (job.stage === 'applying' ? job.recordsDone : job.recordsRead).toLocaleString('en-US');
  const total = job.recordsTotal.toLocaleString('en-US');
  const speed = job.rowsPerSecond?.toLocaleString('en-US');
  return (
    <section className={classes.running} aria-label={t`Progress`}>
      <div className={classes.stage}>
        <b>{JOB_STAGE_LABEL[job.stage]}</b>
        <span className="num">
          {job.stage === 'applying' ? (
            <Trans>
              {done} of {total} records
            </Trans>
          ) : (
            <Trans>{done} records</Trans>
          )}
          {speed && <Trans> · {speed} rows a second</Trans>}
          {job.secondsLeft !== null && <Trans> · {left(job.secondsLeft)} left</Trans>}
        </span>
      </div>
      <Progress label={t`Processing ${job.fileName}`} percent={job.progressPercent} />
      <p className={classes.leave}>
        <Trans>You can leave this page; the work goes on, also after a restart.</Trans>
      </p>
    </section>
  );
}

const MODE = (t: ReturnType<typeof useLingui>['t']): Readonly<Record<NonNullable<FileJob['mode']>, string>> => ({ change: t`change file`, full: t`full file`, census: t`census` });

function Facts({ job }: { job: FileJob }) {
  const { t } = useLingui();
  return (
    <FactsRail label={t`About this file`}>
      <FactsSection
        title={t`File`}
        facts={[
          { label: t`Group`, value: job.group ? <Link to={paths.group(job.group.id, 'members')}>{job.group.name}</Link> : '—' },
          { label: t`Kind`, value: [FILE_FORMAT_LABEL[job.format], job.mode && MODE(t)[job.mode]].filter(Boolean).join(', ') },
          { label: t`Records`, value: job.recordsRead.toLocaleString('en-US') },
          { label: t`Size`, value: fileSize(job.sizeBytes) },
          { label: t`Submitted by`, value: job.submittedBy },
          { label: t`Received`, value: <TimeAgo instant={job.submittedAt} /> },
          ...(job.finishedAt ? [{ label: t`Finished`, value: <TimeAgo instant={job.finishedAt} /> }] : []),
        ]}
      />
      {job.remarks.length > 0 && (
        <FactsSection title={t`Noticed while reading`} facts={job.remarks.map((remark) => ({ label: remark.text, value: remark.count.toLocaleString('en-US') }))} />
      )}
    </FactsRail>
  );
}

export function Component() {
  const { t } = useLingui();
  const { jobId = '' } = useParams();
  const { data: job, error, refetch } = useJob(jobId);
  if (error && !job) return <ErrorState error={error} title={t`This file could not be loaded`} onRetry={() => void refetch()} />;
  const running = job !== undefined && isRunning(job);
  return (
    <>
      <PageHeader
        title={job?.fileName ?? t`File`}
        documentTitle={running ? `${job.progressPercent}% · ${t`File`}` : t`File`}
        breadcrumb={[{ label: t`File Processing`, to: paths.filesUpload }, { label: t`File` }]}
        badge={job && <JobStatusBadge status={job.status} />}
        actions={
          <ButtonLink to={job?.group ? paths.uploadFor(job.group.cim) : paths.filesUpload} icon={IconUpload}>
            <Trans>Upload another</Trans>
          </ButtonLink>
        }
      />
      {!job ? (
        <Skeleton width="100%" height={96} />
      ) : (
        <>
          {running && <Running job={job} />}
          {job.status === 'error' && <JobProblem job={job} />}
          <StatStrip
            label={t`What the file did`}
            stats={[
              { label: t`Added`, value: job.added },
              { label: t`Changed`, value: job.changed },
              { label: t`Ended`, value: job.ended },
              { label: t`No change`, value: job.unchanged },
              { label: t`Refused`, value: job.refused },
            ]}
          />
          <Detail rail={<Facts job={job} />}>
            <Refusals job={job} />
            <Outcomes job={job} />
          </Detail>
        </>
      )}
    </>
  );
}
