import type { Tx } from '../db/connect.ts';

/** What the queue needs to know of a job. */
type NamedJob = { readonly name: string; readonly schedule: string };

/** Requests jobs and returns when they are due. */
export type JobQueue = {
  /**
   * Has a job run as soon as a worker is free, in the caller's transaction. With `onceAMinute` a request within a minute
   * of another is dropped: only for a person who presses a button again, never for work that waits.
   */
  request(tx: Tx, job: NamedJob, tenantId: string, options?: { onceAMinute?: boolean }): Promise<void>;
  /** When the job is due next, as ISO text; undefined where its schedule has no next time. */
  nextRun(job: NamedJob, timeZone: string): string | undefined;
};
