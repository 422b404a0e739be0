import type { FileJob } from '@openbenefits/contract/files';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useUndonePart } from '../../changes/undone-part.ts';
import { hasStopped, shownJobStatus } from '@openbenefits/domain/files/job-status';
import { JOB_STAGE_LABEL } from '../../domain-labels.ts';
import { fileWords } from '../file-words.ts';
import { words } from '../../words.ts';
import { peopleWritten } from '../people-of-file.ts';
import classes from './FileResult.module.css';
import { Progress } from '../../ui/Progress.tsx';
import { JobStatusBadge } from '../../ui/StatusBadge.tsx';

export const isRunning = (job: Pick<FileJob, 'status'>): boolean =>
  job.status === 'queued' || job.status === 'processing';

export const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' });

export function timeLeft(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * How far a file is: its stage and the time left above the bar; its speed stands on its page. What stopped it, and how
 * far an undo is, is said in up to three lines.
 */
function Running({ job }: { job: FileJob }) {
  const { t } = useLingui();
  const isSentence = hasStopped(job) || job.nextTryAt !== null || job.undoing !== null;
  const undone = job.undoing?.done.toLocaleString('en-US');
  const total = job.undoing?.total.toLocaleString('en-US');
  return (
    <div className={classes.running}>
      <span className={isSentence ? `row-reason ${classes.words}` : 'row-meta trunc'}>
        {hasStopped(job) ? (
          words(job.errorMessage ?? '')
        ) : job.nextTryAt ? (
          <Trans>A system error stopped it. Next try at {clock.format(Date.parse(job.nextTryAt))}</Trans>
        ) : (
          <>
            {/* In a row there is little room: how far it is comes first. */}
            {job.undoing ? (
              <Trans>
                Undoing {undone} of {total} people
              </Trans>
            ) : (
              JOB_STAGE_LABEL[job.stage]
            )}
            {job.secondsLeft !== null && <Trans> · {timeLeft(job.secondsLeft)} left</Trans>}
          </>
        )}
      </span>
      {/* A queue of empty bars would say nothing. */}
      {job.stage !== 'waiting' && (
        <Progress
          label={job.undoing ? t`Undoing ${job.fileName}` : t`Processing ${job.fileName}`}
          percent={job.progressPercent}
        />
      )}
    </div>
  );
}

/** What became of a file, or how far it is. */
export function FileResult({ job }: { job: FileJob }) {
  const undonePart = useUndonePart();
  if (job.status === 'error' || job.status === 'rejected')
    return <span className={`row-reason ${classes.words}`}>{job.errorMessage && words(job.errorMessage)}</span>;
  if (job.removed) {
    return (
      <span className={classes.words}>
        <Trans>Removed by {job.removed.by}; nothing had been posted</Trans>
      </span>
    );
  }
  if (isRunning(job) || job.status === 'paused') return <Running job={job} />;
  // That it waits stands beside it, as its status.
  if (job.status === 'held') {
    const others = job.stops.length - 1;
    return (
      <>
        <span className={`row-reason ${classes.words}`}>{job.stops[0] && fileWords(job.stops[0].messages.title)}</span>
        {others > 0 && (
          <span className="row-meta">{plural(others, { one: 'and # more hold', other: 'and # more holds' })}</span>
        )}
      </>
    );
  }
  if (job.mode === 'acknowledgement') return <Trans>Answers to files that were sent</Trans>;
  const written = peopleWritten(job).toLocaleString('en-US');
  const refused = job.refused.toLocaleString('en-US');
  if (job.unchanged > 0 && job.unchanged === job.recordsRead && job.missingEnded === 0)
    return <Trans>Nothing had to be changed</Trans>;
  if (written === '0' && job.refused === 0 && job.missingEnded > 0 && !job.undone)
    return plural(job.missingEnded, { one: '# missing member terminated', other: '# missing members terminated' });
  return (
    <>
      {job.refused > 0 ? (
        <Trans>
          {written} saved, {refused} rejected
        </Trans>
      ) : (
        <Trans>{written} written</Trans>
      )}
      {job.undone && (job.undone.part ? `, ${undonePart(job.undone.part)}` : <Trans>, then undone</Trans>)}
    </>
  );
}

/** The result with the file's status, for tables whose column of the status gives way below 700 px. */
export function ResultAndStatus({ job }: { job: FileJob }) {
  return (
    <>
      <span className={classes.inNarrow}>
        <JobStatusBadge status={shownJobStatus(job)} />
      </span>
      <FileResult job={job} />
    </>
  );
}
