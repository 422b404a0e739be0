/** States of a file job and the labels of specification 2, section 4. */
export const JOB_STATUSES = ['queued', 'processing', 'paused', 'error', 'completed'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const JOB_STATUS_LABEL: Readonly<Record<JobStatus, string>> = {
  queued: 'Queued',
  processing: 'Processing',
  paused: 'Paused',
  error: 'Error',
  completed: 'Completed',
};

/** What a job does while it is processed, in order. */
export const JOB_STAGES = ['waiting', 'reading', 'matching', 'applying', 'done'] as const;
export type JobStage = (typeof JOB_STAGES)[number];

export const JOB_STAGE_LABEL: Readonly<Record<JobStage, string>> = {
  waiting: 'Waiting',
  reading: 'Reading the file',
  matching: 'Matching people and plans',
  applying: 'Applying changes',
  done: 'Done',
};
