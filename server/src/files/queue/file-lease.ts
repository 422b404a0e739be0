import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { inTenant, type Tx } from '../../db/connect.ts';
import type { Services } from '../../request-context.ts';
import { writeEvent } from './file-events.ts';
import { queueSettings } from './queue-settings.ts';

/**
 * The right to work on a job: renewed every five seconds, lost after fifteen, fenced by the attempt number (trust P18).
 */
export type Lease = { tenantId: string; jobId: string; attempt: number };

const LEASE_SECONDS = 15;
const RENEW_EVERY_MS = 5000;

/** This process, in the leases that it takes and in the name of the connections that it works over. */
const WORKER = randomUUID();
const CONNECTIONS = 'openbenefits worker ';
export const WORKER_CONNECTIONS = CONNECTIONS + WORKER;

/** Another worker has taken the job over; whatever this one was about to commit must not be. */
export class LeaseLost extends Error {}

/**
 * Ends the connections of workers that have not renewed their lease. One that is stopped rather than dead (a paused
 * machine, a closed lid) still has its transaction open, and with it the lock of its group, perhaps of its job, for
 * which whoever goes on would wait until it comes back. To that one the database was away for a moment.
 */
async function endSilentWorkers(tx: Tx): Promise<void> {
  await sql`select pg_terminate_backend(a.pid) from (select lease_owner, leased_until from file_jobs where status = 'processing' union all select lease_owner, leased_until from change_undos where ended_at is null) j
    join pg_stat_activity a on a.application_name = ${CONNECTIONS}::text || j.lease_owner where j.leased_until < now() and j.lease_owner <> ${WORKER}`.execute(
    tx,
  );
}

/**
 * An undo holds its groups from its beginning to its end, and takes back what was believed before: files for the same
 * group wait for it, and it for those that are in hand. A file whose group is not known yet may be for any.
 */
const isInTheWay = (
  now: string,
) => sql`select from file_jobs o where o.id <> j.id and (o.group_id = j.group_id or o.group_id is null or j.group_id is null)
  and case when j.stage = 'undoing' then o.status = 'processing' else o.stage = 'undoing' and (o.status = 'processing' or (o.status = 'queued' and (o.next_try_at is null or o.next_try_at <= ${now}))) end
  union all select from change_undos c where c.ended_at is null and c.paused_by_name is null and (c.group_id = j.group_id or c.group_id is null or j.group_id is null) and (c.next_try_at is null or c.next_try_at <= ${now})`;

/** The right to work on the undo of a change that no file made. */
export type UndoLease = { tenantId: string; undoId: string; attempt: number };

/**
 * Takes what is next: of all that wait, or what a worker that is gone has left. The undo of a change comes before the
 * files that would wait for it. Null when there is nothing to take, when as much is worked on as the settings allow, or
 * when the queue is paused: then only what is in hand goes on.
 *
 * Whoever takes work comes one after the other, over all processes, so that neither the number at once nor the order
 * depends on who asks.
 */
export async function takeNext(services: Services, tenantId: string): Promise<Lease | UndoLease | null> {
  const now = services.clock.now();
  return inTenant(services.db, tenantId, async (tx) => {
    // A process that is stopped in just these milliseconds holds no lease that could run out, yet all others would wait
    // for the lock that it has.
    await sql`select set_config('idle_in_transaction_session_timeout', '5s', true), pg_advisory_xact_lock(hashtextextended(${tenantId}, 27))`.execute(
      tx,
    );
    const {
      rows: [at],
    } = await sql<{
      ranOut: boolean;
      undos: boolean;
    }>`select exists (select from change_undos where ended_at is null) as undos,
      exists (select from file_jobs where status = 'processing' and leased_until < now()) or exists (select from change_undos where ended_at is null and leased_until < now()) as ran_out`.execute(
      tx,
    );
    if (at?.ranOut) await endSilentWorkers(tx);
    const { paused, maxConcurrent } = await queueSettings(tx);
    const undo = at?.undos ? await nextUndo(tx, paused !== null, now) : undefined;
    if (undo) return { tenantId, ...undo };
    const file = await nextFile(tx, paused !== null, maxConcurrent, now);
    return file ? { tenantId, ...file } : null;
  });
}

