import type { JobRun } from '@openbenefits/contract/jobs';
import { Refusal } from '@openbenefits/domain/refusal';
import type { Work } from '../command.ts';
import type { Tx } from '../db/connect.ts';
import type { Job } from './job.ts';
import { JOBS, jobNamed } from './registry.ts';

const MOST_RUNS = 100;

function requireJob(name: string): Job {
  const job = jobNamed(name);
  if (!job) throw new Refusal('not_found', 'There is no job with this name.');
  return job;
}

const runsOf = async (tx: Tx, job: string, limit: number): Promise<JobRun[]> =>
  (await tx
    .selectFrom('jobRuns')
    .select(['state', 'startedAt', 'endedAt', 'done', 'total', 'summary', 'failure'])
    .where('job', '=', job)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()) as JobRun[];

/** Every named job with its next and its newest run. */
export async function listJobs({ tx, services }: Work) {
  const zone = services.clock.zone();
  const list = [];
  for (const job of JOBS) {
    const { name, label, description, schedule } = job;
    const [last] = await runsOf(tx, name, 1);
    list.push({
      name,
      label,
      description,
      schedule,
      nextRun: services.jobs.nextRun(job, zone) ?? null,
      last: last ?? null,
    });
  }
  return list;
}

/** Returns the newest runs of a job. */
export const listRuns = ({ tx }: Work, { name }: { name: string }): Promise<JobRun[]> =>
  runsOf(tx, requireJob(name).name, MOST_RUNS);

/** Requests a run of a job. */
export async function requestJob(
  { tx, services, actor, note }: Work,
  { name }: { name: string },
): Promise<{ requested: true }> {
  const job = requireJob(name);
  note({ targetKind: 'job', targetId: job.name });
  await services.jobs.request(tx, job, actor.tenantId, { onceAMinute: true });
  return { requested: true };
}
