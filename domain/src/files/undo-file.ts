import type { JobStage, JobStatus } from './job-status.ts';

const UNFINISHED: readonly JobStatus[] = ['queued', 'processing', 'paused'];

/** Why an import cannot be undone while work on its file is left; undefined where it can. What is there of it then is a part, and the rest would come after it was taken back. */
export function whyNotUndone({ status, stage }: { readonly status: JobStatus; readonly stage: JobStage }): string | undefined {
  if (stage === 'undoing') return 'This import is being undone already.';
  return UNFINISHED.includes(status) ? 'This file is not finished. It can be undone once it is.' : undefined;
}
