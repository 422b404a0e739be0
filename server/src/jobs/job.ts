import type { Services } from '../request-context.ts';

/** What a job is given for one organization. */
export type JobWork = {
  services: Services;
  tenantId: string;
  /** Tells how far the run is; written at most once a second. */
  progress: (done: number, total?: number) => Promise<void>;
};

/** A named job of the workers, run on a schedule, at a start, or on request. */
export type Job = {
  /** The name of its queue, in small letters with hyphens. */
  name: string;
  /** What an administrator reads. */
  label: string;
  description: string;
  /** Cron expression in the organization's time zone. */
  schedule: string;
  /** Also at every start of a worker. */
  atStart: boolean;
  retries: number;
  /** A run that takes longer was lost with its process. */
  expireSeconds: number;
  /** Does the work. May return one line about what was done; it names no member. */
  run(work: JobWork): Promise<string | undefined>;
};
