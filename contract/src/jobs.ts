import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from './errors.ts';
import { idempotencyKey, instant } from './wire.ts';

const name = z.string().max(60);
const jobRun = z.object({
  state: z.enum(['running', 'done', 'failed', 'interrupted']),
  startedAt: instant,
  endedAt: instant.nullable(),
  done: z.number().int(),
  /** Null where the job does not say how much there is to do. */
  total: z.number().int().nullable(),
  /** One line about what was done. */
  summary: z.string().nullable(),
  /** The kind of the failure; the server's log has its words. */
  failure: z.string().nullable(),
});
export type JobRun = z.infer<typeof jobRun>;

/** Named jobs of the server: schedules, progress and history. */
export const jobs = {
  list: oc
    .route({ method: 'GET', path: '/jobs', tags: ['Jobs'] })
    .errors(errors)
    .output(
      z.array(
        z.object({
          name,
          label: z.string(),
          description: z.string(),
          /** Cron expression in the organization's time zone. */
          schedule: z.string(),
          nextRun: instant.nullable(),
          last: jobRun.nullable(),
        }),
      ),
    ),
  /** The newest runs of one job, at most 100. They are kept for 90 days. */
  runs: oc
    .route({ method: 'GET', path: '/jobs/{name}/runs', tags: ['Jobs'] })
    .errors(errors)
    .input(z.object({ name }))
    .output(z.array(jobRun)),
  /** Runs a job as soon as a worker is free. Requested twice within a minute, it runs once. */
  run: oc
    .route({ method: 'POST', path: '/jobs/{name}/run', tags: ['Jobs'] })
    .errors(errors)
    .input(z.object({ name, idempotencyKey }))
    .output(z.object({ requested: z.literal(true) })),
};
