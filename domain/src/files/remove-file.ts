import { fileText } from './messages/file-message.ts';
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
  if (status === 'removed') return fileText('file_removed_already');
  if (stage === 'undoing') return fileText('remove_during_undo');
  if (status === 'completed') return fileText('remove_applied');
  if (status === 'processing') return fileText('remove_running');
  if (posted && undone) return fileText('remove_undone');
  if (posted) return fileText('remove_half_applied');
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
  if (originalRemovedAt !== null) return fileText('original_removed');
  if (stage === 'undoing' || !(status === 'completed' || (status === 'error' && undone)))
    return fileText('original_in_use');
  return undefined;
}
