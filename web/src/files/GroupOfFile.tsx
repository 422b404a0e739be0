import type { FileJob } from '@openbenefits/contract/files';
import { useLingui } from '@lingui/react/macro';
import { peopleOfFile, peopleWritten } from './people-of-file.ts';

/**
 * Whether a file's people are of more than one group, or of groups that only they name: then each is shown with theirs.
 */
export const isOfSeveral = (job: FileJob): boolean =>
  job.group === null && peopleWritten(job) + peopleOfFile(job).unchanged > 0;

/** Whom a file in a list is for. */
export function GroupOfFile({ job }: { job: FileJob }) {
  const { t } = useLingui();
  return (
    <span className="row-reason two-lines">{job.group?.name ?? (isOfSeveral(job) ? t`Several groups` : '—')}</span>
  );
}
