import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { inTenant, type Tx } from '../db/connect.ts';
import type { Services } from '../request-context.ts';

/** The right to work on a job: renewed every five seconds, lost after fifteen, fenced by the attempt number (trust P18). */
export type Lease = { tenantId: string; jobId: string; attempt: number };

export const LEASE_SECONDS = 15;
const RENEW_EVERY_MS = 5000;

/** Another worker has taken the job over; whatever this one was about to commit must not be. */
export class LeaseLost extends Error {}

/** Takes a job that waits or whose worker is gone. Null when somebody works on it or there is nothing left to do. */
export async function takeLease(services: Services, tenantId: string, jobId: string): Promise<Lease | null> {
  return inTenant(services.db, tenantId, async (tx) => {
    const { rows } = await sql<{ attempt: number }>`update file_jobs set status = 'processing', attempt = attempt + 1, lease_owner = ${randomUUID()},
        leased_until = now() + make_interval(secs => ${LEASE_SECONDS}), started_at = coalesce(started_at, ${services.clock.now()})
      where id = ${jobId} and status in ('queued', 'processing') and (leased_until is null or leased_until < now()) returning attempt`.execute(tx);
    return rows[0] ? { tenantId, jobId, attempt: rows[0].attempt } : null;
  });
}

/** Called last in a chunk's transaction: a worker whose lease was taken over commits nothing. */
export async function assertLease(tx: Tx, lease: Lease): Promise<void> {
  const { rows } = await sql`select from file_jobs where id = ${lease.jobId} and attempt = ${lease.attempt} and status = 'processing' for update`.execute(tx);
  if (rows.length === 0) throw new LeaseLost();
}

async function giveBack(services: Services, lease: Lease): Promise<void> {
  await inTenant(services.db, lease.tenantId, (tx) =>
    sql`update file_jobs set leased_until = null, lease_owner = null where id = ${lease.jobId} and attempt = ${lease.attempt} and status = 'processing'`.execute(tx),
  );
}

/** Renews while `work` runs; `signal` aborts when the lease is lost or the server stops. A server that stops gives the job back at once. */
export async function holdLease(services: Services, lease: Lease, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const lost = new AbortController();
  const renew = setInterval(() => {
    void inTenant(services.db, lease.tenantId, async (tx) => {
      const { numAffectedRows } = await sql`update file_jobs set leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
        where id = ${lease.jobId} and attempt = ${lease.attempt} and status = 'processing'`.execute(tx);
      if (numAffectedRows === 0n) lost.abort(new LeaseLost());
    }).catch((error: unknown) => services.log.warn({ err: error }, 'A lease could not be renewed'));
  }, RENEW_EVERY_MS);
  try {
    await work(AbortSignal.any([lost.signal, services.stopping]));
  } finally {
    clearInterval(renew);
    if (services.stopping.aborted) await giveBack(services, lease);
  }
}

/** Jobs of a tenant whose worker is gone, or that wait without a task in the queue (a crash between the two). */
export async function abandonedJobs(services: Services, tenantId: string): Promise<string[]> {
  return inTenant(services.db, tenantId, async (tx) => {
    const { rows } = await sql<{ id: string }>`select id from file_jobs where (status = 'processing' and (leased_until is null or leased_until < now()))
      or (status = 'queued' and lease_owner is null and created_at < now() - interval '20 seconds')`.execute(tx);
    return rows.map((row) => row.id);
  });
}
