import type { FileJob, PeopleOfFile } from '@openbenefits/contract/files';

/**
 * How many people a file concerns, each once. While it is worked on, and of files from before that was counted, what
 * was done so far.
 */
export const peopleOfFile = (job: FileJob): PeopleOfFile =>
  job.people && (job.status === 'held' || job.status === 'rejected' || job.status === 'completed') ? job.people : job;

/** Those to whom it does, or did, anything. */
export function peopleWritten(job: FileJob): number {
  const { added, changed, ended } = peopleOfFile(job);
  return added + changed + ended;
}
