/**
 * States of a file job and the labels of specification 2, section 4; 'held' by a safety stop, 'rejected' and 'removed'
 * by a person are ours.
 */
export const JOB_STATUSES = [
  'queued',
  'processing',
  'held',
  'paused',
  'error',
  'completed',
  'rejected',
  'removed',
] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const JOB_STATUS_LABEL: Readonly<Record<JobStatus, string>> = {
  queued: 'Queued',
  processing: 'Processing',
  held: 'Pending Review',
  paused: 'Paused',
  error: 'Error',
  completed: 'Completed',
  rejected: 'Rejected',
  removed: 'Removed',
};

/**
 * Paused by nobody: in the midst of it its group began to take no files, as its message says. It goes on when somebody
 * lets it, or what it has done is taken back.
 */
export const hasStopped = ({
  status,
  errorMessage,
}: {
  readonly status: JobStatus;
  readonly errorMessage: string | null;
}): boolean => status === 'paused' && errorMessage !== null;

/** No work is left on it. */
export const isFinished = ({ status }: { readonly status: JobStatus }): boolean =>
  status === 'completed' || status === 'error' || status === 'rejected' || status === 'removed';

/** A completed file that changed nobody is not shown as a success. */
export const SHOWN_JOB_STATUS_LABEL = {
  ...JOB_STATUS_LABEL,
  nothing_posted: 'Nothing Posted',
} as const satisfies Readonly<Record<JobStatus | 'nothing_posted', string>>;
export type ShownJobStatus = keyof typeof SHOWN_JOB_STATUS_LABEL;

type Effect = {
  readonly status: JobStatus;
  readonly mode: string | null;
  readonly added: number;
  readonly changed: number;
  readonly ended: number;
  readonly missingEnded: number;
};
/**
 * Returns the status to show for a job. An acknowledgement answers a file and changes nobody, so it is complete once it
 * is read.
 */
export const shownJobStatus = ({ status, mode, added, changed, ended, missingEnded }: Effect): ShownJobStatus =>
  status === 'completed' && mode !== 'acknowledgement' && added + changed + ended + missingEnded === 0
    ? 'nothing_posted'
    : status;

type Counted = { readonly [kind in 'added' | 'changed' | 'ended' | 'unchanged' | 'refused']: number };
/** It ended in an error before anybody was counted: a zero would say that nobody is concerned. */
export const isUncounted = ({
  status,
  posted,
  ...counts
}: Counted & { readonly status: JobStatus; readonly posted: boolean }): boolean =>
  status === 'error' &&
  !posted &&
  counts.added + counts.changed + counts.ended + counts.unchanged + counts.refused === 0;

/** What a job does while it is processed, in order; a file that is done may be undone. */
export const JOB_STAGES = ['waiting', 'reading', 'rehearsing', 'reviewing', 'applying', 'done', 'undoing'] as const;
export type JobStage = (typeof JOB_STAGES)[number];

export const JOB_STAGE_LABEL: Readonly<Record<JobStage, string>> = {
  waiting: 'Waiting',
  reading: 'Reading the file',
  rehearsing: 'Previewing: matching people and plans',
  reviewing: 'Awaiting approval',
  applying: 'Applying changes',
  done: 'Done',
  undoing: 'Undoing the import',
};
