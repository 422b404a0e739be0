import type { PgBoss } from 'pg-boss';
import { DEFAULT_TENANT } from '../db/connect.ts';
import type { Services } from '../request-context.ts';
import { within } from './boss.ts';
import { JOBS } from './registry.ts';
import { runJob } from './run-job.ts';
import type { JobQueue } from './job-queue.ts';

/** Two workers that start together run a job once. */
const ONCE_SECONDS = 60;

export const openJobQueue = (boss: PgBoss): JobQueue => ({
  async request(tx, job, tenantId, { onceAMinute = false } = {}) {
    const once = onceAMinute ? { singletonKey: tenantId, singletonSeconds: ONCE_SECONDS } : {};
    await boss.send(job.name, { tenantId }, { db: within(tx), ...once });
  },
  nextRun: (job, timeZone) => boss.previewSchedule(job.schedule, { tz: timeZone, count: 1 })[0]?.toISOString(),
});

/** Schedules every job in a time zone; again where that changes. */
export async function scheduleJobs(boss: PgBoss, timeZone: string): Promise<void> {
  for (const job of JOBS)
    await boss.schedule(job.name, job.schedule, { tenantId: DEFAULT_TENANT }, { tz: timeZone, key: DEFAULT_TENANT });
}

/** Schedules all jobs in the organization's time zone and runs those that are due or requested. */
export async function startJobs(boss: PgBoss, services: Services): Promise<void> {
  await scheduleJobs(boss, services.clock.zone());
  for (const job of JOBS) {
    await boss.work<{ tenantId: string }>(job.name, { pollingIntervalSeconds: 2, batchSize: 1 }, async (tasks) => {
      for (const { data } of tasks) await runJob(services, job, data.tenantId);
    });
    if (job.atStart)
      await boss.send(
        job.name,
        { tenantId: DEFAULT_TENANT },
        { singletonKey: DEFAULT_TENANT, singletonSeconds: ONCE_SECONDS },
      );
  }
}
