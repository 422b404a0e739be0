import { fileText } from './messages/file-message.ts';
import type { JobStage, JobStatus } from './job-status.ts';

const UNFINISHED: readonly JobStatus[] = ['queued', 'processing', 'paused'];

/** How far the work on an import's file is; `stopped` where its group has stopped it (`hasStopped`). */
type File = { readonly status: JobStatus; readonly stage: JobStage; readonly stopped: boolean };

/**
 * Why an import cannot be undone while work on its file is left; undefined where it can. What is there of it then is a
 * part, and the rest would come after it was taken back. A file that has stopped may not be able to go on; its undo is
 * its end.
 */
export function whyNotUndone({ status, stage, stopped }: File): string | undefined {
  if (stage === 'undoing') return fileText('undo_running');
  return UNFINISHED.includes(status) && !stopped ? fileText('undo_unfinished') : undefined;
}