/** One at a time, the oldest first, and none while a file that may be for its group is in hand. */
async function nextUndo(tx: Tx, isPaused: boolean, now: string): Promise<Omit<UndoLease, 'tenantId'> | undefined> {
  const { rows } = await sql<{ undoId: string; attempt: number }>`
    with next as (
      select id from change_undos u where ended_at is null and paused_by_name is null and (leased_until is null or leased_until < now())
        and (lease_owner is not null or (not ${isPaused}::boolean and (next_try_at is null or next_try_at <= ${now})
          and not exists (select from file_jobs j where j.status = 'processing' and (j.group_id = u.group_id or j.group_id is null or u.group_id is null))))
        and not exists (select from change_undos where ended_at is null and leased_until >= now())
      order by lease_owner is not null desc, asked_at, id limit 1 for update skip locked)
    update change_undos u set attempt = attempt + 1, done = 0, next_try_at = null, lease_owner = ${WORKER}, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    from next where u.id = next.id returning u.id as undo_id, u.attempt`.execute(tx);
  return rows[0];
}

async function nextFile(
  tx: Tx,
  isPaused: boolean,
  maxConcurrent: number,
  now: string,
): Promise<Omit<Lease, 'tenantId'> | undefined> {
  const { rows } = await sql<{ id: string; attempt: number; before: string }>`
    with next as (
      select id, status as before from file_jobs j
      where (leased_until is null or leased_until < now())
        and (status = 'processing' or (status = 'queued' and not ${isPaused}::boolean and (next_try_at is null or next_try_at <= ${now}) and not exists (${isInTheWay(now)})))
        and (select count(*) from file_jobs where status = 'processing' and leased_until >= now()) < ${maxConcurrent}
      order by status = 'processing' desc, array_position(array['high', 'medium', 'low'], priority), created_at, id limit 1 for update skip locked)
    update file_jobs j set status = 'processing', attempt = attempt + 1, next_try_at = null, lease_owner = ${WORKER},
      leased_until = now() + make_interval(secs => ${LEASE_SECONDS}), started_at = coalesce(started_at, ${now})
    from next where j.id = next.id returning j.id, j.attempt, next.before`.execute(tx);
  const [taken] = rows;
  if (!taken) return undefined;
  if (taken.before === 'processing') await writeEvent(tx, taken.id, now, 'resumed_work', fileText('log_work_resumed'));
  else
    await writeEvent(
      tx,
      taken.id,
      now,
      'started',
      taken.attempt === 1 ? fileText('log_work_started') : fileText('log_work_continued'),
    );
  return { jobId: taken.id, attempt: taken.attempt };
}

/**
 * Called last in a chunk's transaction: a worker whose lease was taken over commits nothing. The lock leaves other
 * transactions of the job their references to its row.
 */
export async function assertLease(tx: Tx, lease: Lease): Promise<void> {
  const { rows } =
    await sql`select from file_jobs where id = ${lease.jobId} and attempt = ${lease.attempt} and status = 'processing' for no key update`.execute(
      tx,
    );
  if (rows.length === 0) throw new LeaseLost();
}

/** The row that a lease stands in, as long as it is this worker's. */
type Row = { tenantId: string; table: RawBuilder<unknown>; isMine: RawBuilder<unknown> };

/**
 * Renews while `work` runs; `signal` aborts when the lease is lost or the server stops. A server that stops gives the
 * work back at once.
 */
export async function holdRow(
  services: Services,
  { tenantId, table, isMine }: Row,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  let renewing: Promise<void> | undefined;
  const renew = setInterval(() => {
    renewing = inTenant(services.db, tenantId, async (tx) => {
      const { numAffectedRows } =
        await sql`update ${table} set leased_until = now() + make_interval(secs => ${LEASE_SECONDS}) where ${isMine}`.execute(
          tx,
        );
      if (numAffectedRows === 0n) lost.abort(new LeaseLost());
    }).catch((error: unknown) => services.log.warn({ err: error }, 'A lease could not be renewed'));
  }, RENEW_EVERY_MS);
  try {
    await work(AbortSignal.any([lost.signal, services.stopping]));
  } finally {
    clearInterval(renew);
    // One on its way would hold for fifteen seconds what nobody works on any more.
    await renewing;
    if (services.stopping.aborted)
      await inTenant(services.db, tenantId, (tx) =>
        sql`update ${table} set leased_until = null, lease_owner = null where ${isMine}`.execute(tx),
      );
  }
}

export const holdLease = (
  services: Services,
  lease: Lease,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> =>
  holdRow(
    services,
    {
      tenantId: lease.tenantId,
      table: sql`file_jobs`,
      isMine: sql`id = ${lease.jobId} and attempt = ${lease.attempt} and status = 'processing'`,
    },
    work,
  );
