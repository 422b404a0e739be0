import type { JobStage, JobStatus } from './job-status.ts';

/**
 * `posted`: it has written at least one person. `undone`: that was taken back, at least for somebody, so the file never
 * goes on.
 */
type File = {
  readonly status: JobStatus;
  readonly stage: JobStage;
  readonly posted: boolean;
  readonly undone: boolean;
};

/**
 * Why a file cannot be removed now (specification 2, section 6: Delete Files); undefined where it can. Only a file of
 * which nothing was posted is removed: what was posted is taken back by an undo, whose history needs it.
 */
export function whyNotRemoved({ status, stage, posted, undone }: File): string | undefined {
  if (status === 'removed') return 'This file was removed already.';
  if (stage === 'undoing') return 'The import of this file is being undone. Wait for that, or stop it.';
  if (status === 'completed')
    return 'This file was applied. Undo its import to take back what it did; its original can be deleted on its own.';
  if (status === 'processing') return 'This file is being worked on now. Pause it first.';
  if (posted && undone)
    return 'What this file had applied was undone, and the history needs it. Its original can be deleted on its own.';
  if (posted)
    return 'Part of this file was applied. Let it go on to its end and undo its import; then its original can be deleted.';
  return undefined;
}

/**
 * Why the original of a file cannot be deleted before its days are over; undefined where it can. Of a file that is not
 * done the original is still needed, or it is removed with the file.
 */
export function whyNotOriginal({
  status,
  stage,
  undone,
  originalRemovedAt,
}: Omit<File, 'posted'> & { readonly originalRemovedAt: string | null }): string | undefined {
  if (originalRemovedAt !== null) return 'The original of this file was removed.';
  if (stage === 'undoing' || !(status === 'completed' || (status === 'error' && undone)))
    return 'The work on this file is not done. Its original can be deleted after that.';
  return undefined;
}
