import type { FileJob } from '@openbenefits/contract/files';
import { Trans, useLingui } from '@lingui/react/macro';
import { JOB_STAGE_LABEL } from '../../domain-labels.ts';
import { clock, timeLeft } from './FileResult.tsx';
import classes from './JobPage.module.css';
import { Progress } from '../../ui/Progress.tsx';
import { useQueue } from '../queue/use-queue.ts';

/** How far a file is, of what, and how fast. */
function Figures({ job }: { job: FileJob }) {
  const done = (job.undoing?.done ?? (job.stage === 'reading' ? job.recordsRead : job.recordsDone)).toLocaleString(
    'en-US',
  );
  const total = (job.undoing?.total ?? job.recordsTotal).toLocaleString('en-US');
  const speed = job.rowsPerSecond?.toLocaleString('en-US');
  return (
    <span className={`num ${classes.figures}`}>
      {job.undoing ? (
        <span>
          <Trans>
            {done} of {total} people
          </Trans>
        </span>
      ) : job.stage === 'reading' ? (
        <span>
          <Trans>{done} records</Trans>
        </span>
      ) : (
        job.recordsTotal > 0 && (
          <span>
            <Trans>
              {done} of {total} records
            </Trans>
          </span>
        )
      )}
      {speed && !job.undoing && (
        <span>
          <Trans>{speed} rows a second</Trans>
        </span>
      )}
      {job.secondsLeft !== null && (
        <span>
          <Trans>{timeLeft(job.secondsLeft)} left</Trans>
        </span>
      )}
    </span>
  );
}

/** A file that nobody has begun yet says what it waits for; a paused queue begins nothing. */
function Waiting({ isUndo, nextTryAt }: { isUndo: boolean; nextTryAt: string | null }) {
  const { data } = useQueue();
  const paused = data?.paused;
  if (nextTryAt && !paused)
    return (
      <Trans>
        A system error stopped it. The next try is at {clock.format(Date.parse(nextTryAt))}. You can leave this page.
      </Trans>
    );
  if (isUndo)
    return paused ? (
      <Trans>{paused.by} paused the queue. The undo starts when the queue is resumed.</Trans>
    ) : (
      <Trans>It is queued.</Trans>
    );
  return paused ? (
    <Trans>{paused.by} paused the queue. This file starts when the queue is resumed.</Trans>
  ) : (
    <Trans>It is queued. You can leave this page. Processing starts automatically.</Trans>
  );
}

/** A file that is worked on, also one whose import is being undone: as it goes on, in every window. */
export function RunningFile({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const paused = job.status === 'paused';
  return (
    <section className={classes.running} aria-label={t`Progress`}>
      <div className={classes.stage}>
        <h2>{JOB_STAGE_LABEL[job.stage]}</h2>
        <Figures job={job} />
      </div>
      <Progress
        label={job.undoing ? t`Undoing ${job.fileName}` : t`Processing ${job.fileName}`}
        percent={job.progressPercent}
      />
      <p className={classes.leave}>
        {paused && (job.pausedBy ? <Trans>Paused by {job.pausedBy}.</Trans> : <Trans>Paused.</Trans>)}{' '}
        {job.undoing ? (
          paused ? (
            <Trans>Nothing was reversed. It starts over when it is resumed.</Trans>
          ) : (
            <>
              {job.status === 'queued' && <Waiting isUndo nextTryAt={job.nextTryAt} />}{' '}
              <Trans>
                Requested by {job.undoing.by}. Everyone sees the import as it was until all of it is reversed at once.
                You can stop the undo until then.
              </Trans>
            </>
          )
        ) : paused ? (
          job.posted ? (
            <Trans>Applied changes stay. The rest waits until the file is resumed.</Trans>
          ) : (
            <Trans>Nothing has been applied. It continues when the file is resumed.</Trans>
          )
        ) : job.status === 'queued' ? (
          <Waiting isUndo={false} nextTryAt={job.nextTryAt} />
        ) : (
          <Trans>You can leave this page. Processing continues, even after a restart.</Trans>
        )}
      </p>
    </section>
  );
}
