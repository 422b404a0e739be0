import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { inTenant } from '../db/connect.ts';
import type { Services } from '../request-context.ts';
import type { Job } from './job.ts';

const HISTORY_DAYS = 90;
const PROGRESS_EVERY_MS = 1000;

/** Returns the kind of an error only, because its message may quote rows. */
const kindOf = (error: unknown): string =>
  error instanceof Error ? ((error as Error & { code?: string }).code ?? error.name) : 'unknown';

/**
 * Runs a job for one organization and keeps its run: progress, result, failure. Throws what the job throws, so that its
 * queue tries again.
 */
export async function runJob(services: Services, job: Job, tenantId: string): Promise<void> {
  const { db, clock } = services;
  const id = uuidv7();
  const write = async (statement: ReturnType<typeof sql>): Promise<void> => {
    await inTenant(db, tenantId, async (tx) => void (await statement.execute(tx)));
  };
  const begun = clock.now();
  await inTenant(db, tenantId, async (tx) => {
    // A run of a process that died: its queue has handed the job out again.
    await sql`update job_runs set state = 'interrupted', ended_at = ${begun} where job = ${job.name} and state = 'running'
      and seen_at < ${begun}::timestamptz - make_interval(secs => ${job.expireSeconds})`.execute(tx);
    await sql`delete from job_runs where started_at < ${begun}::timestamptz - make_interval(days => ${HISTORY_DAYS})`.execute(
      tx,
    );
    await sql`insert into job_runs (id, job, state, started_at, seen_at) values (${id}, ${job.name}, 'running', ${begun}, ${begun})`.execute(
      tx,
    );
  });
  let written = -Infinity;
  const progress = async (done: number, total?: number): Promise<void> => {
    if (performance.now() - written < PROGRESS_EVERY_MS && done !== total) return;
    written = performance.now();
    await write(
      sql`update job_runs set done = ${done}, total = ${total ?? null}, seen_at = ${clock.now()} where id = ${id}`,
    );
  };
  try {
    const summary = await job.run({ services, tenantId, progress });
    await write(
      sql`update job_runs set state = 'done', ended_at = ${clock.now()}, summary = ${summary ?? null} where id = ${id}`,
    );
  } catch (error) {
    services.log.warn({ err: error, job: job.name }, 'A job failed');
    await write(
      sql`update job_runs set state = 'failed', ended_at = ${clock.now()}, failure = ${kindOf(error)} where id = ${id}`,
    );
    throw error;
  }
}
